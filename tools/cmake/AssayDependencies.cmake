# Outside libraries, each as one target. What each is for stands in README.md.
include_guard(GLOBAL)

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
find_package(fmt 9 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(tl-expected REQUIRED)
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(CLI11 REQUIRED)
find_package(TBB REQUIRED)
find_package(GTest 1.12 REQUIRED)
find_package(HDF5 REQUIRED COMPONENTS C)
find_package(PkgConfig REQUIRED)
pkg_check_modules(TOMLPLUSPLUS REQUIRED IMPORTED_TARGET tomlplusplus)
pkg_check_modules(DEFLATE REQUIRED IMPORTED_TARGET libdeflate)

# LibTorch carries its own, newer fmt headers, which win over Debian's and do not link with Debian's library.
# A folder that holds nothing but a link to Debian's headers, searched first, settles it for every source.
get_target_property(assay_fmt_include fmt::fmt INTERFACE_INCLUDE_DIRECTORIES)
list(GET assay_fmt_include 0 assay_fmt_include)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/fmt_first)
file(CREATE_LINK ${assay_fmt_include}/fmt ${PROJECT_BINARY_DIR}/fmt_first/fmt SYMBOLIC)
add_library(assay_fmt INTERFACE)
target_include_directories(assay_fmt SYSTEM BEFORE INTERFACE $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/fmt_first>)
target_link_libraries(assay_fmt INTERFACE fmt::fmt)

add_library(assay_hdf5_c INTERFACE)
target_include_directories(assay_hdf5_c SYSTEM INTERFACE ${HDF5_C_INCLUDE_DIRS})
target_link_libraries(assay_hdf5_c INTERFACE ${HDF5_C_LIBRARIES})

if(ASSAY_TRAINING)
  find_package(AssayTorch REQUIRED)
endif()
