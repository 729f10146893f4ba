# FindAssayTorch: LibTorch as two imported targets, without find_package(Torch), which would also ask for nvcc, link
# every CUDA library and change the project's architectures.
#
#   AssayTorch::c10            libc10 and its headers
#   AssayTorch::torch_cpu      libtorch_cpu and all headers of LibTorch
#   AssayTorch::headers        headers alone, for a program that opens the library itself
#   assay_libtorch_sources(T)  puts the sources of target T into the job pool for LibTorch (1.4 GB each)
#
# Looked for, in this order: ASSAY_LIBTORCH_ROOT (cache or environment), CMAKE_PREFIX_PATH, the copy that tools/setup
# made. A root holds lib/libtorch_cpu.so; the folder above it (that of an unpacked wheel) may be named as well.
include(FindPackageHandleStandardArgs)

set(ASSAY_LIBTORCH_ROOT "" CACHE PATH "A LibTorch of your own; empty: CMAKE_PREFIX_PATH, then what tools/setup fetched")

# In Assay's tree the pinned version lies in tools/ and tools/setup fetches it; in the installed package it lies beside
# this file, and there is no tools/setup.
set(assay_torch_pinned_file ${CMAKE_CURRENT_LIST_DIR}/../libtorch.txt)
if(EXISTS ${CMAKE_CURRENT_LIST_DIR}/libtorch.txt)
  set(assay_torch_pinned_file ${CMAKE_CURRENT_LIST_DIR}/libtorch.txt)
endif()
file(STRINGS ${assay_torch_pinned_file} assay_torch_pinned REGEX "^torch==")
string(REGEX MATCH "[0-9.]+" assay_torch_pinned "${assay_torch_pinned}")
set(assay_torch_remedy "call tools/setup, which fetches one that works")
if(EXISTS ${CMAKE_CURRENT_LIST_DIR}/libtorch.txt)
  # Without `;`, which would make it a list.
  set(assay_torch_remedy "install one that works: pip install torch==${assay_torch_pinned}, whose folder is \
$(python3 -c 'print(__import__(\"torch\").__path__[0])')")
endif()

# LibTorch sources take 1.4 GB each, so no more than two of them are compiled at once.
get_property(assay_torch_pools GLOBAL PROPERTY JOB_POOLS)
if(NOT assay_torch_pools MATCHES "assay_libtorch=")
  set_property(GLOBAL APPEND PROPERTY JOB_POOLS assay_libtorch=2)
endif()

function(assay_libtorch_sources target)
  set_property(TARGET ${target} PROPERTY JOB_POOL_COMPILE assay_libtorch)
endfunction()

# --- where -----------------------------------------------------------------------------------------------------------

