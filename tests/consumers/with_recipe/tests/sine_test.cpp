#include <assay/memorization_test.hpp>

using Sine = assay::MemorizationTest;

TEST_F(Sine, is_memorised) { memorize({.recipe = "sine", .batch_size = 16, .loss_below = 0.01, .steps = {4, 300}}); }
