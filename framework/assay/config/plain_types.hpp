#pragma once

#include <assay/base/duration.hpp>
#include <assay/base/scalar.hpp>
#include <assay/config/type.hpp>

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace assay::config {

/// `true` or `false`.
[[nodiscard]] Type<bool> flag();

/// A whole number within these ends, both of which count.
[[nodiscard]] Type<std::int64_t> integer(std::int64_t least = std::numeric_limits<std::int64_t>::min(),
                                         std::int64_t most = std::numeric_limits<std::int64_t>::max());

/// A whole number of at least `least` (not negative).
[[nodiscard]] Type<std::uint64_t> count(std::int64_t least = 0,
                                        std::int64_t most = std::numeric_limits<std::int64_t>::max());

/// As `count`, for small numbers.
[[nodiscard]] Type<unsigned> small_count(unsigned least, unsigned most);

/// A finite number within these ends, both of which count; whole numbers are numbers too.
[[nodiscard]] Type<double> number(double least = -std::numeric_limits<double>::infinity(),
                                  double most = std::numeric_limits<double>::infinity());

/// A number from 0 to 1; the message says that it is not a percentage.
[[nodiscard]] Type<double> share();

/// A text that is not empty and holds no NUL character. `what` completes "must be", such as "a file name".
[[nodiscard]] Type<std::string> text(std::string what = "a text");

/// Any text without a NUL character, also the empty one.
[[nodiscard]] Type<std::string> any_text(std::string what = "a text");

/// A truth value, number or text.
[[nodiscard]] Type<base::Scalar> scalar(std::string what = "a truth value, number or text");

/// A duration above zero, such as `"90s"`.
[[nodiscard]] Type<base::Duration> duration();

/// A number of bytes, such as `"4GB"`.
[[nodiscard]] Type<std::uint64_t> byte_size();

/// A TOML local date, such as `2027-03-01` (not a text).
[[nodiscard]] Type<std::chrono::sys_days> date();

/// A word of a fixed list; the message lists them and names the nearest.
[[nodiscard]] Type<std::string> word(std::vector<std::string> words);

/// A text that names something declared elsewhere: noted as a reference of this category.
[[nodiscard]] Type<std::string> reference_to(std::string category, std::string what);

/// A word of a fixed list and what it stands for.
template <class T>
[[nodiscard]] Type<T> choice(std::vector<std::pair<std::string, T>> options) {
  std::vector<std::string> words;
  for (const auto& option : options) {
    words.push_back(option.first);
  }
  return word(std::move(words))
      .then([options = std::move(options)](const std::string& written, const Node&, Reader&) -> std::optional<T> {
        for (const auto& option : options) {
          if (option.first == written) {
            return option.second;
          }
        }
        return std::nullopt;
      });
}

}  // namespace assay::config
