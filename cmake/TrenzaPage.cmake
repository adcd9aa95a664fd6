# Files that become part of the program: the page of `trenza report`.

# trenza_embed_page(<object library> <folder>): all files of <folder>/page and <folder>/vendor, by their path below the folder,
# as apps/report/page_files.h has them.
function(trenza_embed_page target folder)
  set(root "${PROJECT_SOURCE_DIR}/${folder}")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${root}/page/*" "${root}/vendor/*")
  list(FILTER sources EXCLUDE REGEX "/README\\.md$")
  set(output "${PROJECT_BINARY_DIR}/generated/page_files.cpp")
  list(TRANSFORM sources REPLACE "^${root}/" "" OUTPUT_VARIABLE names)
  list(JOIN names "," files)
  add_custom_command(OUTPUT "${output}"
                     COMMAND "${CMAKE_COMMAND}" "-DROOT=${root}" "-DFILES=${files}" "-DOUTPUT=${output}"
                             -P "${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake"
                     DEPENDS ${sources} "${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake"
                     COMMENT "Embedding the page of reports" VERBATIM)
  target_sources(${target} PRIVATE "${output}")
endfunction()
