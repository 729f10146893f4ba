#include <assay/base/error.hpp>

#include <utility>

namespace assay::base {
namespace {

std::string joined(const std::vector<Mistake>& mistakes) {
  if (mistakes.empty()) {
    throw InternalError("a UserError without a mistake was made");
  }
  std::string text;
  for (const Mistake& mistake : mistakes) {
    if (!text.empty()) {
      text += '\n';
    }
    text += mistake.to_text();
  }
  return text;
}

}  // namespace

std::string Mistake::to_text() const { return place.file.empty() ? message : place.to_text() + ": " + message; }

UserError::UserError(std::vector<Mistake> mistakes)
    : std::runtime_error(joined(mistakes)), mistakes_(std::move(mistakes)) {}

UserError::UserError(std::string message) : std::runtime_error(message), mistakes_{{Place{}, std::move(message)}} {}

}  // namespace assay::base
