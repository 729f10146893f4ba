#include "run_program.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <sys/wait.h>

namespace assay::examples::tests {
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
  std::string pattern = (std::filesystem::temp_directory_path() / "assay-examples-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    throw std::runtime_error("no temporary folder: " + pattern);
  }
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

Ended run_program(const std::vector<std::string>& words) {
  std::string command;
  for (const std::string& word : words) {
    command += quoted(word) + " ";
  }
  FILE* pipe = popen((command + "2>&1").c_str(), "r");
  if (pipe == nullptr) {
    throw std::runtime_error("cannot run " + command);
  }
  Ended ended;
  std::array<char, 4096> piece{};
  while (const std::size_t count = fread(piece.data(), 1, piece.size(), pipe)) {
    ended.output.append(piece.data(), count);
  }
  const int status = pclose(pipe);
  ended.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return ended;
}

std::string run_script(const std::string& script, const std::vector<std::string>& arguments) {
  std::vector<std::string> words{"/usr/bin/python3", "-B", std::string(ASSAY_TEST_FOLDER) + "/" + script};
  words.insert(words.end(), arguments.begin(), arguments.end());
  Ended ended = run_program(words);
  if (ended.exit_code != 0) {
    throw std::runtime_error(script + " failed (is python3-h5py installed?):\n" + ended.output);
  }
  return ended.output;
}

}  // namespace assay::examples::tests