function(assay_torch_root_of candidate result)
  set(${result} "" PARENT_SCOPE)
  foreach(root ${candidate} ${candidate}/torch ${candidate}/../..)  # the last: torch/share/cmake, as torch itself says
    if(EXISTS ${root}/lib/libtorch_cpu.so)
      get_filename_component(root ${root} REALPATH)
      set(${result} ${root} PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

function(assay_torch_find_root result)
  foreach(named "${ASSAY_LIBTORCH_ROOT}" "$ENV{ASSAY_LIBTORCH_ROOT}")
    if(named)
      assay_torch_root_of("${named}" root)
      if(NOT root)
        message(FATAL_ERROR "ASSAY_LIBTORCH_ROOT is ${named}, but there is no lib/libtorch_cpu.so in it. "
          "Name LibTorch's folder (with python: the folder of torch/__init__.py), or unset it and ${assay_torch_remedy}.")
      endif()
      set(${result} ${root} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  string(REPLACE ":" ";" environment_prefixes "$ENV{CMAKE_PREFIX_PATH}")
  foreach(prefix ${CMAKE_PREFIX_PATH} ${environment_prefixes})
    assay_torch_root_of("${prefix}" root)
    if(root)
      set(${result} ${root} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  set(cache "$ENV{XDG_CACHE_HOME}")
  if(NOT IS_ABSOLUTE "${cache}")
    set(cache "$ENV{HOME}/.cache")
  endif()
  assay_torch_root_of("${cache}/assay/libtorch-${assay_torch_pinned}" root)
  set(${result} "${root}" PARENT_SCOPE)
endfunction()

# --- which version ---------------------------------------------------------------------------------------------------

function(assay_torch_version root result)
  set(version)
  foreach(header torch/headeronly/version.h torch/csrc/api/include/torch/version.h)
    if(NOT version AND EXISTS ${root}/include/${header})
      file(STRINGS ${root}/include/${header} lines REGEX "define TORCH_VERSION_(MAJOR|MINOR|PATCH) +[0-9]+")
      list(TRANSFORM lines REPLACE "^.*[^0-9]([0-9]+)[^0-9]*$" "\\1")
      list(JOIN lines "." version)
    endif()
  endforeach()
  set(${result} "${version}" PARENT_SCOPE)
endfunction()

function(assay_torch_judge_version root version)
  if(NOT version MATCHES "^[0-9]+\\.[0-9]+\\.[0-9]+$")
    message(FATAL_ERROR "LibTorch in ${root}: no version in include/torch/headeronly/version.h. "
      "The headers are missing or it is not a LibTorch; ${assay_torch_remedy}.")
  elseif(version VERSION_LESS 2.7)
    message(FATAL_ERROR "LibTorch ${version} in ${root} is too old: Assay needs 2.7 or newer, 2.11 to 2.15 are tested. "
      "Unset ASSAY_LIBTORCH_ROOT and take ${root} out of CMAKE_PREFIX_PATH, then ${assay_torch_remedy}.")
  elseif(version VERSION_LESS 2.11)
    message(WARNING "LibTorch ${version} in ${root} is older than 2.11, the first that Assay is tested with; it may work.")
  elseif(version VERSION_GREATER_EQUAL 2.16)
    message(WARNING "LibTorch ${version} in ${root} is newer than 2.15, the last that Assay is tested with; it may work.")
  endif()
endfunction()

# --- what it is linked to --------------------------------------------------------------------------------------------

# libtorch_cpu of a CUDA build asks for libcupti and libcudart. It finds them beside itself or through the loader's
# cache; what is only in a toolkit's folder is linked to the programs, so that their own RUNPATH brings it.
function(assay_torch_missing_libraries root result)
  execute_process(COMMAND ldd ${root}/lib/libtorch_cpu.so OUTPUT_VARIABLE listing ERROR_VARIABLE trouble RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "LibTorch in ${root}: lib/libtorch_cpu.so is no library for this machine: ${trouble}")
  endif()
  string(REGEX MATCHALL "[^ \t\n]+ => not found" missing "${listing}")
  list(TRANSFORM missing REPLACE " => not found" "")
  list(REMOVE_DUPLICATES missing)
  set(found)
  file(GLOB toolkits /usr/local/cuda /usr/local/cuda-* /opt/cuda)
  foreach(name IN LISTS missing)
    find_library(assay_torch_needed NAMES ${name} NO_CACHE NO_DEFAULT_PATH
      PATHS $ENV{CUDA_HOME} $ENV{CUDA_PATH} ${toolkits} PATH_SUFFIXES lib64 lib extras/CUPTI/lib64)
    if(NOT assay_torch_needed)
      list(JOIN missing ", " missing)
      message(FATAL_ERROR "LibTorch in ${root} needs ${missing}, and neither the loader nor a CUDA toolkit has ${name}. "
        "For the LibTorch that tools/setup fetched, call tools/setup again. For one of your own, add the folder that "
        "holds it to LD_LIBRARY_PATH or /etc/ld.so.conf.d, or use a build without CUDA.")
    endif()
    list(APPEND found ${assay_torch_needed})
    unset(assay_torch_needed)
  endforeach()
  set(${result} "${found}" PARENT_SCOPE)
endfunction()

# --- targets ---------------------------------------------------------------------------------------------------------

macro(assay_torch_make_targets root)
  # LibTorch brings headers of a newer fmt than Debian's library. The project's own come first in every source that
  # sees LibTorch, whatever the order in which it links things.
  set(assay_torch_include ${root}/include)
  if(TARGET assay_fmt)
    get_target_property(assay_torch_fmt assay_fmt INTERFACE_INCLUDE_DIRECTORIES)
    list(PREPEND assay_torch_include ${assay_torch_fmt})
  endif()

  add_library(AssayTorch::headers INTERFACE IMPORTED)
  set_target_properties(AssayTorch::headers PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${assay_torch_include}"
    # The libraries are a release build. Without this, RecordFunction::inputs() asserts on every call.
    INTERFACE_COMPILE_DEFINITIONS NDEBUG
    INTERFACE_COMPILE_FEATURES cxx_std_20)
  if(TARGET assay_fmt)
    set_property(TARGET AssayTorch::headers PROPERTY INTERFACE_LINK_LIBRARIES assay_fmt)
  endif()

  # What libtorch_cpu needs and does not find by itself: linked to the program although the program calls none of it.
  add_library(AssayTorch::cuda_runtime INTERFACE IMPORTED)
  if(assay_torch_extra)
    set_property(TARGET AssayTorch::cuda_runtime PROPERTY INTERFACE_LINK_LIBRARIES
      -Wl,--push-state,--no-as-needed ${assay_torch_extra} -Wl,--pop-state)
  endif()

  add_library(AssayTorch::c10 SHARED IMPORTED)
  set_target_properties(AssayTorch::c10 PROPERTIES
    IMPORTED_LOCATION ${root}/lib/libc10.so
    INTERFACE_LINK_LIBRARIES AssayTorch::headers)

  add_library(AssayTorch::torch_cpu SHARED IMPORTED)
  set_target_properties(AssayTorch::torch_cpu PROPERTIES
    IMPORTED_LOCATION ${root}/lib/libtorch_cpu.so
    INTERFACE_INCLUDE_DIRECTORIES "${assay_torch_include};${root}/include/torch/csrc/api/include"
    INTERFACE_LINK_LIBRARIES "AssayTorch::c10;AssayTorch::cuda_runtime")
endmacro()

# A LibTorch built with the old string ABI compiles, and then fails to link with a page of undefined symbols: one small
# link at configure says it in a sentence. Done once for each root.
function(assay_torch_check_abi root)
  if(ASSAY_LIBTORCH_LINKS STREQUAL root)
    return()
  endif()
  file(WRITE ${CMAKE_BINARY_DIR}/CMakeFiles/assay_torch_abi.cpp
    "#include <c10/util/thread_name.h>\nint main() { return c10::getThreadName().empty() ? 1 : 0; }\n")
  try_compile(links ${CMAKE_BINARY_DIR}/CMakeFiles/assay_torch_abi ${CMAKE_BINARY_DIR}/CMakeFiles/assay_torch_abi.cpp
    CMAKE_FLAGS -DINCLUDE_DIRECTORIES=${root}/include LINK_LIBRARIES ${root}/lib/libc10.so CXX_STANDARD 20 OUTPUT_VARIABLE output)
  if(NOT links)
    message(FATAL_ERROR "A program of one line does not link with LibTorch in ${root}. Undefined symbols with std::string "
      "mean that it was built with the old string ABI (_GLIBCXX_USE_CXX11_ABI=0): take the build with the new one, or "
      "${assay_torch_remedy}. The compiler said:\n${output}")
  endif()
  set(ASSAY_LIBTORCH_LINKS ${root} CACHE INTERNAL "LibTorch that passed the link test")
endfunction()

assay_torch_find_root(AssayTorch_ROOT_DIR)
if(NOT AssayTorch_ROOT_DIR AND assay_torch_pinned_file STREQUAL "${CMAKE_CURRENT_LIST_DIR}/libtorch.txt")
  set(AssayTorch_NOT_FOUND_MESSAGE "LibTorch is not there. ASSAY_LIBTORCH_ROOT names its folder, 2.11 to 2.15 are tested. \
Without one, ${assay_torch_remedy}.")
elseif(NOT AssayTorch_ROOT_DIR)
  set(AssayTorch_NOT_FOUND_MESSAGE "LibTorch is not there. tools/setup fetches it (0.5 GB, once for all clones). \
ASSAY_LIBTORCH_ROOT names one of your own, and -DASSAY_TRAINING=OFF builds without what needs it.")
else()
  assay_torch_version(${AssayTorch_ROOT_DIR} AssayTorch_VERSION)
  assay_torch_judge_version(${AssayTorch_ROOT_DIR} "${AssayTorch_VERSION}")
  assay_torch_missing_libraries(${AssayTorch_ROOT_DIR} assay_torch_extra)
  if(NOT TARGET AssayTorch::c10)
    assay_torch_make_targets(${AssayTorch_ROOT_DIR})
  endif()
  assay_torch_check_abi(${AssayTorch_ROOT_DIR})
endif()
if(AssayTorch_NOT_FOUND_MESSAGE)
  find_package_handle_standard_args(AssayTorch REQUIRED_VARS AssayTorch_ROOT_DIR REASON_FAILURE_MESSAGE "${AssayTorch_NOT_FOUND_MESSAGE}")
else()
  find_package_handle_standard_args(AssayTorch REQUIRED_VARS AssayTorch_ROOT_DIR VERSION_VAR AssayTorch_VERSION)
endif()
