#include <assay/examples/example_suite.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <numeric>
#include <tuple>

namespace assay::examples {

std::string_view to_text(Status status) noexcept {
  switch (status) {
    case Status::kGate:
      return "gate";
    case Status::kReportOnly:
      return "report_only";
    case Status::kXfail:
      return "xfail";
    case Status::kQuarantined:
      break;
  }
  return "quarantined";
}

std::string content_digest(const ExampleSuite& suite) {
  std::vector<const Example*> sorted(suite.examples.size());
  std::transform(suite.examples.begin(), suite.examples.end(), sorted.begin(), [](const Example& one) { return &one; });
  std::sort(sorted.begin(), sorted.end(), [](const Example* left, const Example* right) {
    return std::tie(left->id, left->label, left->status) < std::tie(right->id, right->label, right->status);
  });
  base::Sha256 sha256;
  for (const Example* example : sorted) {
    sha256.add(example->id);
    const auto label = static_cast<std::uint64_t>(example->label);
    std::array<std::byte, 9> tail{};
    for (std::size_t i = 0; i < 8; ++i) {
      tail[i] = static_cast<std::byte>((label >> (8 * i)) & 0xFFU);
    }
    tail[8] = static_cast<std::byte>(example->status);
    sha256.add(tail);
  }
  return base::to_hex(sha256.finish());
}

}  // namespace assay::examples
