#include "rtl_models/twin/verilation.h"

#include <fmt/core.h>

#include <fstream>
#include <map>

namespace trenza::rtl_models {

namespace fs = std::filesystem;

namespace {

/// Increase this number when the code that is generated around a model, or the way a model is built, changes.
constexpr int kAbiVersion = 5;

/// The high limit of convergence is for long loops: a loop through many cells settles in as many rounds as there are
/// cells.
const char* const kVerilatorFlags =
    "--cc -Wno-fatal --no-timing --x-assign fast --x-initial fast --converge-limit 10000";
const char* const kLastVerilatorFlags = "-fno-dfg -fno-gate -fno-const-bit-op-tree";

/// Flags of the compiler. They hide the symbols of one model from the next one.
std::string compile_flags(const std::string& include) {
  return fmt::format(
      "-std=c++17 -O3 -w -fPIC -fvisibility=hidden -fno-gnu-unique -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TRACE=0 {} -I. -I{} "
      "-I{}/vltstd",
      cxx_flags(), quoted_word(include), quoted_word(include));
}

/// The files of the cache that all models share.
struct Runtime {
  std::string flags;  // of the compiler
  fs::path object;    // Verilator's own run-time library
  fs::path header;    // Verilator's headers, precompiled beside it as `header`.gch where the compiler does that
};

/// The rest of the line of a text that begins with `key`. Errors: RtlError.
std::string rest_of_line(const fs::path& file, const std::string& key) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind(key, 0) == 0) return line.substr(key.size());
  }
  throw RtlError(fmt::format("{} has no line that begins with `{}`", file.string(), key));
}

/// The headers of the Verilator that has made a model in `folder`. What it makes says where they are, and they say its
/// version: to ask the program takes as long as to compile a small model.
fs::path verilator_headers(const fs::path& folder) {
  return fs::path(rest_of_line(folder / "Vmodel.mk", "VERILATOR_ROOT = ")) / "include";
}

/// The version of the compiler, which is asked once.
const std::string& compiler_version(const fs::path& folder) {
  static std::map<std::string, std::string> known;  // by compiler
  std::string& said = known[cxx_compiler()];
  if (said.empty()) said = run_tool(folder, cxx_compiler() + " --version");
  return said;
}

/// The shared files. They are made once for all models of these versions of the tools.
Runtime runtime(const fs::path& folder) {
  need_tool(cxx_compiler());
  const std::string headers = verilator_headers(folder).string();
  const std::string flags = compile_flags(headers);
  const std::string said = fmt::format("{}\n{}\n{}", headers, verilator_version(folder), compiler_version(folder));
  const fs::path cache = rtl_cache();
  const std::string stem = fmt::format("verilated-{:016x}", hash_of_text(rtl_tools() + said + flags + kModelRuntime));
  Runtime made{flags, cache / (stem + ".o"), cache / (stem + ".h")};
  const BuildLock lock(cache / "verilated.lock");
  if (fs::exists(made.object)) return made;
  write_text(made.header, "#include \"verilated.h\"\n");
  write_text(folder / "runtime.cpp", kModelRuntime);
  const std::string header = quoted_word(made.header.string());
  run_tool(folder, fmt::format("{0} {1} -x c++-header {2} -o {2}.gch", cxx_compiler(), flags, header));
  run_tool(folder, fmt::format("{} {} -c runtime.cpp -o runtime.o", cxx_compiler(), flags));
  fs::rename(folder / "runtime.o", made.object);
  return made;
}

}  // namespace

std::string rtl_tools() { return fmt::format("{} {} {}", kAbiVersion, cxx_compiler(), cxx_flags()); }

Verilated verilate(const fs::path& folder, const Verilation& design) {
  need_tool("verilator");
  std::string command = fmt::format("verilator {} {} --top-module {} --prefix Vmodel --Mdir .", kVerilatorFlags,
                                    design.optimised ? "-O3" : "-O0", quoted_word(design.top));
  for (const auto& [name, value] : design.parameters)
    command += fmt::format(" {}", quoted_word(fmt::format("-G{}={}", name, value)));
  for (const std::string& argument : design.arguments) command += fmt::format(" {}", quoted_word(argument));
  command += fmt::format(" {}", kLastVerilatorFlags);
  Verilated made;
  made.said = run_tool(folder, command);
  made.ports = ports_of_model(folder);
  made.loops = loops_of_model(folder);
  return made;
}

std::string verilator_version(const fs::path& folder) {
  const std::string quoted =
      rest_of_line(verilator_headers(folder) / "verilated_config.h", "#define VERILATOR_VERSION ");
  return "Verilator " + quoted.substr(1, quoted.rfind('"') - 1);
}

bool is_judged_version(const std::string& verilator) { return verilator.rfind("Verilator 5.006 ", 0) == 0; }

fs::path compile_model(const fs::path& folder) {
  std::string unit = model_code(folder);
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.rfind("Vmodel", 0) == 0 && entry.path().extension() == ".cpp")
      unit += fmt::format("#include \"{}\"\n", name);
  }
  write_text(folder / "unit.cpp", unit);
  const Runtime shared = runtime(folder);
  run_tool(folder, fmt::format("{} {} -include {} -c unit.cpp -o unit.o", cxx_compiler(), shared.flags,
                               quoted_word(shared.header.string())));
  return folder / "unit.o";
}

fs::path link_model(const fs::path& folder, const fs::path& unit, const std::string& more) {
  const Runtime shared = runtime(folder);
  write_text(folder / "more.cpp", "#define SHOWN extern \"C\" __attribute__((visibility(\"default\")))\n" + more);
  run_tool(folder, fmt::format("{} {} -shared -Wl,-Bsymbolic more.cpp {} {} -o model.so -pthread", cxx_compiler(),
                               shared.flags, quoted_word(unit.string()), quoted_word(shared.object.string())));
  return folder / "model.so";
}

}  // namespace trenza::rtl_models
