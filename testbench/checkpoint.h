// Saving a run at a cycle, and continuing a saved run.
#pragma once

#include <functional>
#include <limits>

#include "microarch/archive.h"
#include "microarch/cycle.h"

namespace trenza::testbench {

using microarch::Cycle;

/// Writes the state of the test bench (not that of the fabric).
using SaveBench = std::function<void(microarch::ArchiveWriter&)>;

/// The cycle at which a run is saved and the saved state that it begins with. Neither changes its results.
struct Checkpoint {
  static constexpr Cycle kNoCycle = std::numeric_limits<Cycle>::max();

  /// `save` is called at the begin of this cycle, before its offers; never if the run ends before.
  Cycle save_at = kNoCycle;
  /// Must call the function that it is given exactly once before it returns. It can save the fabric in the same place.
  std::function<void(const SaveBench&)> save;
  /// If not null: what a SaveBench wrote in a run of the same experiment. The fabric must have been restored from the
  /// same cycle. Read before the first cycle.
  microarch::ArchiveReader* from = nullptr;
  /// The run ends at the begin of this cycle, after it was saved. Its statistics up to then are not results.
  Cycle stop_at = kNoCycle;
};

}  // namespace trenza::testbench
