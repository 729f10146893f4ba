# assay_add_suite(NAME [TOML file] [SOURCES ...] [LIBRARIES ...] [DEVICE cpu|cuda] [PER_CASE])
#
# NAME is the suite's name, as its suite.toml says it (default: the folder's name). With SOURCES: builds the program
# NAME from them, the fixtures and Assay's `main`, and registers it in the build tree, where `assay run` finds it; the
# program runs that suite also by hand. Without: the suite is run by the stock program beside `assay`.
#
# For CTest: a build step writes NAME_tests.cmake anew when the suite or the project's assay.toml has changed. No program
# of the suite is started for it, so neither data nor a GPU is needed to build. Where testing is on, CTest then has one
# test a tier, `NAME.<tier>` with the label `tier-<tier>` (PER_CASE: one a case); tiers after the first exist only in the
# configuration of their name: `ctest -C nightly`. Until the step has run there is NAME_NOT_BUILT, which fails.
include_guard(GLOBAL)

function(assay_add_suite name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "PER_CASE" "TOML;DEVICE" "SOURCES;LIBRARIES")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "assay_add_suite(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT name MATCHES "^[A-Za-z0-9_]+$")
    message(FATAL_ERROR "assay_add_suite(${name}): a suite's name is made of letters, digits and `_`")
  endif()
  if(arg_LIBRARIES AND NOT arg_SOURCES)
    message(FATAL_ERROR "assay_add_suite(${name}): LIBRARIES without SOURCES; there is no program to link them to")
  endif()
  if(NOT arg_DEVICE)
    set(arg_DEVICE cpu)
  elseif(NOT arg_DEVICE MATCHES "^(cpu|cuda)$")
    message(FATAL_ERROR "assay_add_suite(${name}): DEVICE is cpu or cuda, not ${arg_DEVICE}")
  endif()
  if(NOT arg_TOML)
    set(arg_TOML suite.toml)
  endif()
  cmake_path(ABSOLUTE_PATH arg_TOML NORMALIZE OUTPUT_VARIABLE suite_file)
  if(NOT EXISTS ${suite_file} OR IS_DIRECTORY ${suite_file})
    message(FATAL_ERROR "assay_add_suite(${name}): ${suite_file} is not there, or no file")
  endif()

  set(registration ${CMAKE_BINARY_DIR}/assay/suites/${name}.json)
  if(arg_SOURCES)
    assay_add_suite_program(${name} "${suite_file}" ${arg_DEVICE} ${registration} "${arg_SOURCES}" "${arg_LIBRARIES}")
  else()
    file(REMOVE ${registration})
    set(registration)
  endif()
  assay_add_suite_tests(${name} "${suite_file}" "${registration}" "${arg_PER_CASE}")
endfunction()

# The program of a suite with C++ of its own, and the note in the build tree that `assay run` looks for.
function(assay_add_suite_program name suite_file device registration sources libraries)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}_suite_file.cpp)
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/AssaySuiteFile.cpp.in ${source} @ONLY)
  add_executable(${name} ${sources} ${source})
  target_link_libraries(${name} PRIVATE ${libraries} assay::main)

  string(REGEX REPLACE "([\\\"])" "\\\\\\1" json_suite_file "${suite_file}")
  file(GENERATE OUTPUT ${registration} CONTENT
"{
  \"schema\": 1,
  \"suite\": \"${name}\",
  \"file\": \"${json_suite_file}\",
  \"program\": \"$<TARGET_FILE:${name}>\",
  \"device\": \"${device}\"
}
")
endfunction()

# The build step that writes the tests, and the test that says so when it has not run.
function(assay_add_suite_tests name suite_file registration per_case)
  assay_find_project_file("${suite_file}" project_file)
  set(tests_file ${CMAKE_CURRENT_BINARY_DIR}/${name}_tests.cmake)
  add_custom_command(
    OUTPUT ${tests_file}
    COMMAND assay::assay list ${suite_file} --ctest ${tests_file} --build ${CMAKE_BINARY_DIR} $<$<BOOL:${per_case}>:--per-case>
    DEPENDS assay::assay ${suite_file} ${project_file} ${registration}
    COMMENT "Tests of suite ${name} for CTest"
    COMMAND_EXPAND_LISTS
    VERBATIM
  )
  add_custom_target(assay_list_${name} ALL DEPENDS ${tests_file})

  set(include_file ${CMAKE_CURRENT_BINARY_DIR}/${name}_include.cmake)
  file(CONFIGURE OUTPUT ${include_file} @ONLY CONTENT
"if(EXISTS [==[@tests_file@]==])
  include([==[@tests_file@]==])
else()
  add_test(@name@_NOT_BUILT @name@_NOT_BUILT)
endif()
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${include_file})
endfunction()

# The assay.toml that holds for a suite: in its folder or above, up to a folder with `.git` or the root.
function(assay_find_project_file suite_file result)
  cmake_path(GET suite_file PARENT_PATH folder)
  set(${result} "" PARENT_SCOPE)
  while(TRUE)
    if(EXISTS ${folder}/assay.toml)
      set(${result} ${folder}/assay.toml PARENT_SCOPE)
      return()
    endif()
    cmake_path(GET folder PARENT_PATH above)
    if(EXISTS ${folder}/.git OR above STREQUAL folder)
      return()
    endif()
    set(folder ${above})
  endwhile()
endfunction()
