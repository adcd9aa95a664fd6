// Cells of Python on a page of the documentation, which one interpreter runs.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "tests/cli_program.h"
#include "tests/places.h"

namespace trenza::test {

/// An interpreter with the package `trenza`, whose names stay from cell to cell. It begins with the first cell.
class PythonCells {
 public:
  /// `folder`: in which it runs.
  explicit PythonCells(std::string folder) : folder_(std::move(folder)) {}
  PythonCells(const PythonCells&) = delete;
  PythonCells& operator=(const PythonCells&) = delete;
  ~PythonCells() {
    if (child_ <= 0) return;
    std::fclose(cells_);  // ends it
    std::fclose(answers_);
    int status = 0;
    waitpid(child_, &status, 0);
    EXPECT_EQ(status, 0);
  }

  /// Runs a cell. Returns what it printed, on both streams, and the value of its last line.
  std::string run(const std::vector<std::string>& lines) {
    if (child_ < 0) begin();
    const std::string cell = files_.path() / ("cell" + std::to_string(++count_) + ".py");
    std::ofstream file(cell);
    for (const std::string& line : lines) file << line << '\n';
    file.close();
    std::fprintf(cells_, "%s\n", cell.c_str());
    std::fflush(cells_);
    char answer[16] = {};
    const bool answered = std::fgets(answer, sizeof answer, answers_) != nullptr;
    std::string printed = answered ? read_file(output()) : "the interpreter is gone\n";
    EXPECT_STREQ(answer, "done\n") << printed;
    return printed;
  }

 private:
  std::string output() const { return files_.path() / "output"; }

  void begin() {
    int to[2];
    int from[2];
    ASSERT_EQ(pipe(to), 0);
    ASSERT_EQ(pipe(from), 0);
    const std::string driver = std::string(TRENZA_SOURCE_DIR) + "/tests/python/run_cells.py";
    const std::string result = output();
    child_ = fork();
    ASSERT_GE(child_, 0);
    if (child_ == 0) {
      dup2(to[0], STDIN_FILENO);
      dup2(from[1], STDOUT_FILENO);
      for (const int end : {to[0], to[1], from[0], from[1]}) close(end);
      setenv("PYTHONPATH", TRENZA_PYTHON_PATH, 1);
      if (chdir(folder_.c_str()) != 0) _exit(1);
      execl(TRENZA_PYTHON, TRENZA_PYTHON, driver.c_str(), result.c_str(), nullptr);
      _exit(1);
    }
    close(to[0]);
    close(from[1]);
    cells_ = fdopen(to[1], "w");
    answers_ = fdopen(from[0], "r");
  }

  std::string folder_;
  TemporaryFolder files_;
  pid_t child_ = -1;
  std::FILE* cells_ = nullptr;
  std::FILE* answers_ = nullptr;
  int count_ = 0;
};

}  // namespace trenza::test
