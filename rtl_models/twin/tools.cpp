#include "rtl_models/twin/tools.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include "microarch/byte_hash.h"

namespace trenza::rtl_models {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kShownOutput = 2000;  // bytes of the tools' last words in a message

std::string environment(const char* name, const std::string& otherwise) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : otherwise;
}

std::string first_word(const std::string& command) { return command.substr(0, command.find(' ')); }

/// The Debian package of a program.
std::string package_of(const std::string& program) {
  static const std::pair<const char*, const char*> packages[] = {{"c++", "g++"}, {"vvp", "iverilog"}};
  for (const auto& [name, package] : packages) {
    if (program == name) return package;
  }
  return program;
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

ToolFailure::ToolFailure(const std::string& command, const std::string& output)
    : RtlError(fmt::format("this command failed: {}\n{}", command, output)), said(output) {}

fs::path rtl_cache() {
  const std::string named = environment("TRENZA_RTL_CACHE", "");
  if (!named.empty()) return fs::absolute(named);  // tools run in folders of their own
  const fs::path home = environment("HOME", fs::temp_directory_path().string());
  return fs::path(environment("XDG_CACHE_HOME", (home / ".cache").string())) / "trenza" / "rtl";
}

fs::path made_rtl_cache() {
  fs::path cache = rtl_cache();
  std::error_code fault;
  fs::create_directories(cache, fault);
  if (!fault && access(cache.c_str(), W_OK) != 0) fault.assign(errno, std::generic_category());
  if (!fault) return cache;
  throw RtlError(
      fmt::format("models are kept in {}, which cannot be written: {}; expected a folder that can, in TRENZA_RTL_CACHE",
                  cache.string(), fault.message()));
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string quoted_word(const std::string& word) { return fmt::format("'{}'", replaced(word, "'", "'\\''")); }

std::uint64_t hash_of_text(const std::string& text) {
  microarch::ByteHash hash;
  hash.add(text.data(), text.size());
  return hash.value();
}

std::string cxx_compiler() { return environment("CXX", "c++"); }

std::string cxx_flags() { return environment("CXXFLAGS", ""); }

bool has_tool(const std::string& command) {
  const std::string program = first_word(command);
  if (program.find('/') != std::string::npos) return access(program.c_str(), X_OK) == 0;
  std::istringstream folders(environment("PATH", "/usr/bin:/bin"));
  for (std::string folder; std::getline(folders, folder, ':');) {
    const fs::path file = fs::path(folder) / program;
    std::error_code ignored;
    if (fs::is_regular_file(file, ignored) && access(file.c_str(), X_OK) == 0) return true;
  }
  return false;
}

std::string absence_of(const std::string& command) {
  const std::string program = first_word(command);
  if (program == first_word(cxx_compiler()) && std::getenv("CXX") != nullptr) {
    return fmt::format(
        "`{}`, the C++ compiler that $CXX names, is not on the path; without $CXX it is `c++`, of the "
        "Debian package g++",
        program);
  }
  return fmt::format("`{}` is not on the path; it is in the Debian package {} (apt-get install {})", program,
                     package_of(program), package_of(program));
}

void need_tool(const std::string& command) {
  if (!has_tool(command)) throw RtlError(absence_of(command));
}

ToolRun try_tool(const fs::path& folder, const std::string& command) {
  const std::string line = fmt::format("cd {} && {{ {}; }} > log 2>&1", quoted_word(folder.string()), command);
  const int status = std::system(line.c_str());
  return {status == 0, WIFEXITED(status) ? WEXITSTATUS(status) : kKilled, read_text(folder / "log")};
}

std::string complaint_of(const std::string& said) {
  constexpr std::size_t kLongest = 160;
  const auto tells_of_trouble = [](std::string line) {
    std::transform(line.begin(), line.end(), line.begin(), [](unsigned char letter) { return std::tolower(letter); });
    const auto marks = {"error", "sorry", "assert", "segmentation", "terminated", "aborted", "killed"};
    return std::any_of(marks.begin(), marks.end(),
                       [&](const char* mark) { return line.find(mark) != std::string::npos; });
  };
  std::istringstream lines(said);
  std::string first;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    const bool tells = tells_of_trouble(line);
    if (first.empty() || tells) first = line;
    if (tells) break;
  }
  return first.size() > kLongest ? first.substr(0, kLongest) + " ..." : first;
}

std::string run_tool(const fs::path& folder, const std::string& command) {
  ToolRun run = try_tool(folder, command);
  if (run.good) return run.said;
  if (run.said.size() > kShownOutput) run.said = run.said.substr(run.said.size() - kShownOutput);
  throw ToolFailure(command, run.said);
}

BuildLock::BuildLock(const fs::path& path) : file_(open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666)) {
  if (file_ < 0 || flock(file_, LOCK_EX) != 0) throw RtlError(fmt::format("cannot lock {}", path.string()));
}

BuildLock::~BuildLock() { close(file_); }

Workshop::Workshop(const fs::path& cache) {
  std::string name = (cache / "build-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw RtlError(fmt::format("cannot make a folder in {}", cache.string()));
  path_ = name;
}

Workshop::~Workshop() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace trenza::rtl_models
