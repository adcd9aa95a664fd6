# A room is one top-level folder with a static library trenza_<room> (alias Trenza::<room>), its headers and its tests.

# Lists the .cpp files below a folder: the sources, and separately the tests (*_test.cpp).
function(_trenza_sources folder out_sources out_tests)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.cpp")
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  set(${out_sources} "${sources}" PARENT_SCOPE)
  set(${out_tests} "${tests}" PARENT_SCOPE)
endfunction()

# In a unity build the sources of a folder are compiled together: a group ends with a folder once it has 8 sources, and
# anyhow with 16.
function(trenza_group_sources target)
  get_target_property(sources ${target} SOURCES)
  set(number 0)
  set(size 0)
  set(last "")
  foreach(source IN LISTS sources)
    get_filename_component(folder "${source}" DIRECTORY)
    if(size GREATER_EQUAL 16 OR (size GREATER_EQUAL 8 AND NOT folder STREQUAL last))
      math(EXPR number "${number} + 1")
      set(size 0)
    endif()
    math(EXPR size "${size} + 1")
    set(last "${folder}")
    set_property(SOURCE "${source}" PROPERTY UNITY_GROUP ${number})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
endfunction()

# What a room may include: rooms, and targets whose headers it uses.
function(_trenza_arrow room depends link)
  list(JOIN depends " " depends)
  list(JOIN link " " link)
  set_property(GLOBAL APPEND PROPERTY TRENZA_ARROWS "${room}|${depends}|${link}")
endfunction()

# With sanitizers the build type is Debug, because optimising takes longer than it gains where code only reads and prints.
# What computes much is optimised there as well.
function(_trenza_optimise_with_sanitizers target)
  if(TRENZA_SANITIZE)
    target_compile_options(${target} PRIVATE -O1)
  endif()
endfunction()

