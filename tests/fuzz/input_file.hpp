#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace assay::fuzz {

/// A file in memory that holds an input, for what reads files by name.
class InputFile {
 public:
  InputFile(const std::uint8_t* bytes, std::size_t size);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  [[nodiscard]] std::filesystem::path path() const;

 private:
  int descriptor_;
};

}  // namespace assay::fuzz
