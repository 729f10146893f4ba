#pragma once

#include <assay/base/duration.hpp>

#include <tl/expected.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace assay::run::detail {

/// A case that the worker is to do, with its limits.
struct OrderedCase {
  std::string name;
  std::optional<base::Duration> limit;  ///< wall time; none: unlimited
  std::optional<std::uint64_t> memory;  ///< bytes, of all processes together
  friend bool operator==(const OrderedCase&, const OrderedCase&) = default;
};

/// What a guard is asked to do, as a file. All paths are absolute.
struct Order {
  std::string run;
  pid_t runner = 0;  ///< the process whose end ends everything
  std::filesystem::path program;
  std::filesystem::path folder;  ///< where the worker starts
  std::filesystem::path batch;
  std::filesystem::path events;  ///< event log, appended to
  std::filesystem::path output;  ///< what the worker prints, bounded
  std::vector<OrderedCase> cases;
  std::vector<std::pair<std::string, std::string>> env;  ///< added to the environment
  std::optional<base::Duration> budget;                  ///< of the whole run, for the message
  std::int64_t budget_end_ns = 0;                        ///< CLOCK_MONOTONIC, when there is a budget

  friend bool operator==(const Order&, const Order&) = default;
};

/// @throws base::InfrastructureError when the file cannot be written.
void write_order(const Order& order, const std::filesystem::path& file);

/// Reads it, or one sentence that says what is wrong with it.
[[nodiscard]] tl::expected<Order, std::string> read_order(const std::filesystem::path& file);

}  // namespace assay::run::detail
