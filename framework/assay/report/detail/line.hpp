#pragma once

#include <string>
#include <string_view>

namespace assay::report::detail {

/// What a piece of text means, from which its colour follows. Marks and words always say the same without colour.
enum class Tone { kPlain, kStrong, kDim, kGood, kBad, kWarning };

/// One line of a report in one tone, without its end.
struct Line {
  std::string text;
  Tone tone = Tone::kPlain;

  friend bool operator==(const Line&, const Line&) = default;
};

/// The text between the escape sequences of its tone; as it is without colour.
[[nodiscard]] std::string painted(std::string_view text, Tone tone, bool colour);

}  // namespace assay::report::detail
