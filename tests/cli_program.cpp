#include "tests/cli_program.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace trenza::test {

std::string read_file(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "trenza_cli_XXXXXX").string();
  path_ = mkdtemp(name.data());
}

TemporaryFolder::~TemporaryFolder() { std::filesystem::remove_all(path_); }

void TemporaryFolder::write(const std::string& name, const std::string& text) const {
  std::ofstream(path_ / name, std::ios::binary) << text;
}

std::set<std::string> TemporaryFolder::names() const {
  std::set<std::string> all;
  for (const auto& entry : std::filesystem::directory_iterator(path_)) all.insert(entry.path().filename().string());
  return all;
}

std::string shell_word(const std::string& text) {
  std::string word = "'";
  for (const char letter : text) word += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return word + "'";
}

ProgramResult run_program(const std::filesystem::path& folder, const std::vector<std::string>& arguments,
                          const std::string& wrapper) {
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
