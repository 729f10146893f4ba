// assay-train: the stock worker of suites that train exported models and have no C++ of their own. It takes what every
// suite's program takes: --assay_suite=suite.toml and the flags of GoogleTest.

#include <assay/worker.hpp>

int main(int argc, char** argv) { return assay::run_worker(argc, argv); }
