// Writes reports of hostile, full and empty runs for readers that are not ours: `write_reports FOLDER`.
#include <assay/base/text_file.hpp>
#include <assay/report/console.hpp>
#include <assay/report/junit_xml.hpp>
#include <assay/report/results_json.hpp>

#include "sample_record.hpp"

#include <exception>
#include <filesystem>
#include <iostream>
#include <string>

namespace {

void write(const std::filesystem::path& folder, const std::string& name, const assay::run::RunRecord& record) {
  using namespace assay;
  base::write_file_atomically(folder / (name + ".json"), report::results_json(record));
  base::write_file_atomically(folder / (name + ".xml"), report::junit_xml(record));
  base::write_file_atomically(folder / (name + ".txt"), report::console_text(record, {.colour = false, .width = 80}));
}

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count != 2) {
    std::cerr << "usage: write_reports FOLDER\n";
    return 2;
  }
  try {
    const std::filesystem::path folder = arguments[1];
    write(folder, "hostile", assay::golden::hostile_record());
    write(folder, "everything", assay::golden::sample_record());
    write(folder, "passing", assay::golden::passing_record());
    write(folder, "nothing", {});
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return 0;
}
