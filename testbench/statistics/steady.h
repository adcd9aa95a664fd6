// Whether a run has reached its steady state, and the window that its averages are taken over.
#pragma once

#include <optional>
#include <string>

#include "testbench/statistics/collector.h"

namespace trenza::testbench {

struct SteadyVerdict {
  bool steady = false;
  std::string reason;  ///< why not, one sentence; empty if steady
  Window window;       ///< after the warm-up; not steady: after the given warm-up or the second half of the run
  std::size_t first_slice = 0;  ///< of the window
};

/// Judges a synthetic run that ended at `end`. docs/testbench.md lists the conditions. `given_warmup`: none if it was
/// to be detected.
SteadyVerdict judge_steady(const Collector& collector, std::optional<Cycle> given_warmup, Cycle end,
                           const microarch::Counters& counters);

}  // namespace trenza::testbench
