#pragma once

#include <assay/base/error.hpp>
#include <assay/suite/case.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::suite {

/// A key that is read and checked, but that this version cannot run.
struct LaterKey {
  Kind kind;
  std::string_view path;       ///< within the case: `ladder`, `wall_time.ratio`; `metric.` stands for every metric
  bool (*asked)(const Case&);  ///< whether the case, which is of that kind, sets it
};

/// All of them: what `unbuilt` refuses, and what the JSON Schema and the pages made of it mark.
[[nodiscard]] std::span<const LaterKey> later_keys() noexcept;

/// Whether this version can run cases of a kind at all.
[[nodiscard]] bool is_built(Kind kind) noexcept;

/// The meaning of a key for a person who may write it: with a note when this version cannot run it.
[[nodiscard]] std::string with_note(std::string_view meaning, bool built);

/// What keeps a case that was read from being run, each with its place: what this version of Assay cannot run yet (a
/// kind, a check, an option), and what the case lacks (a goal, somebody who answers). Empty when it can be run.
[[nodiscard]] std::vector<base::Mistake> unbuilt(const Case& item);

}  // namespace assay::suite
