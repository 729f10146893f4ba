#pragma once

#include <assay/base/sha256.hpp>

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace assay::examples {

/// What an example may do to the verdict. The numbers are those of the file format.
enum class Status : std::uint8_t {
  kGate = 0,         ///< must pass
  kReportOnly = 1,   ///< is shown and counted, never decides
  kXfail = 2,        ///< is known to fail: passing fails the suite; after `xfail_until` it is a gate
  kQuarantined = 3,  ///< its label waits for review: as kReportOnly
};

/// `gate`, `report_only`, `xfail`, `quarantined`.
[[nodiscard]] std::string_view to_text(Status status) noexcept;

/// One example of a suite, without its inputs.
struct Example {
  base::Digest id{};       ///< SHA-256 over its inputs (see content_id.hpp)
  std::int64_t label = 0;  ///< index into ExampleSuite::classes
  Status status = Status::kGate;
  std::string xfail_reason;
  std::string xfail_until;          ///< `YYYY-MM-DD`, the last day of the excuse; empty for none
  std::vector<std::uint32_t> tags;  ///< indices into ExampleSuite::tags, rising
  bool reviewed = false;
  double loss_at_add = std::numeric_limits<double>::quiet_NaN();  ///< NaN: not known
  std::int64_t source_index = -1;                                 ///< row of the data it was taken from; -1: not known
  std::string fault;  ///< why it cannot be judged (damaged input, label without a class, two labels); empty when it can
};

/// A named suite of examples: everything of a suite file but the inputs.
struct ExampleSuite {
  std::filesystem::path file;
  std::string name;
  std::string suite_id;
  std::string description;
  std::string created_at;        ///< RFC 3339
  std::string tool_version;      ///< of the program that wrote the file
  std::uint64_t generation = 0;  ///< commits of this file so far
  std::vector<std::string> classes;
  std::vector<std::string> tags;
  std::vector<Example> examples;
  bool sealed = false;
  std::vector<std::string> notes;  ///< what a reader should be told: a newer minor version, unknown columns
};

/// SHA-256 over the sorted ids, each followed by its label as int64 little-endian and its status byte, in hexadecimal.
/// Equal for suites that ask the same, whatever the order of their examples.
[[nodiscard]] std::string content_digest(const ExampleSuite& suite);

}  // namespace assay::examples
