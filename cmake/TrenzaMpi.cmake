# The module of `trenza sweep --mpi` (mpi/), if there is an MPI: the program itself links none.
function(trenza_mpi_module)
  if(TRENZA_SANITIZE)  # mpirun and its libraries leak, and know nothing of the sanitizers
    return()
  endif()
  find_package(MPI QUIET COMPONENTS C)
  set(MPI_C_FOUND ${MPI_C_FOUND} PARENT_SCOPE)
  if(NOT MPI_C_FOUND)
    message(STATUS "MPI: off (no MPI found; package libopenmpi-dev)")
    return()
  endif()
  add_library(trenza_mpi MODULE "${PROJECT_SOURCE_DIR}/mpi/mpi_module.cpp")
  trenza_warnings(trenza_mpi)
  target_link_libraries(trenza_mpi PRIVATE MPI::MPI_C)
  target_compile_features(trenza_mpi PRIVATE cxx_std_17)
  target_compile_definitions(trenza_mpi PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
  set_target_properties(trenza_mpi PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/trenza")
  install(TARGETS trenza_mpi LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/trenza")
  if(TARGET trenza)
    add_dependencies(trenza trenza_mpi)
  endif()
endfunction()

# libtrenza_record.so, which `trenza trace record` loads into MPI programs (mpi/record/), if there is an MPI. It shows them
# nothing but functions of MPI.
function(trenza_record_library)
  if(TRENZA_SANITIZE OR NOT MPI_C_FOUND)
    return()
  endif()
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/mpi/record/*.cpp")
  add_library(trenza_record SHARED ${sources} "${PROJECT_SOURCE_DIR}/recorder/part_writer.cpp")
  trenza_warnings(trenza_record)
  target_include_directories(trenza_record PRIVATE "${PROJECT_SOURCE_DIR}")
  target_link_libraries(trenza_record PRIVATE MPI::MPI_C ${CMAKE_DL_LIBS})
  target_compile_features(trenza_record PRIVATE cxx_std_17)
  target_compile_definitions(trenza_record PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
  # The program may come with a C++ library of its own.
  target_link_options(trenza_record PRIVATE -static-libstdc++ -static-libgcc -Wl,--exclude-libs,ALL)
  set_target_properties(trenza_record PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/trenza"
                        CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  install(TARGETS trenza_record LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/trenza")
  if(TARGET trenza)
    add_dependencies(trenza trenza_record)
  endif()
endfunction()

# The MPI programs of tests/record/, which the tests of `trenza trace record` run, in build/bin/record/: those in Fortran
# if there is gfortran, by each interface of MPI.
function(trenza_recorded_programs)
  if(NOT BUILD_TESTING OR NOT TARGET trenza_record)
    return()
  endif()
  set(folder "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/record")
  foreach(name IN ITEMS program cases)
    add_executable(trenza_record_${name} "${PROJECT_SOURCE_DIR}/tests/record/${name}.c")
    trenza_warnings(trenza_record_${name})
    target_link_libraries(trenza_record_${name} PRIVATE MPI::MPI_C Threads::Threads)
    set_target_properties(trenza_record_${name} PROPERTIES OUTPUT_NAME ${name}_c RUNTIME_OUTPUT_DIRECTORY "${folder}"
                          C_STANDARD 99 C_EXTENSIONS ON)
    add_dependencies(trenza_tests trenza_record_${name})
  endforeach()
  find_program(TRENZA_GFORTRAN gfortran)
  find_program(TRENZA_MPIFORT mpifort)
  mark_as_advanced(TRENZA_GFORTRAN TRENZA_MPIFORT)
  if(NOT TRENZA_GFORTRAN OR NOT TRENZA_MPIFORT)
    message(STATUS "Fortran: off (recordings are tested in C only; packages gfortran, libopenmpi-dev)")
    return()
  endif()
  set(source "${PROJECT_SOURCE_DIR}/tests/record/program.f90")
  foreach(interface IN ITEMS mpif usempi f08)
    string(TOUPPER ${interface} word)
    set(program "${folder}/program_${interface}")
    # Of mpif.h the compiler sees one subroutine called with different types.
    add_custom_command(OUTPUT "${program}" DEPENDS "${source}"
                       COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}/modules"
                       COMMAND "${TRENZA_MPIFORT}" -cpp -DRECORD_${word} -w -fallow-argument-mismatch
                               -J "${folder}/modules" -o "${program}" "${source}"
                       COMMENT "Building the Fortran program program_${interface}" VERBATIM)
    list(APPEND programs "${program}")
  endforeach()
  add_custom_target(trenza_record_fortran DEPENDS ${programs})
  add_dependencies(trenza_tests trenza_record_fortran)
endfunction()
