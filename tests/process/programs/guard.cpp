// `guard guard --order FILE`: the guard by itself, so that its tests need no `assay`.
#include <assay/run/guard.hpp>

int main(int argc, char** argv) { return argc == 4 ? assay::run::guard_main(argv[3]) : 2; }
