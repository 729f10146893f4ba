#include <assay/report/detail/line.hpp>

#include <fmt/format.h>

namespace assay::report::detail {
namespace {

std::string_view code_of(Tone tone) noexcept {
  switch (tone) {
    case Tone::kPlain:
      return "";
    case Tone::kStrong:
      return "1";
    case Tone::kDim:
      return "2";
    case Tone::kGood:
      return "32";
    case Tone::kBad:
      return "31";
    case Tone::kWarning:
      return "33";
  }
  return "";
}

}  // namespace

std::string painted(std::string_view text, Tone tone, bool colour) {
  const std::string_view code = code_of(tone);
  return colour && !code.empty() && !text.empty() ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string{text};
}

}  // namespace assay::report::detail
