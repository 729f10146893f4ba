#pragma once

#include <assay/base/error.hpp>
#include <assay/config/document.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::config {

/// A name that a value refers to, such as a tier, noted while reading and looked up when the whole file is known.
struct Reference {
  std::string category;
  std::string name;
  std::string subject;  ///< the path of the key, as messages name it
  Position position;
};

/// Collects all mistakes of one document, each with its place, and knows which key is being read.
class Reader {
 public:
  /// The document must outlive the reader.
  explicit Reader(const Document& document);

  void report(Position position, std::string message);
  /// "`expect.a.mean` must be WHAT, not the text "x"".
  void expected(const Node& node, std::string_view what);
  /// Notes a name to be looked up later.
  void refer(std::string category, std::string name, Position position);

  [[nodiscard]] const std::vector<Reference>& references() const noexcept { return references_; }
  [[nodiscard]] bool has_mistakes() const noexcept { return !mistakes_.empty(); }
  /// In the order of the file; beyond `kMostMistakes` the last one says how many more there are.
  [[nodiscard]] std::vector<base::Mistake> mistakes() const;
  [[nodiscard]] base::Place place(Position position) const;
  /// The path of the key being read, in backquotes: "`expect.a.mean`", "entry 2 of `expect.a.shape`".
  [[nodiscard]] std::string subject() const;
  /// Where byte `offset` of a text value stands in the file: exact for a text on one line without escapes, else the
  /// place of the value.
  [[nodiscard]] Position within_text(const Node& node, std::size_t offset) const;

  static constexpr std::size_t kMostMistakes = 500;

  /// While it lives, messages speak of this key of the current table. What an inherited entry says wrong was reported
  /// where the defaults stand, so nothing is noted below it.
  class Scope {
   public:
    Scope(Reader& reader, const Entry& entry);
    Scope(Reader& reader, std::string_view key, bool silent = false);
    /// Entry `index` (from 0) of the list being read.
    Scope(Reader& reader, std::size_t index);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Reader& reader_;
    bool silent_;
  };

 private:
  struct Step {
    std::string key;  ///< empty: an entry of a list
    std::size_t index = 0;
  };

  const Document& document_;
  std::vector<std::size_t> line_starts_;
  std::vector<Step> path_;
  int silent_ = 0;
  std::size_t count_ = 0;
  std::vector<std::pair<Position, std::string>> mistakes_;
  std::vector<Reference> references_;
};

}  // namespace assay::config
