# cmake -DBUILD=<build dir> -DPYTHON=<interpreter> -DTESTS=<folder> -P test_python_install.cmake
#
# Installs the Python package for a new user, whose interpreter finds it, and runs the tests with it.
cmake_minimum_required(VERSION 3.22)
set(home "${BUILD}/python-home")
file(REMOVE_RECURSE "${home}")
file(MAKE_DIRECTORY "${home}")
set(ENV{HOME} "${home}")
foreach(name IN ITEMS PYTHONPATH PYTHONNOUSERSITE PYTHONUSERBASE)
  unset(ENV{${name}})
endforeach()

function(run)
  execute_process(COMMAND ${ARGV} WORKING_DIRECTORY "${home}" RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGV}: ${status}")
  endif()
endfunction()

run("${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${home}/.local" --component python)
run("${PYTHON}" -c "import trenza\nassert trenza.__file__.startswith('${home}/.local/'), trenza.__file__")
run("${PYTHON}" -m unittest discover -s "${TESTS}" -p "*_test.py")
file(REMOVE_RECURSE "${home}")
