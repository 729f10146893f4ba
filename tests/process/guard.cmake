# What guard and runner do with workers that misbehave, tried with a worker that knows only the protocol.
foreach(program guard runner)
  add_executable(assay_test_${program} programs/${program}.cpp)
  target_link_libraries(assay_test_${program} PRIVATE assay::run assay_compile_options)
endforeach()
add_executable(assay_test_fake_worker programs/fake_worker.cpp)
target_link_libraries(assay_test_fake_worker PRIVATE nlohmann_json::nlohmann_json assay_compile_options)
assay_not_sanitized(assay_test_fake_worker)  # the limits of memory that are tried are less than ThreadSanitizer takes

assay_add_test(process_guard
  SOURCES
    guard_ending_test.cpp
    guard_plan_test.cpp
    guard_runner_test.cpp
    guard_sweep_test.cpp
    marked_processes.cpp
    guarded_run.cpp
  LINK assay::run nlohmann_json::nlohmann_json
  LABELS process
  TIMEOUT 300
  ENVIRONMENT
    "ASSAY_TEST_GUARD=$<TARGET_FILE:assay_test_guard>"
    "ASSAY_TEST_RUNNER=$<TARGET_FILE:assay_test_runner>"
    "ASSAY_TEST_FAKE_WORKER=$<TARGET_FILE:assay_test_fake_worker>"
)
add_dependencies(process_guard assay_test_guard assay_test_runner assay_test_fake_worker)
