#include <assay/base/utf8.hpp>
#include <assay/report/console.hpp>
#include <assay/report/detail/wrap.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <optional>
#include <set>

namespace assay::report {
namespace {

using run::Event;
using run::EventKind;

/// Steps come thousands a second; an eye needs ten.
constexpr std::int64_t kStepPause = 100'000'000;

/// A case that a worker is at.
struct Active {
  std::string name;
  std::string doing;
};

}  // namespace

struct Progress::State {
  ConsoleStyle style;
  std::set<std::string> planned;
  std::set<std::string> started;
  std::list<Active> active;  ///< the last one has the latest news
  std::size_t shown_width = 0;
  std::string shown;
  std::optional<std::int64_t> last_step_ns;

  void remove(const std::string& name) {
    active.remove_if([&name](const Active& item) { return item.name == name; });
  }

  /// Puts the case last, with what it does if that is known.
  void touch(const Event& event, std::optional<std::string> doing) {
    const auto found = std::ranges::find(active, event.case_name, &Active::name);
    Active item = found == active.end() ? Active{event.case_name, {}} : *found;
    if (doing) {
      item.doing = *std::move(doing);
    }
    remove(event.case_name);
    active.push_back(std::move(item));
  }

  /// Changes the state; false when there is nothing new to show.
  bool take(const Event& event) {
    const bool known = !event.case_name.empty();
    switch (event.kind) {
      case EventKind::kRunPlanned:
        if (event.planned && event.planned->skip.empty()) {
          planned.insert(event.planned->name);
        }
        return false;
      case EventKind::kCaseStarted:
        started.insert(event.case_name);
        touch(event, std::string{});
        return known;
      case EventKind::kPhase:
        touch(event, event.detail.empty() ? event.phase : event.phase + " " + event.detail);
        return known;
      case EventKind::kStep:
        if (last_step_ns && event.monotonic_ns - *last_step_ns < kStepPause) {
          return false;
        }
        last_step_ns = event.monotonic_ns;
        touch(event, event.loss ? fmt::format("step {}, loss {:.4g}", event.step, *event.loss)
                                : fmt::format("step {}", event.step));
        return known;
      case EventKind::kCaseFinished:
      case EventKind::kWorkerEnded:
        remove(event.case_name);
        return !active.empty();
      case EventKind::kRunStarted:
      case EventKind::kCheck:
      case EventKind::kMeasure:
      case EventKind::kWorkerFinished:
      case EventKind::kRunFinished:
        return false;
    }
    return false;
  }

  [[nodiscard]] std::string line() const {
    const Active& latest = active.back();
    const std::size_t total = std::max(planned.size(), started.size());
    std::string text = fmt::format("[{}/{}] {}", started.size(), total, base::to_printable(latest.name));
    if (!latest.doing.empty()) {
      text += "  " + base::to_printable(latest.doing);
    }
    // One column stays free: a full line would wrap, and could then not be rewritten in place.
    return cut(text, style.width > 1 ? style.width - 1 : 1);
  }

  static std::string cut(const std::string& text, std::size_t width) {
    if (detail::width_of(text) <= width) {
      return text;
    }
    std::string kept;
    std::size_t columns = 0;
    for (const char character : text) {
      const bool begins = (static_cast<unsigned char>(character) & 0xC0U) != 0x80;
      if (begins && ++columns == width) {
        break;
      }
      kept += character;
    }
    return kept + "…";
  }

  /// Writes over what was shown with blanks instead of an escape sequence: any terminal understands it.
  std::string replace_by(const std::string& text) {
    const std::size_t width = detail::width_of(text);
    std::string bytes = "\r" + text;
    if (width < shown_width) {
      bytes.append(shown_width - width, ' ');
      bytes += "\r" + text;
    }
    shown = text;
    shown_width = width;
    return bytes;
  }
};

Progress::Progress(const ConsoleStyle& style) : state_(std::make_unique<State>()) { state_->style = style; }
Progress::~Progress() = default;
Progress::Progress(Progress&&) noexcept = default;
Progress& Progress::operator=(Progress&&) noexcept = default;

std::string Progress::update(const run::Event& event) {
  if (!state_->take(event)) {
    return {};
  }
  const std::string line = state_->line();
  return line == state_->shown ? std::string{} : state_->replace_by(line);
}

std::string Progress::finish() { return state_->shown.empty() ? std::string{} : state_->replace_by(""); }

}  // namespace assay::report
