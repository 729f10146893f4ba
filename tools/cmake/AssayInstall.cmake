# What `cmake --install` installs, and the package that find_package(assay) finds:
#
#   bin/                   the programs
#   include/assay/         public headers
#   lib/                   one static library a folder of framework/
#   lib/cmake/assay/       the package, assay_add_suite, the find module for LibTorch
#   share/assay/sources/   what is compiled in the project that uses it: the fixtures with its own GoogleTest, `train` with
#                          its own LibTorch, and the headers of detail/ that they include
#
# Nothing in it names the folder of the build or of the sources, so the whole may be moved.
include_guard(GLOBAL)
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(ASSAY_INSTALL_CMAKE ${CMAKE_INSTALL_LIBDIR}/cmake/assay)
set(ASSAY_INSTALL_SOURCES ${CMAKE_INSTALL_DATADIR}/assay/sources)

# assay_install_program(TARGET): also gives it the name by which assay_add_suite asks for it, assay::TARGET.
function(assay_install_program target)
  add_executable(assay::${target} ALIAS ${target})
  if(ASSAY_INSTALL)
    install(TARGETS ${target} EXPORT assay RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endfunction()

# assay_install_library(FOLDER HEADERS...): the static library of a folder, and of its headers the public ones.
function(assay_install_library folder)
  set_target_properties(assay_${folder} PROPERTIES EXPORT_NAME ${folder})
  if(ASSAY_INSTALL)
    install(TARGETS assay_${folder} EXPORT assay
      ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    assay_install_headers(assay/${folder} ${ARGN})
  endif()
endfunction()

# assay_install_headers(PREFIX HEADERS...): to include/ those of the folder itself; those of detail/ to the sources when
# `assay_installed_details` names them.
function(assay_install_headers prefix)
  foreach(header IN LISTS ARGN)
    if(NOT header MATCHES "^detail/")
      install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${prefix})
    elseif(${prefix}/${header} IN_LIST assay_installed_details)
      install(FILES ${header} DESTINATION ${ASSAY_INSTALL_SOURCES}/${prefix}/detail)
    endif()
  endforeach()
endfunction()
set(assay_installed_details assay/base/detail/json.hpp)

# assay_install_sources(NAME PREFIX folder HEADERS ... SOURCES ... LINK ... PRIVATE_LINK ... [OPTIONS linker options] [TRAINING])
# A library that the package compiles where it is used, as assay_package_library of AssayPackage.cmake says.
function(assay_install_sources name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "TRAINING" "PREFIX" "HEADERS;SOURCES;LINK;PRIVATE_LINK;OPTIONS")
  if(NOT ASSAY_INSTALL)
    return()
  endif()
  list(APPEND assay_installed_details ${arg_HEADERS})
  list(TRANSFORM assay_installed_details PREPEND ${arg_PREFIX}/)
  assay_install_headers(${arg_PREFIX} ${arg_HEADERS})
  set(sources)
  foreach(source IN LISTS arg_SOURCES)
    cmake_path(GET source PARENT_PATH folder)
    install(FILES ${source} DESTINATION ${ASSAY_INSTALL_SOURCES}/${arg_PREFIX}/${folder})
    string(APPEND sources " ${arg_PREFIX}/${source}")
  endforeach()
  set(training)
  if(arg_TRAINING)
    set(training TRAINING)
  endif()
  list(JOIN arg_LINK " " link)
  list(JOIN arg_PRIVATE_LINK " " private_link)
  list(JOIN arg_OPTIONS " " options)
  set_property(GLOBAL APPEND_STRING PROPERTY ASSAY_PACKAGE_LIBRARIES
    "assay_package_library(${name} ${training} SOURCES${sources} LINK ${link} PRIVATE_LINK ${private_link} OPTIONS ${options})\n")
endfunction()

# assay_install_package(): after all targets are there.
function(assay_install_package)
  if(NOT ASSAY_INSTALL)
    return()
  endif()
  set(folder ${PROJECT_BINARY_DIR}/package)
  get_property(libraries GLOBAL PROPERTY ASSAY_PACKAGE_LIBRARIES)
  file(CONFIGURE OUTPUT ${folder}/AssayLibraries.cmake CONTENT "${libraries}" @ONLY)
  configure_package_config_file(${PROJECT_SOURCE_DIR}/tools/cmake/assay-config.cmake.in ${folder}/assay-config.cmake
    INSTALL_DESTINATION ${ASSAY_INSTALL_CMAKE} PATH_VARS ASSAY_INSTALL_SOURCES CMAKE_INSTALL_INCLUDEDIR
    NO_CHECK_REQUIRED_COMPONENTS_MACRO)
  # Before 1.0 a minor version may change anything.
  write_basic_package_version_file(${folder}/assay-config-version.cmake COMPATIBILITY SameMinorVersion)
  install(EXPORT assay NAMESPACE assay:: FILE assay-targets.cmake DESTINATION ${ASSAY_INSTALL_CMAKE})
  install(FILES
    ${folder}/assay-config.cmake
    ${folder}/assay-config-version.cmake
    ${folder}/AssayLibraries.cmake
    tools/cmake/AssayAddSuite.cmake
    tools/cmake/AssayOutsideLibraries.cmake
    tools/cmake/AssayPackage.cmake
    tools/cmake/AssaySuiteFile.cpp.in
    tools/cmake/FindAssayTorch.cmake
    tools/libtorch.txt
    DESTINATION ${ASSAY_INSTALL_CMAKE})
  # For those who train in Python: one file, to be copied or put on PYTHONPATH.
  install(FILES tools/python/assay_data.py DESTINATION ${CMAKE_INSTALL_DATADIR}/assay/python)
  install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/assay)
  install(FILES docs/data.md docs/reference.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/assay/docs)
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/assay RENAME copyright)
endfunction()
