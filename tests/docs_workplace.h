// A folder like the repository, in which the commands of the documentation can be run.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/cli_program.h"
#include "tests/places.h"
#include "tests/support/markdown.h"

namespace trenza::test {

inline void write_program(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file) << "#!/bin/sh\n" << text << '\n';
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
}

/// A folder like the repository in which commands can leave their files.
class Workplace {
 public:
  Workplace() {
    const std::filesystem::path root = TRENZA_SOURCE_DIR;
    for (const auto& entry : std::filesystem::directory_iterator(root)) {
      const std::string name = entry.path().filename().string();
      if (name.rfind("build", 0) == 0 || name.front() == '.' || name == "scripts") continue;
      std::filesystem::create_symlink(entry.path(), folder_.path() / name);
    }
    std::filesystem::create_symlink(std::filesystem::path(TRENZA_PROGRAM).parent_path().parent_path(),
                                    folder_.path() / "build");
    std::filesystem::create_directory(folder_.path() / "scripts");
    for (const auto& entry : std::filesystem::directory_iterator(root / "scripts")) {
      const std::filesystem::path name = entry.path().filename();
      if (name != "trenza" && name != "test")
        std::filesystem::create_symlink(entry.path(), folder_.path() / "scripts" / name);
    }
    std::filesystem::create_symlink(TRENZA_PROGRAM, folder_.path() / "scripts/trenza");
    // It runs this very test.
    write_program(folder_.path() / "scripts/test", "echo 'all tests'");
    std::filesystem::create_directory(programs());
    std::filesystem::create_symlink(TRENZA_PROGRAM, programs() / "trenza");
    // Viewers want a screen: here they only look whether their files are there.
    for (const char* viewer : {"gtkwave", "surfer"}) {
      write_program(programs() / viewer, R"(for file in "$@"; do test -s "$file" || exit 1; done)");
    }
  }

  const std::filesystem::path& path() const { return folder_.path(); }
  void write(const std::string& name, const std::vector<std::string>& lines) const {
    std::filesystem::create_directories((folder_.path() / name).parent_path());
    std::ofstream file(folder_.path() / name);
    for (const std::string& line : lines) file << line << '\n';
  }

  /// Runs the commands of a block until one ends with another status than it should. Returns all that they printed.
  std::string run(const std::vector<DocumentedCommand>& commands) const {
    std::ofstream script(programs() / "block.sh");
    script << "set -o pipefail\n";
    for (const DocumentedCommand& command : commands) {
      script << command.text << "\nstatus=$?\n"
             << "if [ $status != " << command.status << " ]; then\n  echo \"line " << command.line
             << " of the page: exit status $status, not " << command.status << "\"\n  exit 99\nfi\n";
    }
    script << "exit 0\n";
    script.close();
    const std::filesystem::path output = programs() / "output";
    const std::string line = "cd " + shell_word(folder_.path().string()) +
                             " && PATH=" + shell_word(programs().string()) + ":\"$PATH\" TRENZA_SKIP_PACKAGES=1 bash " +
                             shell_word((programs() / "block.sh").string()) + " >" + shell_word(output.string()) +
                             " 2>&1 </dev/null";
    const int status = std::system(line.c_str());
    std::string printed = read_file(output);
    EXPECT_EQ(status, 0) << printed;
    return printed;
  }

 private:
  std::filesystem::path programs() const { return folder_.path() / ".programs"; }

  TemporaryFolder folder_;
};

}  // namespace trenza::test
