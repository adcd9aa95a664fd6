// The main function of every test executable.
#include <gtest/gtest.h>

#include <cstdlib>

// libsystemc refers to sc_main, but tests elaborate and run from inside a TEST.
extern "C" __attribute__((weak)) int sc_main(int /*argc*/, char* /*argv*/[]) { return 0; }

int main(int argc, char* argv[]) {
  // Verilated models of tests stay in the build directory.
  setenv("TRENZA_RTL_CACHE", TRENZA_TEST_RTL_CACHE, 0);
  // They are compiled more often than they run long.
  setenv("CXXFLAGS", "-O1", 0);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
