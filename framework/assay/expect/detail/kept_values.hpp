#pragma once

#include <assay/expect/detail/number_sample.hpp>
#include <assay/expect/detail/sorted_values.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace assay::expect::detail {

/// Keeps all numbers beyond the pass, in order, to be compared with those of another dataset. In memory as far as the
/// scan allows, else on the disk (`KeyRuns`).
template <class T>
class KeptValues final : public AccumulatorOf<KeptValues<T>, ValueLog<T>>, public NumberSample {
 public:
  [[nodiscard]] ValueLog<T> measure(const BlockView& block) const { return SortedValues<T>().measure(block); }
  [[nodiscard]] bool same_parameters(const KeptValues&) const noexcept { return true; }

  [[nodiscard]] bool keeps_values() const noexcept override { return true; }
  void allow(std::size_t bytes, std::uint64_t elements) override { this->own_state().keys.allow(bytes, elements); }
  void finish() override { this->own_state().keys.finish(); }

  [[nodiscard]] std::unique_ptr<NumberStream> open() const override { return std::make_unique<Stream>(this->state()); }
  [[nodiscard]] std::uint64_t numbers() const noexcept override { return this->state().keys.total(); }
  [[nodiscard]] std::uint64_t nans() const noexcept override { return this->state().nans; }

 private:
  using Keys = decltype(ValueLog<T>::keys);

  class Stream final : public NumberStream {
   public:
    explicit Stream(const ValueLog<T>& log) : cursor_(log.keys) {}
    bool next(CountedNumber& entry) override {
      typename Keys::Counted counted{};
      if (!cursor_.next(counted)) return false;
      entry = {to_number(ValueKey<T>::value(counted.key)), counted.times};
      return true;
    }

   private:
    typename Keys::Cursor cursor_;
  };
};

}  // namespace assay::expect::detail
