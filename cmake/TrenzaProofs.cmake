# trenza_proof_tests(<folder>): a test for each proof <folder>/*.sv with its quick parameters, and one for each wrong design
# of <folder>/mutations.txt, which its proof must refuse. Skipped where Yosys or z3 is missing.
function(trenza_proof_tests folder)
  find_package(Python3 QUIET COMPONENTS Interpreter)  # Yosys needs it too
  if(NOT BUILD_TESTING OR NOT Python3_FOUND)
    return()
  endif()
  set(python "${Python3_EXECUTABLE}")
  set(scripts "${PROJECT_SOURCE_DIR}/scripts")
  set(common SKIP_RETURN_CODE 77 LABELS proof)
  file(GLOB proofs CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.sv")
  foreach(proof IN LISTS proofs)
    get_filename_component(name "${proof}" NAME_WE)
    add_test(NAME proof.${name} COMMAND "${python}" "${scripts}/prove.py" --quick --skip-without-tools
             --traces "${PROJECT_BINARY_DIR}/prove" "${name}")
    set_tests_properties(proof.${name} PROPERTIES ${common})
  endforeach()
  set(list "${PROJECT_SOURCE_DIR}/${folder}/mutations.txt")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${list}")
  file(STRINGS "${list}" mutations REGEX "^[a-z]")
  list(LENGTH mutations count)
  math(EXPR last "${count} - 1")
  foreach(number RANGE ${last})
    add_test(NAME proof.refuses_mutation_${number} COMMAND "${python}" "${scripts}/prove_mutations.py"
             "${PROJECT_SOURCE_DIR}" --skip-without-tools ${number})
    set_tests_properties(proof.refuses_mutation_${number} PROPERTIES ${common})
  endforeach()
endfunction()
