// The inner loops of every instruction set that this processor has, a second's worth of elements in cache each.
#include <assay/expect/detail/number_summary.hpp>

#include <benchmark/benchmark.h>

#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace assay::expect::detail {
namespace {

std::vector<float> numbers() {
  std::mt19937 random(1);
  std::normal_distribution<float> normal(3, 2);
  std::vector<float> made(std::size_t{1} << 16U);
  for (float& value : made) value = normal(random);
  return made;
}

/// What is to be beaten: one double after the other, rounded in each step.
void plain_sums(benchmark::State& state) {
  const std::vector<float> values = numbers();
  for ([[maybe_unused]] const auto _ : state) {
    double sum = 0;
    double squares = 0;
    for (const float value : values) {
      sum += static_cast<double>(value);
      squares += static_cast<double>(value) * static_cast<double>(value);
    }
    benchmark::DoNotOptimize(sum);
    benchmark::DoNotOptimize(squares);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(values.size()));
}

void exact_sums(benchmark::State& state) {
  const auto set = static_cast<InstructionSet>(state.range(0));
  if (set > best_instruction_set()) {
    state.SkipWithError("this processor does not have the instructions");
    return;
  }
  const std::vector<float> values = numbers();
  std::vector<NumberSummary<float>> found(static_cast<std::size_t>(state.range(1)));
  const std::size_t whole = values.size() / found.size() * found.size();
  for ([[maybe_unused]] const auto _ : state) {
    summarise_columns(std::span(values).first(whole), SummaryNeed::kSquares, set, found);
    benchmark::DoNotOptimize(found.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(whole));
}

BENCHMARK(plain_sums);
BENCHMARK(exact_sums)->ArgNames({"instructions", "columns"})->ArgsProduct({{0, 1, 2}, {1, 10, 64}});

}  // namespace
}  // namespace assay::expect::detail

BENCHMARK_MAIN();
