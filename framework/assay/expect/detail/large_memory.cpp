#include <assay/expect/detail/large_memory.hpp>

#include <cstdlib>
#include <sys/mman.h>

namespace assay::expect::detail {

void* take_large_memory(std::size_t bytes) {
  constexpr std::size_t kPage = std::size_t{2} << 20U;  // of x86-64 and most others
  constexpr std::size_t kLarge = 4 * kPage;
  void* memory = nullptr;
  if (bytes < kLarge) {
    memory = std::malloc(bytes);
  } else if (bytes <= static_cast<std::size_t>(-1) - kPage) {
    const std::size_t whole = (bytes + kPage - 1) / kPage * kPage;
    memory = std::aligned_alloc(kPage, whole);
    // Only advice: without it the pages are small.
    if (memory != nullptr) ::madvise(memory, whole, MADV_HUGEPAGE);
  }
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void give_large_memory(void* memory) noexcept { std::free(memory); }

}  // namespace assay::expect::detail
