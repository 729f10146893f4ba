# The outside libraries that Assay's libraries are linked to, and its installed sources compiled with, each as one target.
# Assay's own build includes this file, and so does its installed package in the project that uses it. What is missing is
# listed in `assay_missing_libraries`, each with its Debian package.
#
# fmt, HDF5, libdeflate and libpng are targets of Assay's own (assay_fmt, assay_hdf5_c, assay_deflate, assay_png), never
# those of the project around: Assay is compiled for one version of them, and that project may have another beside it.
set(assay_missing_libraries)

# assay_find_library(NAME TEXT PACKAGE HEADER NAMES... [PATHS folders below include/]): the target assay_<name>.
function(assay_find_library name text package header)
  cmake_parse_arguments(PARSE_ARGV 4 arg "" "" "NAMES;PATHS")
  if(TARGET assay_${name})
    return()
  endif()
  string(TOUPPER ASSAY_${name} variable)
  find_path(${variable}_INCLUDE_DIR ${header} PATH_SUFFIXES ${arg_PATHS})
  find_library(${variable}_LIBRARY NAMES ${arg_NAMES})
  mark_as_advanced(${variable}_INCLUDE_DIR ${variable}_LIBRARY)
  if(NOT ${variable}_INCLUDE_DIR OR NOT ${variable}_LIBRARY)
    set(assay_missing_libraries ${assay_missing_libraries} "${text} (${package})" PARENT_SCOPE)
    return()
  endif()
  add_library(assay_${name} UNKNOWN IMPORTED GLOBAL)
  set_target_properties(assay_${name} PROPERTIES
    IMPORTED_LOCATION ${${variable}_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${${variable}_INCLUDE_DIR})
endfunction()

# assay_find_package(TARGET TEXT PACKAGE ARGUMENTS-OF-FIND_PACKAGE...): a target that the project around may have already.
macro(assay_find_package target text package)
  if(NOT TARGET ${target})
    find_package(${ARGN} QUIET)
    if(NOT TARGET ${target})
      list(APPEND assay_missing_libraries "${text} (${package})")
    endif()
  endif()
endmacro()

assay_find_library(fmt fmt libfmt-dev fmt/core.h NAMES fmt)
assay_find_library(hdf5_c HDF5 libhdf5-dev hdf5.h NAMES hdf5_serial hdf5 PATHS hdf5/serial)
assay_find_library(deflate libdeflate libdeflate-dev libdeflate.h NAMES deflate)
assay_find_library(png libpng libpng-dev png.h NAMES png)
assay_find_package(Threads::Threads "POSIX threads" libc6-dev Threads)
assay_find_package(OpenSSL::Crypto OpenSSL libssl-dev OpenSSL COMPONENTS Crypto)
assay_find_package(TBB::tbb oneTBB libtbb-dev TBB)
assay_find_package(nlohmann_json::nlohmann_json nlohmann-json nlohmann-json3-dev nlohmann_json 3.11)
assay_find_package(tl::expected tl::expected libexpected-dev tl-expected)
assay_find_package(GTest::gtest "GoogleTest 1.12" libgtest-dev GTest 1.12)

if(TARGET assay_fmt)
  file(STRINGS ${ASSAY_FMT_INCLUDE_DIR}/fmt/core.h ASSAY_FMT_MAJOR REGEX "define FMT_VERSION [0-9]+")
  string(REGEX REPLACE "^.*FMT_VERSION ([0-9]+)[0-9][0-9][0-9][0-9]$" "\\1" ASSAY_FMT_MAJOR "${ASSAY_FMT_MAJOR}")
  # LibTorch carries its own, newer fmt headers, which win over the library's own and do not link with it. A folder that
  # holds nothing but a link to the library's headers, searched first, settles it for every source.
  set(assay_fmt_first ${CMAKE_BINARY_DIR}/assay/fmt_first)
  file(MAKE_DIRECTORY ${assay_fmt_first})
  file(CREATE_LINK ${ASSAY_FMT_INCLUDE_DIR}/fmt ${assay_fmt_first}/fmt SYMBOLIC)
  set_target_properties(assay_fmt PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES ${assay_fmt_first} INTERFACE_COMPILE_DEFINITIONS FMT_SHARED)
endif()
