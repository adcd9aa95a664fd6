// Runs the built program as a user would.
#pragma once

#include <filesystem>
#include <set>
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

std::string read_file(const std::filesystem::path& file);

/// A folder of its own for a test. It is removed with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void write(const std::string& name, const std::string& text) const;
  /// Names of everything in it.
  std::set<std::string> names() const;

 private:
  std::filesystem::path path_;
};

/// 'text' as one word of a shell.
std::string shell_word(const std::string& text);

/// Runs the program with these arguments in a folder. `wrapper`: words of a shell before it.
ProgramResult run_program(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
                          const std::string& wrapper = "");

}  // namespace trenza::test
