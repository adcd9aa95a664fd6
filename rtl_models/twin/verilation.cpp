#include "rtl_models/twin/verilation.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>
#include <system_error>

#include "microarch/byte_hash.h"

namespace trenza::rtl_models {

namespace fs = std::filesystem;

namespace {

/// Raised when what is generated around a model changes.
constexpr int kAbiVersion = 2;
constexpr std::size_t kShownOutput = 2000;  // bytes of the tools' last words in a message

std::string environment(const char* name, const std::string& otherwise) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : otherwise;
}

std::string compiler() { return environment("CXX", "c++"); }
std::string more_flags() { return environment("CXXFLAGS", ""); }

/// The flags keep the symbols of one model out of the sight of the next.
std::string compile_flags(const std::string& include) {
  return fmt::format(
      "-std=c++17 -O3 -w -fPIC -fvisibility=hidden -fno-gnu-unique -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TRACE=0 {} -I. -I{} "
      "-I{}/vltstd",
      more_flags(), quoted_word(include), quoted_word(include));
}

/// A model that does not settle, or that stops, is an error of its user: an exception, where Verilator would abort.
const char* const kRuntime =
    "#include <stdexcept>\n"
    "#include <string>\n"
    "#define VL_USER_FATAL 1\n"
    "#define VL_USER_STOP 1\n"
    "#include \"verilated.cpp\"\n"
    "#include \"verilated_threads.cpp\"\n"
    "void vl_fatal(const char* file, int line, const char*, const char* text) {\n"
    "  throw std::runtime_error(std::string(file) + \":\" + std::to_string(line) + \": \" + text);\n"
    "}\n"
    "void vl_stop(const char* file, int line, const char* place) { vl_fatal(file, line, place, \"the model called "
    "$stop\"); }\n";

/// What all models share, in the cache.
struct Runtime {
  std::string flags;  // of the compiler
  fs::path object;    // Verilator's own run-time library
  fs::path header;    // Verilator's headers, precompiled beside it as `header`.gch where the compiler does that
};

/// Made once for all models of these versions of the tools.
Runtime runtime(const fs::path& folder) {
  const std::string said = run_tool(
      folder, fmt::format("verilator --getenv VERILATOR_ROOT && verilator --version && {} --version", compiler()));
  const std::string flags = compile_flags(said.substr(0, said.find('\n')) + "/include");
  const fs::path cache = rtl_cache();
  const std::string stem = fmt::format("verilated-{:016x}", hash_of_text(rtl_tools() + said + flags + kRuntime));
  Runtime made{flags, cache / (stem + ".o"), cache / (stem + ".h")};
  const BuildLock lock(cache / "verilated.lock");
  if (fs::exists(made.object)) return made;
  write_text(made.header, "#include \"verilated.h\"\n");
  write_text(folder / "runtime.cpp", kRuntime);
  const std::string header = quoted_word(made.header.string());
  run_tool(folder, fmt::format("{0} {1} -x c++-header {2} -o {2}.gch", compiler(), flags, header));
  run_tool(folder, fmt::format("{} {} -c runtime.cpp -o runtime.o", compiler(), flags));
  fs::rename(folder / "runtime.o", made.object);
  return made;
}

std::vector<ModelPort> ports_of(const std::string& header) {
  std::vector<ModelPort> ports;
  static const std::regex port(R"(VL_(IN|OUT|INOUT)(8|16|64|W)?\(&(\w+),(\d+),(\d+))");
  for (auto found = std::sregex_iterator(header.begin(), header.end(), port); found != std::sregex_iterator();
       ++found) {
    ports.push_back(
        {(*found)[3].str(), std::stoi((*found)[4].str()) - std::stoi((*found)[5].str()) + 1, (*found)[1] != "OUT"});
  }
  return ports;
}

/// For a model with one clock: a function that lets it take the clock for low without an evaluation. Empty if Verilator
/// keeps its triggers otherwise than known here.
std::string clock_fell(const std::string& root_header) {
  static const std::string kPrevious = "__Vtrigrprev__";
  const std::size_t found = root_header.find(kPrevious);
  const bool only = found != std::string::npos && root_header.find(kPrevious, found + 1) == std::string::npos;
  if (!only || root_header.find(kPrevious + "TOP__clk;") != found) return "";
  return fmt::format(
      "#include \"Vmodel___024root.h\"\n"
      "SHOWN void trenza_model_clock_fell(void* model) {{ top(model)->rootp->{}TOP__clk = 0; }}\n",
      kPrevious);
}

/// What a loaded model shows of itself: rtl_model.cpp reads it.
std::string wrapper(const std::vector<ModelPort>& ports, const std::string& root_header) {
  std::string table;
  for (const ModelPort& port : ports) {
    table += fmt::format("  if (index-- == 0) {{ *name = \"{0}\"; *bits = {1}; return &top(model)->{0}; }}\n",
                         port.name, port.bits);
  }
  return fmt::format(R"(#include "Vmodel.h"
#include <verilated.h>
namespace {{
Vmodel* top(void* model) {{ return static_cast<Vmodel*>(model); }}
VerilatedContext* context() {{
  static VerilatedContext* const only = new VerilatedContext;
  return only;
}}
}}
#define SHOWN extern "C" __attribute__((visibility("default")))
SHOWN void* trenza_model_create() {{ return new Vmodel(context(), "TOP"); }}
SHOWN void trenza_model_eval(void* model) {{ top(model)->eval(); }}
SHOWN void* trenza_model_port(void* model, int index, const char** name, int* bits) {{
{}  return nullptr;
}}
{})",
                     table, clock_fell(root_header));
}

}  // namespace

