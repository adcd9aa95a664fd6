// The main function of every test executable.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <string>

#include "tests/support/sanitizers.h"

// libsystemc refers to sc_main, but tests elaborate and run from inside a TEST.
extern "C" __attribute__((weak)) int sc_main(int /*argc*/, char* /*argv*/[]) { return 0; }

namespace trenza::test {
namespace {

std::map<std::string, std::string>& reasons_by_file() {
  static std::map<std::string, std::string> reasons;
  return reasons;
}

/// Skips the tests of files that are left out. A test that is skipped before it begins is not even set up.
class LeavesOut : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo& test) override {
    const auto found = reasons_by_file().find(test.file());
    if (found != reasons_by_file().end()) GTEST_SKIP() << "not with sanitizers: " << found->second;
  }
};

}  // namespace

bool leave_out(const char* file, const char* reason) { return reasons_by_file().emplace(file, reason).second; }

}  // namespace trenza::test

int main(int argc, char* argv[]) {
  // Verilated models of tests stay in the build directory.
  setenv("TRENZA_RTL_CACHE", TRENZA_TEST_RTL_CACHE, 0);
  // They are compiled more often than they run long.
  setenv("CXXFLAGS", "-O1", 0);
  testing::InitGoogleTest(&argc, argv);
  testing::UnitTest::GetInstance()->listeners().Append(new trenza::test::LeavesOut);
  return RUN_ALL_TESTS();
}
