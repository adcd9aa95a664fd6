// Saving a run on its way, and going on with one that was saved.
#pragma once

#include <functional>
#include <limits>

#include "microarch/archive.h"
#include "microarch/parameters.h"

namespace trenza::testbench {

using microarch::Cycle;

/// Writes the state of the test bench (not that of the fabric).
using SaveBench = std::function<void(microarch::ArchiveWriter&)>;

/// Where a run is saved and where it begins. Neither changes its results.
struct Checkpoint {
  static constexpr Cycle kNoCycle = std::numeric_limits<Cycle>::max();

  /// `save` is called at the begin of this cycle, before its offers; never if the run ends before.
  Cycle save_at = kNoCycle;
  /// To call the function that it gets once, before it returns; the fabric can be saved next to it.
  std::function<void(const SaveBench&)> save;
  /// If not null: what a SaveBench wrote in a run of the same experiment. The fabric must have been restored from the same
  /// cycle. Read before the first cycle.
  microarch::ArchiveReader* from = nullptr;
  /// The run ends at the begin of this cycle, after it was saved; what it has found by then are no results.
  Cycle stop_at = kNoCycle;
};

}  // namespace trenza::testbench
