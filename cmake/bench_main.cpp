// The main function of trenza_bench; files in tests/bench/ register benchmarks. Status 1 if a ratio misses its limit.
#include <benchmark/benchmark.h>

#include <cstdio>

#include "tests/bench/limits.h"

// libsystemc refers to sc_main, but benchmarks elaborate and run by themselves.
extern "C" __attribute__((weak)) int sc_main(int /*argc*/, char* /*argv*/[]) { return 0; }

int main(int argc, char* argv[]) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  const auto& verdicts = trenza::bench::Verdicts::instance();
  // Not on stdout, which may be a document.
  for (const auto& line : verdicts.lines()) std::fprintf(stderr, "%s\n", line.c_str());
  return verdicts.missed() ? 1 : 0;
}
