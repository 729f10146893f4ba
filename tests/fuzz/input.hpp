#pragma once

#include <cstddef>
#include <cstdint>

/// What a fuzzer calls with each input: the name that libFuzzer asks for, so that each of these programs also builds
/// with `clang++ -fsanitize=fuzzer` in place of driver.cpp. Returns 0 for every input; a fault is a signal or a report.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size);
