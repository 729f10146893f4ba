#include "sample_record.hpp"

#include "case_builder.hpp"

#include <cstdint>
#include <limits>
#include <string>

namespace assay::golden {
namespace {

using base::Failure;
using base::Fault;
using base::Verdict;
using run::CaseRecord;

const std::string kFashion = "fashion_mnist";
const std::string kPeople = "people";

std::string text(const char* value) { return value; }
std::uint64_t natural(std::uint64_t value) { return value; }

CaseRecord passed_images(const std::string& name, std::uint64_t rows, double seconds) {
  CaseRecord record = make_case(kFashion, "expect", name, Verdict::kPassed, seconds);
  add(record, passed("shape", {measured("shape", "[" + std::to_string(rows) + ", 28, 28]")}));
  add(record, passed("dtype", {measured("dtype", text("uint8"))}));
  add(record, passed("finite", {measured("unexpected", natural(0), "count"), measured("total", rows * 784, "count")}));
  add(record, passed("values", {measured("unexpected", natural(0), "count"), measured("total", rows * 784, "count")}));
  add(record, passed("mean", {measured("mean", 72.94035223214286)}));
  add(record, passed("std", {measured("std", 90.02118234738018)}));
  add(record, passed("unique"));
  return record;
}

CaseRecord failed_values() {
  CaseRecord record = make_case(kFashion, "expect", "test_images", Verdict::kFailed, 0.104);
  record.reason = "2 of 4 checks failed: values, mean";
  add(record, passed("shape", {measured("shape", text("[10000, 28, 28]"))}));
  Failure values{.message = "17 of 7840000 elements of test/images are outside [0, 255] (t10k.h5)",
                 .expected = text("[0, 255]"),
                 .observed = {},
                 .unexpected = 17,
                 .total = 7840000,
                 .offenders = {},
                 .truncated = false};
  for (std::uint64_t i = 0; i < 17; ++i) {
    values.offenders.push_back({.row = 7 + 60 * i,
                                .index = {7 + 60 * i, i, 2 * i},
                                .value = std::int64_t{-1} - static_cast<std::int64_t>(i * i)});
  }
  values.files = {{.path = "files/fashion_mnist.expect.test_images/values.png",
                   .media_type = "image/png",
                   .caption = "rows 967, 907 and more of test/images in t10k.h5"}};
  add(record, failed("values", values));
  record.checks.back().metrics = {measured("unexpected", natural(17), "count"),
                                  measured("total", natural(7840000), "count")};
  add(record, failed("mean", {.message = "the mean of test/images is 151.25, above 90",
                              .expected = text("[60, 90]"),
                              .observed = 151.25,
                              .unexpected = {},
                              .total = {},
                              .offenders = {},
                              .truncated = false}));
  record.checks.back().metrics = {measured("mean", 151.25)};
  add(record, passed("dtype", {measured("dtype", text("int16"))}));
  return record;
}

CaseRecord failed_rows() {
  CaseRecord record = make_case(kPeople, "expect", "table", Verdict::kFailed, 2.31);
  record.reason = "3 of 4 checks failed: name.matches, age.values, disjoint_from";
  add(record, passed("rows", {measured("rows", natural(100000), "count")}));
  Failure matches{.message = "2 of 100000 elements of table/people.name do not match ^[A-Z]",
                  .expected = text("^[A-Z]"),
                  .observed = {},
                  .unexpected = 2,
                  .total = 100000,
                  .offenders = {{.row = 3, .index = {3}, .value = text("anna")},
                                {.row = 99999, .index = {99999}, .value = text("\x1b[31mred\x1b[0m\nnext line")}},
                  .truncated = false};
  add(record, failed("name.matches", matches));
  Failure values{.message = "99999 of 100000 elements of table/people.age are outside [0, 130]",
                 .expected = text("[0, 130]"),
                 .observed = {},
                 .unexpected = 99999,
                 .total = 100000,
                 .offenders = {},
                 .truncated = true};
  for (std::uint64_t row = 0; row < 20; ++row) {
    values.offenders.push_back(
        {.row = row,
         .index = {row},
         .value = row == 1 ? std::numeric_limits<double>::quiet_NaN() : 1e5 + 0.5 * static_cast<double>(row)});
  }
  add(record, failed("age.values", values));
  record.checks.back().reason += "; it was expected to fail (ages are in days) until 2026-06-30";
  Failure leak{.message = "1 of 100000 examples of table/people stands in holdout.h5 table/people as well: leakage",
               .expected = text("no example in both"),
               .observed = {},
               .unexpected = 1,
               .total = 100000,
               .offenders = {{.row = 60017, .index = {17}, .value = {}}},
               .truncated = false};
  add(record, failed("disjoint_from", leak));
  return record;
}

CaseRecord unreadable() {
  CaseRecord record = make_case(kPeople, "expect", "scans", Verdict::kError, 0.012);
  record.fault = Fault::kData;
  record.reason =
      "HDF5 cannot read /data/hospital/2026/scans_of_the_second_quarter.h5: the file is truncated (eof = 2048, "
      "expected 73416)";
  for (const char* check : {"shape", "dtype", "finite", "mean"}) {
    add(record, without_failures(check, Verdict::kError, Fault::kData, record.reason));
  }
  return record;
}

CaseRecord user_error() {
  CaseRecord record = make_case(kPeople, "expect", "names", Verdict::kError, 0.2);
  record.fault = Fault::kUser;
  record.reason = "mean: text has no mean (table/people.name is string)";
  add(record, passed("rows", {measured("rows", natural(100000), "count")}));
  add(record,
      without_failures("mean", Verdict::kError, Fault::kUser, "text has no mean (table/people.name is string)"));
  return record;
}

CaseRecord crashed() {
  CaseRecord record = make_case(kPeople, "test", "Encoder.keeps_order", Verdict::kCrashed, 1.7);
  record.reason = "the worker was killed by signal 11 (SIGSEGV) in this case; last phase: encode batch 3, step 128";
  record.output =
      "loading /data/encoder.bin\n\x1b[1mencoding\x1b[0m 4096 rows\nAddressSanitizer: heap-buffer-overflow\n";
  return record;
}

CaseRecord failed_test() {
  CaseRecord record = make_case(kPeople, "test", "Encoder.round_trip", Verdict::kFailed, 0.04);
  record.reason =
      "tests/encoder_test.cpp:41: Failure\nExpected equality of these values:\n  decode(encode(row))\n    Which is: "
      "7\n  row\n    Which is: 8\n";
  return record;
}

CaseRecord without_verdict(const std::string& kind, const std::string& name, Verdict verdict, Fault fault,
                           double seconds, const std::string& reason) {
  CaseRecord record = make_case(kPeople, kind, name, verdict, seconds);
  record.fault = fault;
  record.reason = reason;
  return record;
}

}  // namespace

run::RunRecord passing_record() {
  run::RunRecord record;
  record.run = "20261130T141635-4711";
  record.started = "2026-11-30T14:16:35.123Z";
  record.seconds = 0.61;
  record.exit = base::ExitCode::kPassed;
  record.cases = {passed_images("train_images", 60000, 0.412), passed_images("test_images", 10000, 0.071)};
  CaseRecord labels = make_case(kFashion, "expect", "train_labels", Verdict::kPassed, 0.0031);
  add(labels, passed("rows", {measured("rows", natural(60000), "count")}));
  add(labels, passed("distinct", {measured("distinct", natural(10), "count")}));
  add(labels, passed("class_share"));
  record.cases.push_back(labels);
  return record;
}

run::RunRecord sample_record() {
  run::RunRecord record = passing_record();
  record.seconds = 83.4;
  record.exit = base::ExitCode::kUserError;
  record.warnings = {"people.test.Encoder.keeps_order: left a process running, which Assay ended: python3 (4712)"};
  record.cases.erase(record.cases.begin() + 1);
  record.cases.push_back(failed_values());
  record.cases.push_back(failed_rows());
  record.cases.push_back(unreadable());
  record.cases.push_back(user_error());
  record.cases.push_back(crashed());
  record.cases.push_back(failed_test());

  record.cases.push_back(without_verdict("train", "short_run", Verdict::kTimeout, Fault::kNone, 60,
                                         "the case used up its 60 s; last phase: train, step 412"));
  record.cases.back().curves = {
      {"loss", {{1, 2.302585092994046}, {2, 1.75}, {412, std::numeric_limits<double>::quiet_NaN()}}}};
  record.cases.back().measurements = {measured("@step_time", 0.1456, "s", "lower"),
                                      measured("@peak_memory", natural(1234567890), "bytes", "lower")};
  record.cases.push_back(without_verdict("train", "long_run", Verdict::kStalled, Fault::kNone, 12.5,
                                         "stalled at step 128 of phase train: no new step for 10 s"));

  CaseRecord known = without_verdict("expect", "known", Verdict::kXfailed, Fault::kNone, 0.01,
                                     "expected (sensor 3 is wrong until the recount): 1 of 2 checks failed: values");
  add(known, passed("rows"));
  add(known, failed("values", {.message = "1 of 10 elements of x is outside [0, 10]",
                               .expected = text("[0, 10]"),
                               .observed = {},
                               .unexpected = 1,
                               .total = 10,
                               .offenders = {{.row = 3, .index = {3}, .value = std::int64_t{22}}},
                               .truncated = false}));
  known.checks.back().verdict = Verdict::kXfailed;
  record.cases.push_back(known);

  CaseRecord mended = without_verdict("expect", "mended", Verdict::kXpassed, Fault::kNone, 0.01,
                                      "it passed, but it was expected to fail: sensor 4 is wrong");
  add(mended, passed("values"));
  record.cases.push_back(mended);

  CaseRecord flaky =
      without_verdict("test", "Loader.reads_twice", Verdict::kFlaky, Fault::kNone, 0.9,
                      "passed at attempt 2; at first failed: the second read gave 12 rows instead of 13");
  flaky.attempts = 2;
  record.cases.push_back(flaky);

  CaseRecord skipped =
      without_verdict("expect", "gpu_cache", Verdict::kSkipped, Fault::kNone, 0, "no CUDA device on this machine");
  skipped.planned.checks = {"rows", "mean"};
  record.cases.push_back(skipped);
  record.cases.push_back(
      without_verdict("test", "Cuda.encodes", Verdict::kSkipped, Fault::kNone, 0, "no CUDA device on this machine"));
  CaseRecord cut = without_verdict("expect", "archive", Verdict::kNotRun, Fault::kMachine, 0,
                                   "the budget of tier pr (10 min) was used up before this case was started");
  add(cut, without_failures("rows", Verdict::kNotRun, Fault::kNone, cut.reason));
  record.cases.push_back(cut);
  record.cases.push_back(without_verdict("memorize", "lenet", Verdict::kCancelled, Fault::kNone, 0,
                                         "the run was cancelled before this case was started"));
  return record;
}

run::RunRecord hostile_record() {
  run::RunRecord record;
  record.run = "hostile";
  record.started = "2026-11-30T14:16:35.123Z";
  record.seconds = std::numeric_limits<double>::quiet_NaN();
  record.exit = base::ExitCode::kFailed;
  record.warnings = {"\x1b]0;title\x07 and \xff"};
  const std::string nasty =
      "]]> & <b attribute=\"x\">'\x01\x1b[31m\x7f\xff\xed\xa0\x80\xef\xbf\xbe\xef\xbf\xbf gr\xc3\xbc\xc3\x9f\r\n\ttab "
      "\xf0\x9f\x98\x80" +
      std::string(1, '\0') + "end";
  CaseRecord failing = make_case("hostile", "expect", "a", Verdict::kFailed, std::numeric_limits<double>::infinity());
  failing.planned.name = "hostile.expect." + nasty;
  failing.planned.file = "folder with \"quotes\" & <signs>/suite.toml";
  failing.planned.reproduce = "assay run --filter '" + nasty + "'";
  failing.reason = nasty;
  add(failing,
      failed(nasty, {.message = nasty,
                     .expected = nasty,
                     .observed = nasty,
                     .unexpected = std::numeric_limits<std::uint64_t>::max(),
                     .total = std::numeric_limits<std::uint64_t>::max(),
                     .offenders = {{.row = std::numeric_limits<std::uint64_t>::max(),
                                    .index = {std::numeric_limits<std::uint64_t>::max()},
                                    .value = nasty},
                                   {.row = 1, .index = {}, .value = std::numeric_limits<std::int64_t>::min()},
                                   {.row = 2, .index = {2}, .value = true},
                                   {.row = 3, .index = {3}, .value = -std::numeric_limits<double>::infinity()}},
                     .truncated = true}));
  failing.checks.back().metrics = {measured(nasty, std::numeric_limits<double>::quiet_NaN(), nasty, nasty),
                                   measured("total", std::numeric_limits<std::uint64_t>::max(), "count"),
                                   measured("low", -std::numeric_limits<double>::infinity())};
  record.cases.push_back(failing);
  CaseRecord crashing = make_case("ho<st>ile", "test", "Broken." + nasty, Verdict::kCrashed, 0.5);
  crashing.reason = nasty;
  crashing.output = std::string(100'000, 'x') + "\xc3" + nasty;
  record.cases.push_back(crashing);
  CaseRecord skipped = make_case("hostile", "expect", "b", Verdict::kSkipped, 0);
  skipped.reason = nasty;
  skipped.planned.checks = {"rows"};
  record.cases.push_back(skipped);
  return record;
}

}  // namespace assay::golden
