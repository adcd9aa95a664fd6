#include "rtl_models/twin/rtl_library.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>

#include "microarch/byte_hash.h"
#include "rtl_models/twin/rtl_sources.h"

namespace trenza::rtl_models {

namespace fs = std::filesystem;

namespace {

/// Raised when what is generated around a model changes.
constexpr int kAbiVersion = 1;
constexpr std::size_t kShownOutput = 2000;  // bytes of the tools' last words in a message

std::string environment(const char* name, const std::string& otherwise) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : otherwise;
}

std::string compiler() { return environment("CXX", "c++"); }

std::string read(const fs::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

void write(const fs::path& path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  if (!file.flush()) throw RtlError(fmt::format("cannot write {}", path.string()));
}

std::string quoted(const std::string& word) {
  return fmt::format("'{}'", std::regex_replace(word, std::regex("'"), "'\\''"));
}

std::uint64_t hash_of(const std::string& text) {
  microarch::ByteHash hash;
  hash.add(text.data(), text.size());
  return hash.value();
}

/// The modules, and in the place of some the files of the same names in $TRENZA_RTL_SOURCES.
std::vector<RtlSource> present_sources() {
  std::vector<RtlSource> sources = rtl_sources();
  const fs::path folder = environment("TRENZA_RTL_SOURCES", "");
  for (RtlSource& source : sources) {
    if (!folder.empty() && fs::exists(folder / source.name)) source.text = read(folder / source.name);
  }
  return sources;
}

/// Runs a command line in `folder`. Returns what it printed; errors: RtlError.
std::string run(const fs::path& folder, const std::string& command) {
  const fs::path log = folder / "log";
  const std::string line = fmt::format("cd {} && {} > log 2>&1", quoted(folder.string()), command);
  const int status = std::system(line.c_str());
  std::string said = read(log);
  if (status == 0) return said;
  if (said.size() > kShownOutput) said = said.substr(said.size() - kShownOutput);
  throw RtlError(fmt::format("this command failed: {}\n{}", command, said));
}

/// Keeps other processes from building the same.
class Lock {
 public:
  explicit Lock(const fs::path& path) : file_(open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666)) {
    if (file_ < 0 || flock(file_, LOCK_EX) != 0) throw RtlError(fmt::format("cannot lock {}", path.string()));
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  ~Lock() { close(file_); }

 private:
  int file_;
};

/// A folder of this process alone, taken away at the end.
class Workshop {
 public:
  explicit Workshop(const fs::path& cache) : path_(cache / fmt::format("build-{}", getpid())) {
    fs::create_directories(path_);
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  ~Workshop() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string verilator_include(const fs::path& folder) {
  const std::string root = run(folder, "verilator --getenv VERILATOR_ROOT");
  return root.substr(0, root.find('\n')) + "/include";
}

/// The flags keep the symbols of one model out of the sight of the next.
std::string compile_flags(const std::string& include) {
  return fmt::format(
      "-std=c++17 -O2 -w -fPIC -fvisibility=hidden -fno-gnu-unique -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TRACE=0 -I. -I{} "
      "-I{}/vltstd",
      quoted(include), quoted(include));
}

/// Verilator's own run-time library, compiled once for all models.
fs::path runtime(const fs::path& cache, const fs::path& folder, const std::string& include, std::uint64_t tools) {
  fs::path object = cache / fmt::format("verilated-{:016x}.o", tools);
  const Lock lock(cache / "verilated.lock");
  if (fs::exists(object)) return object;
  write(folder / "runtime.cpp", "#include \"verilated.cpp\"\n#include \"verilated_threads.cpp\"\n");
  run(folder, fmt::format("{} {} -c runtime.cpp -o runtime.o", compiler(), compile_flags(include)));
  fs::rename(folder / "runtime.o", object);
  return object;
}

/// What a loaded model shows of itself: rtl_model.cpp reads it.
std::string wrapper(const std::string& header) {
  std::string table;
  static const std::regex port(R"(VL_(IN|OUT)(8|16|64|W)?\(&(\w+),(\d+),(\d+))");
  for (auto found = std::sregex_iterator(header.begin(), header.end(), port); found != std::sregex_iterator();
       ++found) {
    table += fmt::format("  if (index-- == 0) {{ *name = \"{0}\"; *bits = {1} - {2} + 1; return &top(model)->{0}; }}\n",
                         (*found)[3].str(), (*found)[4].str(), (*found)[5].str());
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
)",
                     table);
}

void verilate(const fs::path& folder, const RtlModule& module, const std::vector<RtlSource>& sources) {
  std::string command = fmt::format(
      "verilator --cc -Wno-fatal -fno-dfg -fno-gate -O3 --x-assign fast --x-initial fast --top-module trenza_{} "
      "--prefix Vmodel --Mdir .",
      module.name);
  for (const auto& [name, value] : module.parameters)
    command += fmt::format(" {}", quoted(fmt::format("-G{}={}", name, value)));
  for (const RtlSource& source : sources) {
    write(folder / source.name, source.text);
    command += " " + source.name;
  }
  run(folder, command);
}

void compile(const fs::path& folder, const std::string& include, const fs::path& runtime_object) {
  std::string unit = wrapper(read(folder / "Vmodel.h"));
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.rfind("Vmodel", 0) == 0 && entry.path().extension() == ".cpp")
      unit += fmt::format("#include \"{}\"\n", name);
  }
  write(folder / "unit.cpp", unit);
  run(folder, fmt::format("{} {} -shared -Wl,-Bsymbolic unit.cpp {} -o model.so -pthread", compiler(),
                          compile_flags(include), quoted(runtime_object.string())));
}

}  // namespace

fs::path rtl_cache() {
  const std::string named = environment("TRENZA_RTL_CACHE", "");
  if (!named.empty()) return named;
  const fs::path home = environment("HOME", fs::temp_directory_path().string());
  return fs::path(environment("XDG_CACHE_HOME", (home / ".cache").string())) / "trenza" / "rtl";
}

fs::path build_rtl(const RtlModule& module) {
  const fs::path cache = rtl_cache();
  fs::create_directories(cache);
  std::string tools = fmt::format("{} {}", kAbiVersion, compiler());
  std::string content = tools + "\n" + module.name;
  for (const auto& [name, value] : module.parameters) content += fmt::format("\n{}={}", name, value);
  const std::vector<RtlSource> sources = present_sources();
  for (const RtlSource& source : sources) content += source.name + "\n" + source.text;
  fs::path built = cache / fmt::format("{}-{:016x}.so", module.name, hash_of(content));
  if (fs::exists(built)) return built;
  const Lock lock(cache / (built.stem().string() + ".lock"));
  if (fs::exists(built)) return built;
  const Workshop workshop(cache);
  verilate(workshop.path(), module, sources);
  const std::string include = verilator_include(workshop.path());
  compile(workshop.path(), include, runtime(cache, workshop.path(), include, hash_of(tools + include)));
  fs::rename(workshop.path() / "model.so", built);
  return built;
}

}  // namespace trenza::rtl_models
