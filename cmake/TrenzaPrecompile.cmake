# Headers of libraries, parsed once for all targets (TRENZA_PRECOMPILE).
set(TRENZA_PRECOMPILED_HEADERS
    <algorithm> <array> <cstdint> <deque> <filesystem> <fstream> <functional> <map> <memory> <optional> <queue> <set> <sstream>
    <stdexcept> <string> <utility> <vector> <fmt/format.h> <nlohmann/json.hpp>)

# trenza_precompile(<target> [TESTS]): with TESTS, GoogleTest is among them, and the target seldom runs.
function(trenza_precompile target)
  if(NOT TRENZA_PRECOMPILE)
    return()
  endif()
  if(ARGN STREQUAL "TESTS")
    set(shared trenza_precompiled_tests)
    set(headers ${TRENZA_PRECOMPILED_HEADERS} <gmock/gmock.h> <gtest/gtest.h>)
    set(libraries fmt::fmt nlohmann_json::nlohmann_json GTest::gmock GTest::gtest)
  else()
    set(shared trenza_precompiled)
    set(headers ${TRENZA_PRECOMPILED_HEADERS})
    set(libraries fmt::fmt nlohmann_json::nlohmann_json)
  endif()
  if(NOT TARGET ${shared})
    file(WRITE "${PROJECT_BINARY_DIR}/${shared}.cpp" "")
    add_library(${shared} OBJECT "${PROJECT_BINARY_DIR}/${shared}.cpp")
    trenza_warnings(${shared})  # GCC takes it only for the same flags
    target_link_libraries(${shared} PRIVATE ${libraries})
    if(ARGN)
      trenza_seldom_runs(${shared})
    endif()
    target_precompile_headers(${shared} PRIVATE ${headers})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${shared})
endfunction()
