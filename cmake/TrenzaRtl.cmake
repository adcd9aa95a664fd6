# The SystemVerilog twins become part of the library: a model is verilated where and when it is used.

# trenza_embed_rtl(<room>): all <room>/**/*.sv into the library of the room, as rtl_models/twin/rtl_sources.h has it.
function(trenza_embed_rtl room)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${room}/*.sv")
  set(output "${PROJECT_BINARY_DIR}/generated/rtl_sources.cpp")
  add_custom_command(OUTPUT "${output}"
                     COMMAND "${CMAKE_COMMAND}" "-DROOT=${PROJECT_SOURCE_DIR}/${room}" "-DOUTPUT=${output}"
                             -P "${PROJECT_SOURCE_DIR}/cmake/embed_rtl.cmake"
                     DEPENDS ${sources} "${PROJECT_SOURCE_DIR}/cmake/embed_rtl.cmake"
                     COMMENT "Embedding the SystemVerilog twins" VERBATIM)
  target_sources(trenza_${room} PRIVATE "${output}")
  target_link_libraries(trenza_${room} PUBLIC ${CMAKE_DL_LIBS} fmt::fmt)
endfunction()

# A test that every SystemVerilog module is read by Verilator, Icarus and Yosys.
function(trenza_lint_rtl_test)
  if(BUILD_TESTING)
    add_test(NAME house.lint_rtl COMMAND "${PROJECT_SOURCE_DIR}/scripts/lint-rtl")
    set_tests_properties(house.lint_rtl PROPERTIES SKIP_RETURN_CODE 77 LABELS not_sanitized)
  endif()
endfunction()
