# cmake -DROOT=<source dir> -DARROWS=<build>/arrows.txt -P check_arrows.cmake
#
# arrows.txt, written by the configure step, has one line per room: name|rooms it depends on|libraries it links.
# Fails when a file of a room includes a header of a room (or of a library) that the room does not depend on, directly or
# through other rooms, or when a source file that is no test has more than 400 lines and no line `// size: <reason>`.
# Test files may also include headers of tests/.
cmake_minimum_required(VERSION 3.22)
set(LINE_LIMIT 400)

file(STRINGS "${ARROWS}" lines)
foreach(line IN LISTS lines)
  string(REGEX MATCH "^([^|]*)\\|([^|]*)\\|(.*)$" matched "${line}")
  set(room "${CMAKE_MATCH_1}")
  string(REPLACE " " ";" depends "${CMAKE_MATCH_2}")
  string(REPLACE " " ";" link "${CMAKE_MATCH_3}")
  list(APPEND rooms ${room})
  # A room is declared after the rooms it depends on, so their closures are complete.
  set(rooms_of_${room} ${room})
  set(links_of_${room} ${link})
  foreach(other IN LISTS depends)
    list(APPEND rooms_of_${room} ${rooms_of_${other}})
    list(APPEND links_of_${room} ${links_of_${other}})
  endforeach()
endforeach()

# Libraries whose headers lie on the compiler's own path, so that a wrong include would compile.
set(libraries "(systemc|systemc\\.h|sysc/.*|tlm|tlm\\.h|tlm_core/.*|tlm_utils/.*)=SYSTEMC" "yaml-cpp/.*=yaml-cpp"
    "nlohmann/.*=nlohmann_json" "zstd.*=ZSTD" "CLI/.*=CLI11" "pybind11/.*=pybind11" "fst(api|_config)\\.h=fstapi")

set(problems "")
set(files 0)
foreach(room IN LISTS rooms)
  file(GLOB_RECURSE sources RELATIVE "${ROOT}" "${ROOT}/${room}/*.h" "${ROOT}/${room}/*.cpp")
  foreach(source IN LISTS sources)
    math(EXPR files "${files} + 1")
    file(STRINGS "${ROOT}/${source}" includes REGEX "^[ \t]*#[ \t]*include[ \t]*[<\"]")
    foreach(include IN LISTS includes)
      string(REGEX MATCH "[<\"]([^>\"]*)[>\"]" matched "${include}")
      set(header "${CMAKE_MATCH_1}")
      if(matched MATCHES "^\"")
        string(REGEX MATCH "^[^/]*" folder "${header}")
        if(header MATCHES "^(Vmodel[_a-z0-9]*|verilated[_a-z]*)\\.(h|cpp)$")
          continue()  # in the text of a program that is compiled around a model
        elseif(header MATCHES "\\.\\./" OR (NOT EXISTS "${ROOT}/${header}" AND NOT header MATCHES "^(apps/version|tests/places)\\.h$"))
          string(APPEND problems "${source}: \"${header}\" is not a path from the root of the repository\n")
        elseif(folder STREQUAL "tests" AND source MATCHES "_test(\\.cpp|_support\\.h)$")
          continue()
        elseif(NOT folder IN_LIST rooms_of_${room})
          string(APPEND problems "${source}: includes \"${header}\", but ${room} does not depend on ${folder}\n")
        endif()
      else()
        foreach(library IN LISTS libraries)
          string(REGEX MATCH "^(.*)=(.*)$" split "${library}")
          set(pattern "${CMAKE_MATCH_1}")
          set(target "${CMAKE_MATCH_2}")
          if(header MATCHES "^${pattern}$" AND NOT "${links_of_${room}}" MATCHES "${target}")
            string(APPEND problems "${source}: includes <${header}>, but ${room} does not link ${target}\n")
          endif()
        endforeach()
      endif()
    endforeach()
    if(NOT source MATCHES "_test\\.cpp$")
      file(READ "${ROOT}/${source}" text)
      string(REGEX MATCHALL "\n" newlines "${text}")
      list(LENGTH newlines length)
      if(length GREATER LINE_LIMIT AND NOT text MATCHES "(^|\n)[ \t]*// size: [^\n]+")
        string(APPEND problems "${source}: ${length} lines; split it (limit ${LINE_LIMIT}), or say why in `// size: <reason>`\n")
      endif()
    endif()
  endforeach()
endforeach()

if(problems)
  string(REPLACE "\n" "\n  " problems "\n${problems}")  # message() refills lines that are not indented
  message(FATAL_ERROR "${problems}")
endif()
message(STATUS "${files} files checked: every arrow points the right way")
