#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace assay::expect::detail {

/// Memory for a list that may get large: then the kernel is asked for large pages, since fresh small ones cost more
/// than what is written into them.
[[nodiscard]] void* take_large_memory(std::size_t bytes);
void give_large_memory(void* memory) noexcept;

template <class T>
struct LargeMemory {
  using value_type = T;

  LargeMemory() = default;
  template <class U>
  LargeMemory(const LargeMemory<U>&) noexcept {}

  [[nodiscard]] T* allocate(std::size_t count) {
    if (count > static_cast<std::size_t>(-1) / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T*>(take_large_memory(count * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t) noexcept { give_large_memory(memory); }
  friend bool operator==(const LargeMemory&, const LargeMemory&) noexcept { return true; }
};

/// A list in such memory.
template <class T>
using LargeList = std::vector<T, LargeMemory<T>>;

}  // namespace assay::expect::detail
