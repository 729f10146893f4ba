# Compiles everything of ours with sanitizers, or so that it counts what is run. The presets asan-ubsan, tsan and coverage
# set the two variables and, in their test presets, how the programs report.
include_guard(GLOBAL)

set(ASSAY_SANITIZERS "" CACHE STRING "Sanitizers of every target: none, `address;undefined` or `thread`")
option(ASSAY_COVERAGE "Count which lines and branches are run" OFF)

if(ASSAY_SANITIZERS)
  list(JOIN ASSAY_SANITIZERS "," sanitizers)
  # All targets, since a part without it hides what another part does to its memory.
  add_compile_options(-fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
  add_link_options(-fsanitize=${sanitizers})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-Wno-maybe-uninitialized)  # false alarms in libstdc++'s <regex>, only under sanitizers
    if("undefined" IN_LIST ASSAY_SANITIZERS)
      # As two shared libraries, the second does not know that reports go to files.
      add_link_options(-static-libasan -static-libubsan)
    endif()
  endif()
endif()
if(ASSAY_COVERAGE)
  add_compile_options(--coverage -fprofile-update=atomic)
  add_link_options(--coverage)
endif()

# assay_without_sanitizers(TARGET): not looked at by them, since its faults are meant, or since it is loaded by a program that
# brings them.
function(assay_without_sanitizers target)
  if(ASSAY_SANITIZERS)
    target_compile_options(${target} PRIVATE -fno-sanitize=all)
    target_link_options(${target} PRIVATE -fno-sanitize=all)
  endif()
endfunction()

# assay_is_left_out(TARGET RESULT): is this target, because of what it links, not built with these sanitizers? oneTBB is
# not compiled with ThreadSanitizer, which then sees races where oneTBB's pipeline hands work from thread to thread.
function(assay_is_left_out target result)
  set(${result} FALSE PARENT_SCOPE)
  if(NOT "thread" IN_LIST ASSAY_SANITIZERS)
    return()
  endif()
  set(seen)
  set(todo ${target})
  while(todo)
    list(POP_FRONT todo name)
    string(REGEX REPLACE "^\\$<(LINK_ONLY|BUILD_INTERFACE):(.*)>$" "\\2" name "${name}")
    if(name STREQUAL "TBB::tbb")
      set(${result} TRUE PARENT_SCOPE)
      return()
    endif()
    if(NOT TARGET "${name}" OR name IN_LIST seen)
      continue()
    endif()
    list(APPEND seen ${name})
    foreach(property LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
      get_target_property(links ${name} ${property})
      if(links)
        list(APPEND todo ${links})
      endif()
    endforeach()
  endwhile()
endfunction()

# assay_leave_out(FOLDER): takes what is left out, there and below, from the default build.
function(assay_leave_out folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    assay_is_left_out(${target} left_out)
    if(left_out)
      set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL TRUE)
    endif()
  endforeach()
  get_property(below DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(folder IN LISTS below)
    assay_leave_out(${folder})
  endforeach()
endfunction()

# assay_sanitize_test(TEST PROGRAMS...): a test that is run together with the look for reports, and is disabled when one of
# the programs that it runs is left out.
function(assay_sanitize_test test)
  if(NOT ASSAY_SANITIZERS)
    return()
  endif()
  set_property(TEST ${test} APPEND PROPERTY FIXTURES_REQUIRED sanitizer_reports)
  get_property(limit TEST ${test} PROPERTY TIMEOUT)
  math(EXPR limit "3 * ${limit}")
  set_property(TEST ${test} PROPERTY TIMEOUT ${limit})
  foreach(program IN LISTS ARGN)
    assay_is_left_out(${program} left_out)
    if(left_out)
      set_property(TEST ${test} PROPERTY DISABLED TRUE)
    endif()
  endforeach()
endfunction()

# assay_not_sanitized(TARGET): for a program that plays a part in a test where what sanitizers take would be in the way.
function(assay_not_sanitized target)
  if(ASSAY_SANITIZERS)
    target_compile_options(${target} PRIVATE -fno-sanitize=all)
    target_link_options(${target} PRIVATE -fno-sanitize=all)
  endif()
endfunction()

# The look for reports: sanitizers write them to files, so that no process, whoever started it, reports unseen.
function(assay_add_sanitizer_tests)
  if(NOT ASSAY_SANITIZERS)
    return()
  endif()
  set(reports ${PROJECT_BINARY_DIR}/reports)
  add_test(NAME sanitizer_reports_folder COMMAND ${CMAKE_COMMAND} -D REPORTS=${reports} -D ACTION=clear
    -P ${PROJECT_SOURCE_DIR}/tools/cmake/sanitizer_reports.cmake)
  set_tests_properties(sanitizer_reports_folder PROPERTIES FIXTURES_SETUP sanitizer_reports)
  add_test(NAME sanitizer_reports COMMAND ${CMAKE_COMMAND} -D REPORTS=${reports} -D ACTION=look
    -P ${PROJECT_SOURCE_DIR}/tools/cmake/sanitizer_reports.cmake)
  set_tests_properties(sanitizer_reports PROPERTIES FIXTURES_CLEANUP sanitizer_reports)
endfunction()
