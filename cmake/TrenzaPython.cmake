# The Python package `trenza`: <room>/<package>/*.py and a compiled module of the .cpp files of the room. The build works
# without it.
#
# TRENZA_PYTHON is the interpreter that it is for. On Debian that is /usr/bin/python3, whatever else is on the PATH.
set(TRENZA_PYTHON "/usr/bin/python3" CACHE FILEPATH "The Python that the package is for")
set(_trenza_python_missing "")
if(TRENZA_SANITIZE)
  set(_trenza_python_missing "an interpreter does not load the sanitizers")
else()
  set(Python3_EXECUTABLE "${TRENZA_PYTHON}")
  find_package(Python3 QUIET COMPONENTS Interpreter Development.Module)
  set(PYBIND11_NOPYTHON ON)  # or it looks for a Python of its own
  find_package(pybind11 QUIET)
  if(NOT Python3_Interpreter_FOUND)
    set(_trenza_python_missing "there is no ${TRENZA_PYTHON}")
    unset(Python3_EXECUTABLE)  # others look for one of their own
  elseif(NOT Python3_Development.Module_FOUND)
    set(_trenza_python_missing "the headers of ${TRENZA_PYTHON} are missing: package python3-dev")
  elseif(NOT pybind11_FOUND)
    set(_trenza_python_missing "pybind11 is missing: package pybind11-dev")
  endif()
endif()
if(_trenza_python_missing)
  message(STATUS "Python package: off (${_trenza_python_missing})")
endif()

# The folder that holds the package in the build; empty where it is off.
set(TRENZA_PYTHON_PATH "")
if(NOT _trenza_python_missing)
  set(TRENZA_PYTHON_PATH "${PROJECT_BINARY_DIR}/python")
endif()

# trenza_python_package(<room> DEPENDS <room>... LINK <target>...): target trenza_python, in component `python` of the
# installation.
function(trenza_python_package room)
  cmake_parse_arguments(PARSE_ARGV 1 python "" "" "DEPENDS;LINK")
  _trenza_arrow(${room} "${python_DEPENDS}" "${python_LINK};pybind11::headers")
  if(_trenza_python_missing)
    return()
  endif()
  _trenza_sources(${room} sources tests)
  add_library(trenza_python MODULE ${sources})
  trenza_group_sources(trenza_python)
  trenza_warnings(trenza_python)
  target_include_directories(trenza_python PRIVATE "${PROJECT_SOURCE_DIR}")
  target_compile_definitions(trenza_python PRIVATE "TRENZA_VERSION=\"${PROJECT_VERSION}\"")
  target_link_libraries(trenza_python PRIVATE ${python_LINK} pybind11::headers Python3::Module)
  _trenza_take_in(trenza_python ${room})
  set_target_properties(trenza_python PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON PREFIX ""
                        OUTPUT_NAME "_core.${Python3_SOABI}"
                        LIBRARY_OUTPUT_DIRECTORY "${TRENZA_PYTHON_PATH}/trenza")
  file(GLOB texts CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${room}/trenza/*.py" "${PROJECT_SOURCE_DIR}/${room}/trenza/py.typed")
  file(MAKE_DIRECTORY "${TRENZA_PYTHON_PATH}/trenza")
  foreach(text IN LISTS texts)  # links, so that the package in the build is never an old one
    get_filename_component(name "${text}" NAME)
    file(CREATE_LINK "${text}" "${TRENZA_PYTHON_PATH}/trenza/${name}" SYMBOLIC)
  endforeach()

  # Where Debian's Python looks: of the system, of a user, of the administrator. Elsewhere like the last, for PYTHONPATH.
  set(version "python${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR}")
  install(CODE "
    if(CMAKE_INSTALL_PREFIX STREQUAL \"/usr\")
      set(TRENZA_PYTHON_FOLDER \"lib/python3/dist-packages\")
    elseif(CMAKE_INSTALL_PREFIX STREQUAL \"\$ENV{HOME}/.local\")
      set(TRENZA_PYTHON_FOLDER \"lib/${version}/site-packages\")
    else()
      set(TRENZA_PYTHON_FOLDER \"lib/${version}/dist-packages\")
    endif()" COMPONENT python)
  install(TARGETS trenza_python LIBRARY DESTINATION "\${TRENZA_PYTHON_FOLDER}/trenza" COMPONENT python)
  install(FILES ${texts} DESTINATION "\${TRENZA_PYTHON_FOLDER}/trenza" COMPONENT python)
endfunction()

# trenza_python_tests(<folder>): <folder>/*_test.py against the package in the build, and against one that is installed. The
# pages of the documentation have cells of Python.
function(trenza_python_tests folder)
  set_source_files_properties("${PROJECT_SOURCE_DIR}/tests/docs_commands_test.cpp" PROPERTIES COMPILE_DEFINITIONS
                              "TRENZA_PYTHON=\"${TRENZA_PYTHON}\";TRENZA_PYTHON_PATH=\"${TRENZA_PYTHON_PATH}\"")
  if(NOT BUILD_TESTING OR _trenza_python_missing)
    return()
  endif()
  set(run "${TRENZA_PYTHON}" -m unittest discover -s "${PROJECT_SOURCE_DIR}/${folder}" -p "*_test.py")
  set(places "TRENZA_PROGRAM=${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/trenza" "TRENZA_ROOT=${PROJECT_SOURCE_DIR}" PYTHONDONTWRITEBYTECODE=1
      SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1)
  add_test(NAME python.package COMMAND ${run})
  set_tests_properties(python.package PROPERTIES ENVIRONMENT "PYTHONPATH=${TRENZA_PYTHON_PATH};${places}")
  add_test(NAME python.installed COMMAND "${CMAKE_COMMAND}" "-DBUILD=${PROJECT_BINARY_DIR}" "-DPYTHON=${TRENZA_PYTHON}" "-DTESTS=${PROJECT_SOURCE_DIR}/${folder}"
                                         -P "${PROJECT_SOURCE_DIR}/cmake/test_python_install.cmake")
  set_tests_properties(python.installed PROPERTIES ENVIRONMENT "${places}")
endfunction()