std::string read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw RtlError(fmt::format("{} cannot be read", path.string()));
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

void write_text(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw RtlError(fmt::format("cannot write {}", path.string()));
}

fs::path rtl_cache() {
  const std::string named = environment("TRENZA_RTL_CACHE", "");
  if (!named.empty()) return fs::absolute(named);  // tools run in folders of their own
  const fs::path home = environment("HOME", fs::temp_directory_path().string());
  return fs::path(environment("XDG_CACHE_HOME", (home / ".cache").string())) / "trenza" / "rtl";
}

fs::path made_rtl_cache() {
  const fs::path cache = rtl_cache();
  std::error_code fault;
  fs::create_directories(cache, fault);
  if (!fault && access(cache.c_str(), W_OK) != 0) fault.assign(errno, std::generic_category());
  if (!fault) return cache;
  throw RtlError(
      fmt::format("models are kept in {}, which cannot be written: {}; expected a folder that can, in TRENZA_RTL_CACHE",
                  cache.string(), fault.message()));
}

std::string quoted_word(const std::string& word) {
  return fmt::format("'{}'", std::regex_replace(word, std::regex("'"), "'\\''"));
}

std::uint64_t hash_of_text(const std::string& text) {
  microarch::ByteHash hash;
  hash.add(text.data(), text.size());
  return hash.value();
}

std::string rtl_tools() { return fmt::format("{} {} {}", kAbiVersion, compiler(), more_flags()); }

std::string run_tool(const fs::path& folder, const std::string& command) {
  const fs::path log = folder / "log";
  const std::string line = fmt::format("cd {} && {{ {}; }} > log 2>&1", quoted_word(folder.string()), command);
  const int status = std::system(line.c_str());
  std::string said = read_text(log);
  if (status == 0) return said;
  if (said.size() > kShownOutput) said = said.substr(said.size() - kShownOutput);
  throw RtlError(fmt::format("this command failed: {}\n{}", command, said));
}

BuildLock::BuildLock(const fs::path& path) : file_(open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666)) {
  if (file_ < 0 || flock(file_, LOCK_EX) != 0) throw RtlError(fmt::format("cannot lock {}", path.string()));
}

BuildLock::~BuildLock() { close(file_); }

Workshop::Workshop(const fs::path& cache) : path_(cache / fmt::format("build-{}", getpid())) {
  fs::create_directories(path_);
}

Workshop::~Workshop() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Verilated verilate(const fs::path& folder, const Verilation& design) {
  std::string command = fmt::format(
      "verilator --cc -Wno-fatal -fno-dfg -fno-gate -O3 --no-timing --x-assign fast --x-initial fast --top-module {} "
      "--prefix Vmodel --Mdir .",
      quoted_word(design.top));
  for (const auto& [name, value] : design.parameters)
    command += fmt::format(" {}", quoted_word(fmt::format("-G{}={}", name, value)));
  for (const std::string& argument : design.arguments) command += fmt::format(" {}", quoted_word(argument));
  Verilated made;
  made.said = run_tool(folder, command);
  made.ports = ports_of(read_text(folder / "Vmodel.h"));
  return made;
}

fs::path compile_model(const fs::path& folder, const std::string& more) {
  std::string unit = wrapper(ports_of(read_text(folder / "Vmodel.h")), read_text(folder / "Vmodel___024root.h"));
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.rfind("Vmodel", 0) == 0 && entry.path().extension() == ".cpp")
      unit += fmt::format("#include \"{}\"\n", name);
  }
  write_text(folder / "unit.cpp", unit + more);
  const Runtime shared = runtime(folder);
  run_tool(folder, fmt::format("{} {} -include {} -shared -Wl,-Bsymbolic unit.cpp {} -o model.so -pthread", compiler(),
                               shared.flags, quoted_word(shared.header.string()), quoted_word(shared.object.string())));
  return folder / "model.so";
}

}  // namespace trenza::rtl_models
