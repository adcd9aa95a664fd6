// The quick form of `scripts/acceptance bad-input`.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/cli_program.h"
#include "tests/support/sanitizers.h"

namespace trenza::test {
namespace {

TEST(BadInput, MutatedAndGeneratedInputs) {
  TRENZA_NOT_SANITIZED("it runs the program for thousands of inputs");
  const TemporaryFolder folder;
  const std::string script = std::string(TRENZA_SOURCE_DIR) + "/tests/acceptance/bad-input.py";
  const std::string report = (folder.path() / "report").string();
  const std::string command = "TRENZA=" + shell_word(TRENZA_PROGRAM) + " python3 " + shell_word(script) +
                              " --inputs 80 >" + shell_word(report) + " 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << read_file(report);
}

}  // namespace
}  // namespace trenza::test
