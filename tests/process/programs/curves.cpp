// Prints the curves of a metrics file as Assay reads them, for the tests of what other programs write.
#include <assay/trajectory/json_lines.hpp>

#include <iostream>

int main(int argc, char** argv) {
  const auto read =
      argc == 2 ? assay::trajectory::read_json_lines(argv[1], "step") : tl::unexpected(std::string("which file?"));
  if (!read) {
    std::cerr << read.error() << '\n';
    return 2;
  }
  for (const auto& [name, curve] : read->curves) {
    std::cout << name;
    for (const auto& point : curve) std::cout << ' ' << point.step << ':' << point.value;
    std::cout << '\n';
  }
  std::cout << "broken:" << read->broken_lines << '\n';
}
