// The tools that make a shared object of a SystemVerilog module: Verilator and the C++ compiler.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace trenza::rtl_models {

/// A tool failed, a file cannot be read or written, or a port is not what its user expects.
struct RtlError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// $TRENZA_RTL_CACHE, else trenza/rtl in $XDG_CACHE_HOME or ~/.cache.
std::filesystem::path rtl_cache();

/// The same folder, made if need be. Errors: RtlError.
std::filesystem::path made_rtl_cache();

/// Whole files. Errors: RtlError.
std::string read_text(const std::filesystem::path& path);
void write_text(const std::filesystem::path& path, const std::string& text);

/// A word of a shell.
std::string quoted_word(const std::string& word);

std::uint64_t hash_of_text(const std::string& text);

/// The C++ compiler ($CXX, else c++; $CXXFLAGS come after its own flags), and the version of what is generated around models: part of every model's hash.
std::string rtl_tools();

/// Runs a command line in `folder`. Returns what it printed; errors: RtlError with the last of that.
std::string run_tool(const std::filesystem::path& folder, const std::string& command);

/// Keeps other processes from building the same, until it goes.
class BuildLock {
 public:
  explicit BuildLock(const std::filesystem::path& path);
  BuildLock(const BuildLock&) = delete;
  BuildLock& operator=(const BuildLock&) = delete;
  ~BuildLock();

 private:
  int file_;
};

/// A folder of this process alone in the cache, taken away at the end.
class Workshop {
 public:
  explicit Workshop(const std::filesystem::path& cache);
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  ~Workshop();
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// What Verilator reads.
struct Verilation {
  std::string top;
  std::vector<std::pair<std::string, std::string>> parameters;
  std::vector<std::string> arguments;  ///< files and options
};

/// A port of the top module, as Verilator understood it.
struct ModelPort {
  std::string name;
  int bits = 0;
  bool is_input = false;
};

/// What Verilator made, in the folder in which it ran.
struct Verilated {
  std::string said;  ///< warnings
  std::vector<ModelPort> ports;
};

/// Verilates in a folder, always with -fno-dfg -fno-gate. Errors: RtlError.
Verilated verilate(const std::filesystem::path& folder, const Verilation& design);

/// Compiles what verilate() left in a folder into its model.so; `more` is C++ that becomes part of it. Errors: RtlError.
std::filesystem::path compile_model(const std::filesystem::path& folder, const std::string& more = "");

}  // namespace trenza::rtl_models
