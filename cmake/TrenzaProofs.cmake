# trenza_proof_tests(<folder>): a test for each proof <folder>/*.sv with its quick parameters, and one for each wrong design
# of <folder>/mutations.txt, which its proof must refuse. Skipped where Yosys or z3 is missing. Those of SLOW_PROOFS take
# longer than 6 seconds and have the label slow, and so has every wrong design but the first of each proof.
set(SLOW_PROOFS input_unit_vc input_vc matrix_allocator matrix_match switch_allocator two_step_allocator vc_allocator
                worm_output_vcs worm_switch_allocator)
function(trenza_proof_tests folder)
  find_package(Python3 QUIET COMPONENTS Interpreter)  # Yosys needs it too
  if(NOT BUILD_TESTING OR NOT Python3_FOUND)
    return()
  endif()
  set(scripts "${PROJECT_SOURCE_DIR}/scripts")
  set(slow ${SLOW_PROOFS})
  function(add_proof test name)  # behind them the program of Python and its arguments
    add_test(NAME proof.${test} COMMAND "${Python3_EXECUTABLE}" ${ARGN})
    list(FIND slow ${name} at)
    set_tests_properties(proof.${test} PROPERTIES SKIP_RETURN_CODE 77 LABELS "proof;not_sanitized$<$<NOT:$<EQUAL:${at},-1>>:;slow>")
  endfunction()
  file(GLOB proofs CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.sv")
  foreach(proof IN LISTS proofs)
    get_filename_component(name "${proof}" NAME_WE)
    add_proof(${name} ${name} "${scripts}/prove.py" --quick --skip-without-tools --traces "${PROJECT_BINARY_DIR}/prove" "${name}")
  endforeach()
  set(list "${PROJECT_SOURCE_DIR}/${folder}/mutations.txt")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${list}")
  file(READ "${list}" text)
  string(REGEX MATCHALL "\n[a-z_]+" names "\n${text}")
  list(TRANSFORM names STRIP)
  set(number 0)
  foreach(name IN LISTS names)
    add_proof(refuses_mutation_${number} ${name} "${scripts}/prove_mutations.py" "${PROJECT_SOURCE_DIR}" --skip-without-tools ${number})
    list(APPEND slow ${name})
    math(EXPR number "${number} + 1")
  endforeach()
endfunction()
