# Of the installed package: makes the libraries that come as sources. Compiled are only those that something links.
include_guard(GLOBAL)

# assay_package_library(NAME [TRAINING] SOURCES ... LINK ... PRIVATE_LINK ... [OPTIONS linker options of who links it])
# Those of TRAINING are made once LibTorch has been asked for.
function(assay_package_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "TRAINING" "" "SOURCES;LINK;PRIVATE_LINK;OPTIONS")
  set(target assay_${name})
  if(TARGET ${target} OR (arg_TRAINING AND NOT TARGET AssayTorch::torch_cpu))
    return()
  endif()
  list(TRANSFORM arg_SOURCES PREPEND ${assay_package_sources}/)
  add_library(${target} STATIC EXCLUDE_FROM_ALL ${arg_SOURCES})
  add_library(assay::${name} ALIAS ${target})
  target_compile_features(${target} PUBLIC cxx_std_20)
  # Its warnings are none of this project's business; and the same bits on every instruction set.
  target_compile_options(${target} PRIVATE -w -ffp-contract=off)
  target_include_directories(${target} SYSTEM INTERFACE ${assay_package_include})
  target_include_directories(${target} PRIVATE ${assay_package_sources} ${assay_package_include})
  target_link_libraries(${target} PUBLIC ${arg_LINK} PRIVATE assay_fmt ${arg_PRIVATE_LINK})
  target_link_options(${target} INTERFACE ${arg_OPTIONS})
  set_target_properties(${target} PROPERTIES
    POSITION_INDEPENDENT_CODE ON
    CXX_CLANG_TIDY "" CXX_CPPCHECK "" CXX_CPPLINT "" CXX_INCLUDE_WHAT_YOU_USE ""
    ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/assay
    # Parsing headers is most of the work: compiled as one source they are read once.
    UNITY_BUILD ON
    UNITY_BUILD_BATCH_SIZE 0)
  if(arg_TRAINING)
    assay_libtorch_sources(${target})
  endif()
endfunction()