# trenza_room(<name> [COMPUTES] [DEPENDS <room>...] [LINK <target>...] [DEFINITIONS <definition>...])
# COMPUTES: its code runs long in tests. A room without .cpp files is an INTERFACE library, so an empty or absent folder is
# fine.
function(trenza_room name)
  cmake_parse_arguments(PARSE_ARGV 1 room "COMPUTES" "" "DEPENDS;LINK;DEFINITIONS")
  if(room_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "trenza_room(${name}): what is '${room_UNPARSED_ARGUMENTS}'?")
  endif()
  _trenza_sources(${name} sources tests)
  set(target trenza_${name})
  if(sources)
    add_library(${target} STATIC ${sources})
    trenza_group_sources(${target})
    trenza_warnings(${target})
    if(room_COMPUTES)
      _trenza_optimise_with_sanitizers(${target})
    endif()
    set(scope PUBLIC)
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(Trenza::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(${target} ${scope} cxx_std_17)
  target_compile_definitions(${target} ${scope} ${room_DEFINITIONS})
  target_include_directories(${target} ${scope} "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>"
                             "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/trenza>")
  foreach(dependency IN LISTS room_DEPENDS)
    target_link_libraries(${target} ${scope} trenza_${dependency})
  endforeach()
  target_link_libraries(${target} ${scope} ${room_LINK})

  set_property(GLOBAL APPEND PROPERTY TRENZA_ROOMS ${name})
  _trenza_arrow(${name} "${room_DEPENDS}" "${room_LINK}")

  if(BUILD_TESTING AND tests)
    _trenza_test_executable(${target}_tests SOURCES ${tests} LINK ${target})
  endif()
endfunction()

# trenza_shared_library(<room>): libtrenza_<room>.so, target Trenza::<room>_shared, for programs that are not in C++. It shows
# only what the room's headers export, and needs no other library of Trenza; its .h and .sv files go with it.
function(trenza_shared_library room)
  _trenza_sources(${room} sources tests)
  set(target trenza_${room}_shared)
  add_library(${target} SHARED ${sources})
  trenza_group_sources(${target})
  trenza_warnings(${target})
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_include_directories(${target} INTERFACE "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/${room}>"
                             "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/trenza/${room}>")
  set_target_properties(${target} PROPERTIES OUTPUT_NAME trenza_${room} EXPORT_NAME ${room}_shared VERSION ${PROJECT_VERSION}
                        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} CXX_VISIBILITY_PRESET hidden)
  add_library(Trenza::${room}_shared ALIAS ${target})
  _trenza_take_in(${target} ${room})
  target_link_options(${target} PRIVATE -Wl,-z,defs)
  install(TARGETS ${target} EXPORT TrenzaTargets LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/${room}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/trenza" FILES_MATCHING PATTERN "*.sv")
endfunction()

# All rooms that <room> depends on become part of <target>, which foreign programs load, and show nothing there.
function(_trenza_take_in target room)
  get_property(arrows GLOBAL PROPERTY TRENZA_ARROWS)
  foreach(arrow IN LISTS arrows)
    string(REGEX MATCH "^([^|]*)\\|([^|]*)\\|(.*)$" matched "${arrow}")
    string(REPLACE " " ";" depends_of_${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
  endforeach()
  set(waiting ${depends_of_${room}})
  set(used "")
  while(waiting)
    list(POP_FRONT waiting next)
    if(NOT next IN_LIST used)
      list(APPEND used ${next})
      list(APPEND waiting ${depends_of_${next}})
    endif()
  endwhile()
  foreach(next IN LISTS used)
    set_target_properties(trenza_${next} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_options(trenza_${next} PRIVATE -fno-semantic-interposition)
    target_link_libraries(${target} PRIVATE "$<BUILD_INTERFACE:trenza_${next}>")
  endforeach()
  target_link_options(${target} PRIVATE -Wl,--exclude-libs,ALL -Wl,--as-needed)
endfunction()

# trenza_application(<folder> NAME <executable> [LINK <target>...]): main.cpp is the program; the rest is shared with its
# tests. The application may use every room.
function(trenza_application folder)
  cmake_parse_arguments(PARSE_ARGV 1 app "" "NAME" "LINK")
  _trenza_sources(${folder} sources tests)
  get_property(rooms GLOBAL PROPERTY TRENZA_ROOMS)
  list(TRANSFORM rooms PREPEND trenza_)
  list(JOIN rooms " " all)
  list(JOIN app_LINK " " link)
  string(REPLACE "trenza_" "" all "${all}")
  set_property(GLOBAL APPEND PROPERTY TRENZA_ARROWS "${folder}|${all}|${link}")

  set(main "${PROJECT_SOURCE_DIR}/${folder}/main.cpp")
  list(REMOVE_ITEM sources "${main}")
  set(objects "")
  if(sources)
    set(objects trenza_${folder})
    add_library(${objects} OBJECT ${sources})
    trenza_group_sources(${objects})
    trenza_warnings(${objects})
    add_dependencies(${objects} trenza_version_header)
    target_include_directories(${objects} PUBLIC "${PROJECT_SOURCE_DIR}" "${TRENZA_GENERATED_DIR}")
    target_link_libraries(${objects} PUBLIC ${rooms} ${app_LINK})
  endif()
  if(EXISTS "${main}")
    add_executable(${app_NAME} "${main}" ${TRENZA_EXECUTABLE_SOURCES})
    trenza_warnings(${app_NAME})
    add_dependencies(${app_NAME} trenza_version_header)
    target_include_directories(${app_NAME} PRIVATE "${PROJECT_SOURCE_DIR}" "${TRENZA_GENERATED_DIR}")
    target_link_libraries(${app_NAME} PRIVATE ${objects} ${rooms} ${app_LINK})
    install(TARGETS ${app_NAME} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  endif()
  if(BUILD_TESTING AND tests)
    _trenza_test_executable(trenza_${folder}_tests SOURCES ${tests} LINK ${objects} ${rooms} ${app_LINK})
    if(TARGET ${app_NAME})
      add_dependencies(trenza_${folder}_tests ${app_NAME})
    endif()
  endif()
endfunction()

# Tests that cross rooms: one executable of all <folder>/**/*_test.cpp. The other .cpp files there (but main.cpp) are a support
# library, which the tests of the application link too.
function(trenza_cross_room_tests folder)
  if(NOT BUILD_TESTING)
    return()
  endif()
  _trenza_sources(${folder} support tests)
  list(FILTER support EXCLUDE REGEX "/tests/bench/|/fuzz_target\\.cpp$")
  list(REMOVE_ITEM support ${_trenza_test_main})
  if(TRENZA_SANITIZE)
    # They run no C++ of the product that other tests do not, or limit the memory, of which sanitizers need much more.
    list(FILTER tests EXCLUDE REGEX
         "/(oracle/[a-z_]*_selfcheck|rtl_mutations|rtl_policies|bad_input|cli_memory|router_memory|docs_pages|docs_figures|docs_commands)_test\\.cpp$")
  endif()
  get_property(rooms GLOBAL PROPERTY TRENZA_ROOMS)
  list(TRANSFORM rooms PREPEND trenza_)
  set(extra "")
  if(support)
    set(extra trenza_test_support)
    add_library(${extra} STATIC ${support})
    trenza_group_sources(${extra})
    trenza_warnings(${extra})
    _trenza_optimise_with_sanitizers(${extra})  # the oracles
    target_include_directories(${extra} PUBLIC "${PROJECT_SOURCE_DIR}" "${TRENZA_GENERATED_DIR}")
    target_link_libraries(${extra} PUBLIC ${rooms} GTest::gtest)
    if(TARGET trenza_apps_tests)
      target_link_libraries(trenza_apps_tests PRIVATE ${extra})
    endif()
  endif()
  _trenza_test_executable(trenza_${folder} SOURCES ${tests} LINK ${extra} ${rooms})
  if(TARGET trenza)
    add_dependencies(trenza_${folder} trenza)  # tests of the command line run the program
  endif()
endfunction()

# What a test may know of its surroundings: where the sources are, and where the program is.
set(_trenza_places "#define TRENZA_SOURCE_DIR \"${PROJECT_SOURCE_DIR}\"\n#define TRENZA_PROGRAM \"${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/trenza\"\n")
file(CONFIGURE OUTPUT "${TRENZA_GENERATED_DIR}/tests/places.h" CONTENT "// Generated.\n#pragma once\n\n${_trenza_places}" @ONLY)

# What every executable of tests has.
set(_trenza_test_main "${PROJECT_SOURCE_DIR}/tests/support/main.cpp" "${PROJECT_SOURCE_DIR}/tests/cli_program.cpp")

function(_trenza_test_executable target)
  cmake_parse_arguments(PARSE_ARGV 1 test "" "" "SOURCES;LINK")
  if(NOT TARGET trenza_test_main)
    add_library(trenza_test_main OBJECT ${_trenza_test_main})
    trenza_warnings(trenza_test_main)
    target_include_directories(trenza_test_main PRIVATE "${PROJECT_SOURCE_DIR}" "${TRENZA_GENERATED_DIR}")
    target_compile_definitions(trenza_test_main PRIVATE "TRENZA_TEST_RTL_CACHE=\"${PROJECT_BINARY_DIR}/rtl-cache\"")
    target_link_libraries(trenza_test_main PUBLIC GTest::gtest)
  endif()
  add_executable(${target} ${test_SOURCES} ${TRENZA_EXECUTABLE_SOURCES})
  trenza_group_sources(${target})
  trenza_warnings(${target})
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}" "${TRENZA_GENERATED_DIR}")
  target_link_libraries(${target} PRIVATE trenza_test_main ${test_LINK} GTest::gmock)
  # A test runs its own code once, so optimising it takes longer than it gains. The libraries are
  # compiled as ever.
  target_compile_options(${target} PRIVATE "$<$<CONFIG:Release>:-O1>")

  # One process per TEST: SystemC elaborates once per process. tests/acceptance/labels.cmake gives them their labels.
  # Models of SystemVerilog are compiled when a test first wants them. They are not optimised, because that would cost
  # more time than it gains.
  gtest_discover_tests(${target} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60 WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}"
                       TEST_LIST ${target}_names PROPERTIES ENVIRONMENT SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1
                       ENVIRONMENT_MODIFICATION CXXFLAGS=set:-O0)
  set_property(GLOBAL APPEND PROPERTY TRENZA_TEST_TARGETS ${target})
endfunction()

# <folder>/*.cpp: one executable, trenza_bench.
function(trenza_benchmarks folder)
  _trenza_sources(${folder} sources tests)
  if(NOT TRENZA_BENCH OR NOT sources)
    return()
  endif()
  get_property(rooms GLOBAL PROPERTY TRENZA_ROOMS)
  list(TRANSFORM rooms PREPEND trenza_)
  # As the tests do, benchmarks use these helpers to set up machines and the processes in which they run.
  file(GLOB helpers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/support/*.cpp")
  list(FILTER helpers EXCLUDE REGEX "/main\\.cpp$")
  file(GLOB oracles CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/oracle/*.cpp")
  list(FILTER oracles EXCLUDE REGEX "_test\\.cpp$")
  list(APPEND helpers ${oracles})
  add_executable(trenza_bench ${sources} ${helpers} "${PROJECT_SOURCE_DIR}/cmake/bench_main.cpp" ${TRENZA_EXECUTABLE_SOURCES})
  trenza_warnings(trenza_bench)
  target_include_directories(trenza_bench PRIVATE "${PROJECT_SOURCE_DIR}" "${TRENZA_GENERATED_DIR}")
  target_link_libraries(trenza_bench PRIVATE ${rooms} benchmark::benchmark)
endfunction()

# examples/<name>/: each is a project of its own, made for the installed package. Here it is built against this tree,
# and its test runs the program with the arguments in the target's property TRENZA_TEST_ARGUMENTS. If an example has no
# target <name>, a tool that it needs is missing. If its target is not a program of CMake, the property
# TRENZA_TEST_PROGRAM names the program.
function(trenza_examples folder)
  if(NOT BUILD_TESTING)
    return()
  endif()
  file(GLOB lists CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*/CMakeLists.txt")
  foreach(list IN LISTS lists)
    get_filename_component(directory "${list}" DIRECTORY)
    get_filename_component(name "${directory}" NAME)
    add_subdirectory("${directory}")
    if(NOT TARGET ${name})
      continue()
    endif()
    get_target_property(type ${name} TYPE)
    if(type STREQUAL "UTILITY")
      get_target_property(program ${name} TRENZA_TEST_PROGRAM)
    else()
      set(program ${name})
      trenza_warnings(${name})
    endif()
    get_target_property(arguments ${name} TRENZA_TEST_ARGUMENTS)
    if(NOT arguments)
      set(arguments "")
    endif()
    add_test(NAME example.${name} COMMAND ${program} ${arguments} WORKING_DIRECTORY "${directory}")
    set_tests_properties(example.${name} PROPERTIES ENVIRONMENT SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1)
  endforeach()
endfunction()

# Labels of tests, for ctest, which reads them after it has found the tests of all executables.
function(trenza_test_labels)
  get_property(targets GLOBAL PROPERTY TRENZA_TEST_TARGETS)
  set(file "${PROJECT_BINARY_DIR}/test_labels.cmake")
  file(WRITE "${file}" "set(targets ${targets})\ninclude(\"${PROJECT_SOURCE_DIR}/tests/acceptance/labels.cmake\")\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${file}")
endfunction()

# A test that no file includes a header of a room it may not depend on, and that no source file is too long.
function(trenza_arrow_check)
  get_property(arrows GLOBAL PROPERTY TRENZA_ARROWS)
  list(JOIN arrows "\n" text)
  file(WRITE "${PROJECT_BINARY_DIR}/arrows.txt" "${text}\n")
  if(BUILD_TESTING)
    add_test(NAME house.arrows COMMAND "${CMAKE_COMMAND}" "-DROOT=${PROJECT_SOURCE_DIR}"
             "-DARROWS=${PROJECT_BINARY_DIR}/arrows.txt" -P "${PROJECT_SOURCE_DIR}/cmake/check_arrows.cmake")
  endif()
endfunction()

# Headers under include/trenza, libraries, and a CMake package: find_package(Trenza) gives Trenza::<room>.
function(trenza_install)
  include(CMakePackageConfigHelpers)
  get_property(rooms GLOBAL PROPERTY TRENZA_ROOMS)
  set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Trenza")
  foreach(room IN LISTS rooms)
    install(TARGETS trenza_${room} EXPORT TrenzaTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
    if(IS_DIRECTORY "${PROJECT_SOURCE_DIR}/${room}")
      install(DIRECTORY "${PROJECT_SOURCE_DIR}/${room}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/trenza"
              FILES_MATCHING PATTERN "*.h"
              PATTERN "*_test_support.h" EXCLUDE PATTERN "test_bench.h" EXCLUDE PATTERN "fabric_double.h" EXCLUDE)
    endif()
  endforeach()
  if(TRENZA_FST_TARGET)
    install(TARGETS ${TRENZA_FST_TARGET} EXPORT TrenzaTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  endif()
  # Everything that is installed. scripts/trenza builds this target, so that `cmake --install` works afterwards.
  list(TRANSFORM rooms PREPEND trenza_)
  add_custom_target(trenza_installed DEPENDS trenza ${rooms})
  foreach(foreign IN ITEMS trenza_dpi_shared trenza_python)
    if(TARGET ${foreign})
      add_dependencies(trenza_installed ${foreign})
    endif()
  endforeach()
  install(EXPORT TrenzaTargets NAMESPACE Trenza:: DESTINATION "${package_dir}")
  configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/TrenzaConfig.cmake.in" "${PROJECT_BINARY_DIR}/TrenzaConfig.cmake"
                                INSTALL_DESTINATION "${package_dir}")
  write_basic_package_version_file("${PROJECT_BINARY_DIR}/TrenzaConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
  install(FILES "${PROJECT_BINARY_DIR}/TrenzaConfig.cmake" "${PROJECT_BINARY_DIR}/TrenzaConfigVersion.cmake"
          DESTINATION "${package_dir}")
endfunction()
