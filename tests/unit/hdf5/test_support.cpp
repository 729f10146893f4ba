#include "test_support.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <sys/wait.h>

namespace assay::hdf5::tests {
namespace {

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char character : word) {
    text += character == '\'' ? std::string("'\\''") : std::string(1, character);
  }
  return text + "'";
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "assay-hdf5-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    throw std::runtime_error("no temporary folder: " + pattern);
  }
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

Outcome run(const std::vector<std::string>& words, const std::string& prefix) {
  std::string command = prefix + " ";
  for (const std::string& word : words) {
    command += quoted(word) + " ";
  }
  FILE* pipe = popen((command + "2>&1").c_str(), "r");
  if (pipe == nullptr) {
    throw std::runtime_error("cannot run " + command);
  }
  Outcome outcome;
  std::array<char, 4096> piece{};
  while (const std::size_t count = fread(piece.data(), 1, piece.size(), pipe)) {
    outcome.output.append(piece.data(), count);
  }
  const int status = pclose(pipe);
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}

Outcome run_script(const std::string& script, const std::vector<std::string>& arguments) {
  std::vector<std::string> words{"/usr/bin/python3", std::string(ASSAY_TEST_FOLDER) + "/" + script};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run(words);
}

const std::filesystem::path& made_files() {
  static const TemporaryFolder folder;
  static const Outcome made = run_script("make_files.py", {folder.path().string()});
  if (made.exit_code != 0) {
    throw std::runtime_error("make_files.py failed (is python3-h5py installed?):\n" + made.output);
  }
  return folder.path();
}

std::string read_bytes(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream content;
  content << stream.rdbuf();
  if (!stream) {
    throw std::runtime_error("cannot read " + path.string());
  }
  return content.str();
}

}  // namespace assay::hdf5::tests
