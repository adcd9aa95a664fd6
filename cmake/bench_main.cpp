// The main function of trenza_bench; files in tests/bench/ only register benchmarks.
#include <benchmark/benchmark.h>

// libsystemc refers to sc_main, but benchmarks elaborate and run by themselves.
extern "C" __attribute__((weak)) int sc_main(int /*argc*/, char* /*argv*/[]) { return 0; }

int main(int argc, char* argv[]) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
