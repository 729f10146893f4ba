# assay_add_suite: written with the fixtures.
include_guard(GLOBAL)
