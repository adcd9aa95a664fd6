// How far a run has come.
#pragma once

#include "microarch/cycle.h"

namespace trenza::testbench {

using microarch::Cycle;

/// The progress of a run. The callback is called at most every few milliseconds.
struct Progress {
  Cycle cycle = 0;
  Cycle cycles = 0;  ///< 0 if unknown
  double done = 0;   ///< 0..1; traces: share of operations finished
};

}  // namespace trenza::testbench
