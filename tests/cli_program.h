// Runs the built program as a user would.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/places.h"

namespace trenza::test {

/// The result of a call of the program.
struct ProgramResult {
  int status = -1;     ///< exit status; 128 + signal if a signal ended it
  std::string output;  ///< standard output
  std::string errors;  ///< standard error
};

inline std::string read_file(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

/// A folder of its own for a test. It is removed with the object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "trenza_cli_XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
  }
  /// Names of everything in it.
  std::set<std::string> names() const {
    std::set<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) all.insert(entry.path().filename().string());
    return all;
  }

 private:
  std::filesystem::path path_;
};

/// 'text' as one word of a shell.
inline std::string shell_word(const std::string& text) {
  std::string word = "'";
  for (const char letter : text) word += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return word + "'";
}

/// Runs the program with these arguments in a folder. `wrapper`: words of a shell before it.
inline ProgramResult run_program(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
                                 const std::string& wrapper = "") {
  const TemporaryFolder streams;
  const std::string output = (streams.path() / "output").string();
  const std::string errors = (streams.path() / "errors").string();
  std::string command = "cd " + shell_word(folder.string()) + " && " + wrapper + " " + shell_word(TRENZA_PROGRAM);
  for (const std::string& argument : arguments) command += " " + shell_word(argument);
  command += " >" + shell_word(output) + " 2>" + shell_word(errors) + " </dev/null";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read_file(output), read_file(errors)};
}

}  // namespace trenza::test
