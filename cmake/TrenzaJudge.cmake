# trenza_trace_judge_tests(<format>..): a test for each format that its importer agrees with the judge of tests/trace_judge on the
# first random files; `scripts/acceptance trace-judge` takes hundreds.
function(trenza_trace_judge_tests)
  find_package(Python3 QUIET COMPONENTS Interpreter)
  if(NOT BUILD_TESTING OR NOT Python3_FOUND)
    return()
  endif()
  foreach(format IN LISTS ARGN)
    add_test(NAME judge.${format} COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/tests/acceptance/trace-judge.py"
                                          --files 10 --seed 1 --format ${format})
    set_tests_properties(judge.${format} PROPERTIES LABELS room:traces ENVIRONMENT
                         "TRENZA=$<TARGET_FILE:trenza>;TRENZA_ROOT=${PROJECT_SOURCE_DIR};PYTHONDONTWRITEBYTECODE=1")
  endforeach()
endfunction()
