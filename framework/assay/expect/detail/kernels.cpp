#include <assay/expect/detail/range_kernel.hpp>
#include <assay/expect/detail/sum_kernel.hpp>

#include <array>

namespace assay::expect {

#if defined(__x86_64__) && defined(ASSAY_KERNEL_CLONES)

InstructionSet best_instruction_set() noexcept {
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl")) {
    return InstructionSet::kAvx512;
  }
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? InstructionSet::kAvx2
                                                                         : InstructionSet::kBaseline;
}

#define ASSAY_TARGET_AVX2 [[gnu::target("avx2,fma")]]
#define ASSAY_TARGET_AVX512 [[gnu::target("avx512f,avx512dq,avx512bw,avx512vl,prefer-vector-width=512")]]

#else

InstructionSet best_instruction_set() noexcept { return InstructionSet::kBaseline; }

// Elsewhere all three are the same loops.
#define ASSAY_TARGET_AVX2
#define ASSAY_TARGET_AVX512

#endif

namespace detail {
namespace {

template <class T>
struct Baseline {
  static void ranges(const T* values, std::size_t rows, std::size_t columns, ValueRange<T>* found) {
    ranges_body<16>(values, rows, columns, found);
  }
  static std::uint64_t equal(const T* values, std::size_t count, T value) {
    return equal_body<16>(values, count, value);
  }
};

template <class T>
struct Avx2 {
  ASSAY_TARGET_AVX2 static void ranges(const T* values, std::size_t rows, std::size_t columns, ValueRange<T>* found) {
    ranges_body<32>(values, rows, columns, found);
  }
  ASSAY_TARGET_AVX2 static std::uint64_t equal(const T* values, std::size_t count, T value) {
    return equal_body<32>(values, count, value);
  }
};

template <class T>
struct Avx512 {
  ASSAY_TARGET_AVX512 static void ranges(const T* values, std::size_t rows, std::size_t columns, ValueRange<T>* found) {
    ranges_body<64>(values, rows, columns, found);
  }
  ASSAY_TARGET_AVX512 static std::uint64_t equal(const T* values, std::size_t count, T value) {
    return equal_body<64>(values, count, value);
  }
};

template <bool kSquares>
void sums_baseline(const float* values, std::size_t rows, std::size_t columns, const ValueRange<float>* ranges,
                   ColumnSums* found) {
  sums_body<16, kSquares>(values, rows, columns, ranges, found);
}
template <bool kSquares>
ASSAY_TARGET_AVX2 void sums_avx2(const float* values, std::size_t rows, std::size_t columns,
                                 const ValueRange<float>* ranges, ColumnSums* found) {
  sums_body<32, kSquares>(values, rows, columns, ranges, found);
}
template <bool kSquares>
ASSAY_TARGET_AVX512 void sums_avx512(const float* values, std::size_t rows, std::size_t columns,
                                     const ValueRange<float>* ranges, ColumnSums* found) {
  sums_body<64, kSquares>(values, rows, columns, ranges, found);
}

}  // namespace

template <class T>
const Kernels<T>& kernels(InstructionSet set) noexcept {
  static constexpr std::array<Kernels<T>, 3> kAll = {{
      {&Baseline<T>::ranges, &Baseline<T>::equal},
      {&Avx2<T>::ranges, &Avx2<T>::equal},
      {&Avx512<T>::ranges, &Avx512<T>::equal},
  }};
  return kAll[static_cast<std::size_t>(set)];
}

const SumKernels& sum_kernels(InstructionSet set) noexcept {
  static constexpr std::array<SumKernels, 3> kAll = {{
      {&sums_baseline<false>, &sums_baseline<true>},
      {&sums_avx2<false>, &sums_avx2<true>},
      {&sums_avx512<false>, &sums_avx512<true>},
  }};
  return kAll[static_cast<std::size_t>(set)];
}

template const Kernels<std::int8_t>& kernels<std::int8_t>(InstructionSet) noexcept;
template const Kernels<std::uint8_t>& kernels<std::uint8_t>(InstructionSet) noexcept;
template const Kernels<std::int16_t>& kernels<std::int16_t>(InstructionSet) noexcept;
template const Kernels<std::uint16_t>& kernels<std::uint16_t>(InstructionSet) noexcept;
template const Kernels<std::int32_t>& kernels<std::int32_t>(InstructionSet) noexcept;
template const Kernels<std::uint32_t>& kernels<std::uint32_t>(InstructionSet) noexcept;
template const Kernels<std::int64_t>& kernels<std::int64_t>(InstructionSet) noexcept;
template const Kernels<std::uint64_t>& kernels<std::uint64_t>(InstructionSet) noexcept;
template const Kernels<float>& kernels<float>(InstructionSet) noexcept;
template const Kernels<double>& kernels<double>(InstructionSet) noexcept;

}  // namespace detail
}  // namespace assay::expect
