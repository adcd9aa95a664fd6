// The programs that work on SystemVerilog, and the places where they work.
#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace trenza::rtl_models {

/// A tool failed, a file cannot be read or written, or a port is not what its user expects.
struct RtlError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A tool that was called failed. what(): the command and what it said.
struct ToolFailure : RtlError {
  ToolFailure(const std::string& command, const std::string& output);

  std::string said;  ///< the end of its output
};

/// $TRENZA_RTL_CACHE, else trenza/rtl in $XDG_CACHE_HOME or ~/.cache.
std::filesystem::path rtl_cache();

/// The same folder, made if need be. Errors: RtlError.
std::filesystem::path made_rtl_cache();

/// Whole files. Errors: RtlError.
std::string read_text(const std::filesystem::path& path);
void write_text(const std::filesystem::path& path, const std::string& text);

/// `text` with `to` in the place of every `from`.
std::string replaced(std::string text, std::string_view from, std::string_view to);

/// A text as one quoted word of a shell.
std::string quoted_word(const std::string& word);

std::uint64_t hash_of_text(const std::string& text);

/// The C++ compiler: $CXX, else c++.
std::string cxx_compiler();
/// $CXXFLAGS: they come after the flags of models.
std::string cxx_flags();

/// Whether a program is on the path. `command`: its name, or words that begin with it.
bool has_tool(const std::string& command);
/// The message that a program is not on the path. It names the Debian package of the program.
std::string absence_of(const std::string& command);
/// Throws RtlError with absence_of() unless the program is there.
void need_tool(const std::string& command);

/// Runs a command line in `folder` and returns what it printed. Errors: ToolFailure with the end of the output.
std::string run_tool(const std::filesystem::path& folder, const std::string& command);

/// What a command printed, and how it ended.
struct ToolRun {
  bool good = false;
  int status = 0;
  std::string said;
};
/// Exit statuses of a command under `timeout` when the time is up.
inline constexpr int kTimeIsUp = 124;
inline constexpr int kKilled = 137;
/// The same as run_tool(), but without an exception if the command fails.
ToolRun try_tool(const std::filesystem::path& folder, const std::string& command);

/// The first line of a tool's output that tells of an error, or else the first line. A long line is cut.
std::string complaint_of(const std::string& said);

/// Keeps other processes from building the same thing as long as this object exists.
class BuildLock {
 public:
  explicit BuildLock(const std::filesystem::path& path);
  BuildLock(const BuildLock&) = delete;
  BuildLock& operator=(const BuildLock&) = delete;
  ~BuildLock();

 private:
  int file_;
};

/// A new folder in the cache. The destructor removes it.
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

}  // namespace trenza::rtl_models
