// The recipes that suite.toml names.

#include <assay/train/recipe_registry.hpp>

#include <fashion_mnist/lenet.hpp>

namespace assay::suites {
namespace {

const auto kLenet = train::register_recipe("lenet", lenet({}));
const auto kLenetBatchNorm = train::register_recipe("lenet_batch_norm", lenet({.batch_norm = true}));
const auto kLenetDropout = train::register_recipe("lenet_dropout", lenet({.dropout = 0.25}));

}  // namespace
}  // namespace assay::suites
