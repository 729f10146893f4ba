#pragma once

#include <assay/train/recipe_registry.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::zoo {

enum class Expected {
  kFault,       ///< has to be caught
  kEquivalent,  ///< is another way to write the same: nothing may alarm
};

/// One change of one subject.
struct Mutation {
  std::string_view row;       ///< of the bug zoo of the project's notes, `Z01`; `new` where it is none of them
  std::string_view subject;   ///< `mlp`
  std::string_view name;      ///< that the subject knows, or the id of a built-in fault of Assay
  std::string_view strength;  ///< `loud` or `quiet`
  std::string_view what;      ///< what is changed, as a clause
  Expected expected = Expected::kFault;

  /// `mlp/no_zero_grad`
  [[nodiscard]] std::string full_name() const;
};

/// All mutations: by subject, in the order of the rows.
[[nodiscard]] std::span<const Mutation> mutations();

/// The recipe of a subject with a mutation in it. Names of built-in faults win over those of the subject.
[[nodiscard]] train::RecipeFactory mutated(const Mutation& mutation);
/// The healthy recipe of a subject.
/// @throws UserError for a subject that is not there.
[[nodiscard]] train::RecipeFactory healthy(std::string_view subject);

/// A row that has no mutation here, and why.
struct LeftOut {
  std::string_view row;
  std::string_view why;
};
[[nodiscard]] std::span<const LeftOut> left_out() noexcept;

/// One list a subject.
[[nodiscard]] std::span<const Mutation> mlp_mutations() noexcept;
[[nodiscard]] std::span<const Mutation> cnn_mutations() noexcept;
[[nodiscard]] std::span<const Mutation> transformer_mutations() noexcept;
[[nodiscard]] std::span<const Mutation> lstm_mutations() noexcept;
[[nodiscard]] std::span<const Mutation> autoencoder_mutations() noexcept;
[[nodiscard]] std::span<const Mutation> tabular_mutations() noexcept;

}  // namespace assay::zoo
