# "apps/version.h", generated: the project's version and what git calls this checkout. Refreshed at every build, rewritten
# only when it changes.
set(TRENZA_GENERATED_DIR "${PROJECT_BINARY_DIR}/generated")
set(_trenza_version_command "${CMAKE_COMMAND}" "-DSOURCE_DIR=${PROJECT_SOURCE_DIR}" "-DVERSION=${PROJECT_VERSION}"
    "-DOUTPUT=${TRENZA_GENERATED_DIR}/apps/version.h" -P "${PROJECT_SOURCE_DIR}/cmake/write_version_header.cmake")
add_custom_target(trenza_version_header COMMAND ${_trenza_version_command}
                  BYPRODUCTS "${TRENZA_GENERATED_DIR}/apps/version.h" COMMENT "" VERBATIM)
