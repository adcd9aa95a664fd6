# cmake -DROOT=<folder of the SystemVerilog sources> -DOUTPUT=<file.cpp> -P embed_rtl.cmake
#
# Writes all SystemVerilog sources into a C++ file, so that the program carries what it verilates. Packages come first:
# tools read them before the modules that use them.
cmake_minimum_required(VERSION 3.22)
file(GLOB_RECURSE sources RELATIVE "${ROOT}" "${ROOT}/*.sv")
list(SORT sources)
set(packages "${sources}")
list(FILTER packages INCLUDE REGEX "_pkg\\.sv$")
list(FILTER sources EXCLUDE REGEX "_pkg\\.sv$")
list(PREPEND sources ${packages})
set(text "// Generated.\n#include \"rtl_models/twin/rtl_sources.h\"\n\nnamespace trenza::rtl_models {\n\n")
string(APPEND text "const std::vector<RtlSource>& rtl_sources() {\n  static const std::vector<RtlSource> all{\n")
foreach(source IN LISTS sources)
  file(READ "${ROOT}/${source}" content)
  get_filename_component(name "${source}" NAME)
  string(APPEND text "{\"${name}\", R\"__RTL__(${content})__RTL__\"},\n")
endforeach()
string(APPEND text "  };\n  return all;\n}\n\n}  // namespace trenza::rtl_models\n")
file(WRITE "${OUTPUT}" "${text}")
