// Faults of our own, for the test of the driver: by the first byte a crash, an exception, a failed assertion, or
// nothing.
#include "input.hpp"

#include <cstdlib>
#include <stdexcept>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static volatile std::uint8_t* volatile nowhere = nullptr;
  if (size == 0) return 0;
  switch (bytes[0] % 8) {
    case 0:
      *nowhere = 1;
      return 0;
    case 1:
      throw std::runtime_error("planted");
    case 2:
      std::abort();
    default:
      return 0;
  }
}
