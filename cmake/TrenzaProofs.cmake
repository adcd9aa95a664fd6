# trenza_proof_tests(<folder>): a test for each proof <folder>/*.sv with its quick parameters, and one for each wrong design
# of <folder>/mutations.txt, which its proof must refuse. Skipped where Yosys or z3 is missing. Those of SLOW_PROOFS take
# longer than 6 seconds and have the label slow, and so has every wrong design but the first of each proof and the first of
# each verdict.
set(SLOW_PROOFS input_unit_vc input_vc matrix_allocator matrix_match switch_allocator two_step_allocator vc_allocator
                worm_output_vcs worm_switch_allocator)
function(trenza_proof_tests folder)
  find_package(Python3 QUIET COMPONENTS Interpreter)  # Yosys needs it too
  if(NOT BUILD_TESTING OR NOT Python3_FOUND)
    return()
  endif()
  set(python "${Python3_EXECUTABLE}")
  set(scripts "${PROJECT_SOURCE_DIR}/scripts")
  file(GLOB proofs CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.sv")
  foreach(proof IN LISTS proofs)
    get_filename_component(name "${proof}" NAME_WE)
    add_test(NAME proof.${name} COMMAND "${python}" "${scripts}/prove.py" --quick --skip-without-tools
             --traces "${PROJECT_BINARY_DIR}/prove" "${name}")
    set(slow "")
    if(name IN_LIST SLOW_PROOFS)
      set(slow ";slow")
    endif()
    set_tests_properties(proof.${name} PROPERTIES SKIP_RETURN_CODE 77 LABELS "proof;not_sanitized${slow}")
  endforeach()
  set(list "${PROJECT_SOURCE_DIR}/${folder}/mutations.txt")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${list}")
  file(READ "${list}" text)
  string(REGEX REPLACE "[][;]" " " text "${text}")  # or CMake takes several lines for one element of its list
  string(REGEX MATCHALL "\n[a-z][^\n]*" mutations "\n${text}")
  set(number 0)
  set(seen ${SLOW_PROOFS})  # proofs and verdicts
  foreach(mutation IN LISTS mutations)
    add_test(NAME proof.refuses_mutation_${number} COMMAND "${python}" "${scripts}/prove_mutations.py"
             "${PROJECT_SOURCE_DIR}" --skip-without-tools ${number})
    string(REGEX MATCH "[a-z_]+" name "${mutation}")
    string(REGEX MATCH "[|] (not seen|no further step|step only)$" verdict "${mutation}")
    set(slow ";slow")
    if(NOT name IN_LIST seen OR (verdict AND NOT name IN_LIST SLOW_PROOFS AND NOT verdict IN_LIST seen))
      set(slow "")
      list(APPEND seen "${name}" "${verdict}")
    endif()
    set_tests_properties(proof.refuses_mutation_${number} PROPERTIES SKIP_RETURN_CODE 77
                         LABELS "proof;not_sanitized${slow}")
    math(EXPR number "${number} + 1")
  endforeach()
endfunction()
