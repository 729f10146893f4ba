#pragma once

#include <assay/base/place.hpp>

#include <stdexcept>
#include <string>
#include <vector>

namespace assay::base {

/// One mistake of the user: where it stands and what to do about it. An empty file name means the command line.
struct Mistake {
  Place place;
  std::string message;

  /// `file:line:column: message`, or the message alone when there is no file.
  [[nodiscard]] std::string to_text() const;

  friend bool operator==(const Mistake&, const Mistake&) = default;
};

/// The user's mistakes, all that were found; ends a command with exit code 2. Never empty: making one without a mistake
/// throws InternalError.
class UserError : public std::runtime_error {
 public:
  explicit UserError(std::vector<Mistake> mistakes);
  /// A mistake that stands in no file, as of the command line.
  explicit UserError(std::string message);

  [[nodiscard]] const std::vector<Mistake>& mistakes() const noexcept { return mistakes_; }

 private:
  std::vector<Mistake> mistakes_;
};

/// The machine cannot do what is asked (no such program, no memory, no permission); exit code 3.
class InfrastructureError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A broken promise inside Assay; exit code 3, and the message asks for a report.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace assay::base
