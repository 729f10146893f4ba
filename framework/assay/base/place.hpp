#pragma once

#include <string>

namespace assay::base {

/// A place in a text file, as a person and an editor name it. Lines and columns count from 1; 0 means "the whole file".
struct Place {
  std::string file;
  int line = 0;
  int column = 0;

  /// `file:line:column`, or `file` alone when there is no line.
  [[nodiscard]] std::string to_text() const;

  friend bool operator==(const Place&, const Place&) = default;
};

}  // namespace assay::base
