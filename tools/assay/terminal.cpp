#include "terminal.hpp"

#include <assay/base/utf8.hpp>

#include <fmt/core.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <sys/ioctl.h>
#include <unistd.h>

namespace assay::tools {
namespace {

constexpr unsigned kDefaultWidth = 80;
constexpr unsigned kLeastWidth = 40;
constexpr unsigned kMostWidth = 160;

unsigned width_of(int descriptor) {
  unsigned width = kDefaultWidth;
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    width = size.ws_col;
  } else if (const char* columns = std::getenv("COLUMNS"); columns != nullptr) {
    const std::string_view text = columns;
    std::from_chars(text.data(), text.data() + text.size(), width);
  }
  return std::min(std::max(width, kLeastWidth), kMostWidth);
}

void print_line(std::string_view word, std::string_view colour, std::string_view text) {
  const bool coloured = style_of(STDERR_FILENO).colour;
  fmt::print(stderr, "{}{}{} {}\n", coloured ? colour : "", word, coloured ? "\x1b[0m" : "", text);
}

}  // namespace

bool is_terminal(int descriptor) noexcept { return isatty(descriptor) == 1; }

report::ConsoleStyle style_of(int descriptor) {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool plain =
      (no_color != nullptr && *no_color != '\0') || (terminal != nullptr && std::string_view(terminal) == "dumb");
  return {.colour = is_terminal(descriptor) && !plain, .width = width_of(descriptor)};
}

void print_mistakes(const base::UserError& error) {
  for (const base::Mistake& mistake : error.mistakes()) {
    print_line("error:", "\x1b[1;31m", base::to_utf8(mistake.to_text()));
  }
}

void print_warning(const std::string& sentence) { print_line("warning:", "\x1b[1;33m", base::to_utf8(sentence)); }

}  // namespace assay::tools
