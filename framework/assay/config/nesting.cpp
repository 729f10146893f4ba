#include <assay/config/detail/nesting.hpp>

#include <algorithm>

namespace assay::config::detail {
namespace {

/// Reads TOML as far as it takes to tell brackets and dots from those inside texts and comments.
class NestingScan {
 public:
  NestingScan(std::string_view toml, int most) noexcept : toml_(toml), most_(most) {}

  std::optional<Position> run() noexcept {
    while (at_ < toml_.size()) {
      switch (const char c = toml_[at_]) {
        case '#':
          skip_comment();
          continue;
        case '"':
        case '\'':
          skip_text(c);
          continue;
        case '[':
        case '{':
          dots_ = 0;
          ++depth_;
          break;
        case ']':
        case '}':
          dots_ = 0;
          depth_ = std::max(0, depth_ - 1);
          break;
        case '=':
        case ',':
          dots_ = 0;
          break;
        case '.':
          ++dots_;
          break;
        case '\n':
          dots_ = 0;
          break;
        default:
          break;
      }
      if (depth_ > most_ || dots_ >= most_) {
        return here();
      }
      advance();
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] Position here() const noexcept {
    const std::string_view line = toml_.substr(line_start_, at_ - line_start_);
    const auto characters = std::count_if(line.begin(), line.end(),
                                          [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
    return {line_, static_cast<int>(characters) + 1};
  }

  void advance() noexcept {
    if (toml_[at_] == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    }
    ++at_;
  }

  void skip_comment() noexcept {
    while (at_ < toml_.size() && toml_[at_] != '\n') {
      ++at_;
    }
  }

  [[nodiscard]] bool three(char quote) const noexcept {
    return toml_.size() - at_ >= 3 && toml_[at_] == quote && toml_[at_ + 1] == quote && toml_[at_ + 2] == quote;
  }

  void skip_text(char quote) noexcept {
    const bool many_lines = three(quote);
    at_ += many_lines ? 3 : 1;
    while (at_ < toml_.size()) {
      if (quote == '"' && toml_[at_] == '\\' && at_ + 1 < toml_.size()) {
        ++at_;  // what is escaped ends nothing
      } else if (many_lines && three(quote)) {
        at_ += 3;
        return;
      } else if (!many_lines && (toml_[at_] == quote || toml_[at_] == '\n')) {
        advance();
        return;
      }
      advance();
    }
  }

  std::string_view toml_;
  int most_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  int line_ = 1;
  int depth_ = 0;
  int dots_ = 0;
};

}  // namespace

std::optional<Position> deepest_break(std::string_view toml, int most) noexcept {
  return NestingScan(toml, most).run();
}

}  // namespace assay::config::detail
