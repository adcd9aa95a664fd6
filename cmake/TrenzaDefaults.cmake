# Language, build type, warnings and compiler cache: what holds for every target.
set(CMAKE_CXX_STANDARD 17)  # SystemC's library checks at link time that its users were compiled as C++17
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")

option(TRENZA_WERROR "Treat compiler warnings as errors" ON)
option(TRENZA_SANITIZE "Compile with AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(TRENZA_BENCH "Build the benchmarks in tests/bench/" OFF)
option(TRENZA_CCACHE "Compile through ccache when it is found" ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug, RelWithDebInfo or MinSizeRel" FORCE)
endif()

if(TRENZA_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(TRENZA_CCACHE_PROGRAM ccache)
  mark_as_advanced(TRENZA_CCACHE_PROGRAM)
  if(TRENZA_CCACHE_PROGRAM)
    set(CMAKE_C_COMPILER_LAUNCHER "${TRENZA_CCACHE_PROGRAM}")
    set(CMAKE_CXX_COMPILER_LAUNCHER "${TRENZA_CCACHE_PROGRAM}")
  endif()
endif()

if(TRENZA_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_compile_options("-fsanitize-ignorelist=${PROJECT_SOURCE_DIR}/cmake/sanitizer_ignorelist.txt")
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # GCC 12 wrongly reports `condition ? a : b` as an invalid object when it is converted to a virtual base, as
    # SystemC's are.
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize=vptr>)
  endif()
endif()

# The sources that every executable needs besides its own.
set(TRENZA_EXECUTABLE_SOURCES "")
if(TRENZA_SANITIZE)
  set(TRENZA_EXECUTABLE_SOURCES "${PROJECT_SOURCE_DIR}/cmake/sanitizer_support.cpp")
endif()

# The warnings of our own code. Third-party headers are system headers and stay silent.
function(trenza_warnings target)
  set(warnings -Wall -Wextra -Wpedantic -Wshadow)
  if(TRENZA_WERROR)
    list(APPEND warnings -Werror)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    list(APPEND warnings -Wno-restrict)  # GCC 12 reports std::string's own operator+ (GCC bug 105329)
  endif()
  target_compile_options(${target} PRIVATE ${warnings})
endfunction()
