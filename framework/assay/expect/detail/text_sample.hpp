#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::expect::detail {

/// The name of a text as a class: well-formed UTF-8; of one longer than 256 bytes its beginning and a hash.
[[nodiscard]] std::string class_name(std::string_view text);

/// How often each text stands in the data, in bounded memory: exactly while there are at most `kMostTexts` different
/// ones, else of those whose names have the smallest hashes (bottom-k), a sample of the different texts that does not
/// depend on how often they are there. Counts are exact either way, and the state is a function of the texts alone:
/// merging the samples of parts gives that of the whole, in any order.
class TextSample {
 public:
  static constexpr std::size_t kMostTexts = 8192;

  void add(std::string_view text, std::uint64_t times);
  void merge(const TextSample& other);

  /// Whether every text is kept.
  [[nodiscard]] bool complete() const noexcept { return complete_; }
  /// Texts with a hash up to this one are kept, all of them.
  [[nodiscard]] std::uint64_t last_hash() const noexcept;
  /// How many different texts there are; from the density of the kept hashes unless all are kept, to within 2.2 % in
  /// two of three cases.
  [[nodiscard]] double distinct() const noexcept;

  struct Kept {
    std::string_view name;
    std::uint64_t times = 0;
  };
  /// The kept ones with a hash up to `last_hash`, ascending by name.
  [[nodiscard]] std::vector<Kept> kept(std::uint64_t last_hash = ~std::uint64_t{0}) const;

  [[nodiscard]] static std::uint64_t hash_of(std::string_view name) noexcept;
  /// A sample as it was stored. @param complete false: more texts were there than these.
  [[nodiscard]] static TextSample stored(const std::vector<std::pair<std::string, std::uint64_t>>& counts,
                                         bool complete);

  friend bool operator==(const TextSample&, const TextSample&) = default;

 private:
  struct Key {
    std::uint64_t hash = 0;
    std::string name;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  void add_named(std::string name, std::uint64_t times);

  std::map<Key, std::uint64_t> counts_;
  bool complete_ = true;
};

}  // namespace assay::expect::detail
