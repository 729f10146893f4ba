# How everything is compiled: language, warnings, faster tools when the machine has them.
include_guard(GLOBAL)

# Of a project that Assay is only a part of, nothing is decided here.
if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()

find_program(ASSAY_CCACHE ccache)
mark_as_advanced(ASSAY_CCACHE)
if(ASSAY_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${ASSAY_CCACHE})
endif()

include(AssaySanitizers)

# Linked privately by every target of ours: warnings never reach a consumer.
add_library(assay_compile_options INTERFACE)
target_compile_features(assay_compile_options INTERFACE cxx_std_20)
# Whoever only uses Assay sees no warnings of it: what optimisation levels and compilers we do not develop with add to them
# is of no use there.
if(ASSAY_DEVELOPER)
  target_compile_options(assay_compile_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Wold-style-cast
    -Woverloaded-virtual -Wcast-align -Wunused -Wformat=2 -Wimplicit-fallthrough
    -Wno-missing-field-initializers  # designated initialisers leave out what has a default
  )
endif()
target_compile_options(assay_compile_options INTERFACE -ffp-contract=off)  # the same bits on every instruction set
if(ASSAY_DEVELOPER)
  target_compile_options(assay_compile_options INTERFACE -Werror)
endif()

find_program(ASSAY_MOLD mold)
mark_as_advanced(ASSAY_MOLD)
if(ASSAY_MOLD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12.1)
  target_link_options(assay_compile_options INTERFACE -fuse-ld=mold)
endif()
