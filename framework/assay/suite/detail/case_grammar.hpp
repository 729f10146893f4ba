#pragma once

#include <assay/config/table_type.hpp>
#include <assay/suite/built.hpp>
#include <assay/suite/case.hpp>

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace assay::suite::detail {

/// How the cases of one kind are written: `[<word>.<name>]`.
struct KindGrammar {
  Kind kind = Kind::kExpect;
  std::string meaning;
  config::Table<Case> table;
  CaseBody start;                   ///< the body that the keys are filled into
  std::vector<std::string> merged;  ///< tables whose entries a case and its defaults share, such as `env`
};

/// All kinds in the order of docs/reference.md; built once.
[[nodiscard]] const std::vector<KindGrammar>& kind_grammars();

/// The keys that every case may set.
void add_case_options(config::Table<Case>& table);

[[nodiscard]] KindGrammar expect_grammar();
[[nodiscard]] KindGrammar memorize_grammar();
[[nodiscard]] KindGrammar train_grammar();
[[nodiscard]] KindGrammar examples_grammar();
[[nodiscard]] KindGrammar behave_grammar();
[[nodiscard]] KindGrammar resume_grammar();
/// `determinism` and `parity`.
[[nodiscard]] KindGrammar comparison_grammar(Kind kind);
[[nodiscard]] KindGrammar test_grammar();

/// Notes at the keys of a table which of them this version cannot run: those of `later_keys` whose path is `prefix` and
/// the key.
template <class T>
void note_later_keys(config::Table<T>& table, Kind kind, std::string_view prefix = {}) {
  for (const LaterKey& key : later_keys()) {
    if (key.kind == kind && key.path.substr(0, key.path.rfind('.') + 1) == prefix) {
      table.change_meaning(key.path.substr(prefix.size()),
                           [](const std::string& meaning) { return with_note(meaning, false); });
    }
  }
}

/// Stores a value in a member of the case's body.
template <class Body, class Member>
[[nodiscard]] auto into(Member Body::*member) {
  return [member](Case& to, auto value) { std::get<Body>(to.body).*member = std::move(value); };
}

/// A rule that at most one of these keys is there, and one at least when `needed` is not empty: it then ends the
/// sentence "`train.x` needs".
[[nodiscard]] config::Table<Case>::Rule one_of(std::vector<std::string> keys, std::string needed);

/// A rule that a key is written only together with another.
[[nodiscard]] config::Table<Case>::Rule only_with(std::string key, std::string other);

}  // namespace assay::suite::detail
