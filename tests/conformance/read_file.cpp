// Prints what the HDF5 folder reads of a file, as JSON: for each dataset its type, shape and decoded elements, or the
// sentence that refuses it. For tests that read the same file with another program.
#include <assay/base/detail/json.hpp>
#include <assay/hdf5/block_source.hpp>
#include <assay/hdf5/file.hpp>

#include <cstdio>
#include <string>

namespace {

using assay::base::detail::Json;
namespace hdf5 = assay::hdf5;

std::string to_hex(const std::vector<std::byte>& bytes) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : bytes) {
    text += kDigits[std::to_integer<unsigned>(byte) >> 4U];
    text += kDigits[std::to_integer<unsigned>(byte) & 15U];
  }
  return text;
}

Json read_elements(const hdf5::Dataset& dataset) {
  Json json = {{"type", dataset.type().name()}, {"shape", dataset.shape()}};
  std::string bytes;
  Json texts = Json::array();
  Json lengths = Json::array();
  hdf5::BlockSource source(dataset);
  while (true) {
    const auto raw = source.next();
    if (!raw) {
      json["refused"] = raw.error().message;
      return json;
    }
    if (!*raw) break;
    const auto block = (*raw)->decode();
    if (!block) {
      json["refused"] = block.error().message;
      return json;
    }
    bytes += to_hex(block->bytes);
    // Of texts the bytes: what they are is nobody's business here.
    for (const std::string& text : block->texts) {
      const auto* first = reinterpret_cast<const std::byte*>(text.data());
      texts.push_back(to_hex({first, first + text.size()}));
    }
    for (const std::uint64_t length : block->lengths) lengths.push_back(length);
  }
  json["bytes"] = bytes;
  json["texts"] = texts;
  json["lengths"] = lengths;
  return json;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  Json answer = Json::object();
  const auto file = hdf5::File::open(argv[1]);
  if (!file) {
    answer["refused"] = file.error().message;
  } else {
    answer["datasets"] = Json::object();
    for (const std::string& path : file->dataset_paths()) {
      const auto dataset = file->dataset(path);
      answer["datasets"][path] = dataset ? read_elements(*dataset) : Json{{"refused", dataset.error().message}};
    }
  }
  std::printf("%s\n", answer.dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
  return 0;
}
