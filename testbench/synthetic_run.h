// Runs open-loop traffic on a fabric.
#pragma once

#include <functional>

#include "microarch/fabric.h"
#include "testbench/checkpoint.h"
#include "testbench/experiment.h"
#include "testbench/input_error.h"
#include "testbench/progress.h"
#include "testbench/results.h"
#include "testbench/traffic/generator.h"

namespace trenza::testbench {

/// Offers the packets of `generator` in the cycles before experiment.run.cycles and stops there, or at a deadlock.
/// Throws microarch::InvariantViolation, and microarch::ArchiveError for a state of something else.
Results run_synthetic(microarch::Fabric& fabric, const Experiment& experiment, TrafficGenerator generator,
                      const std::function<void(const Progress&)>& progress, const Checkpoint& checkpoint);

}  // namespace trenza::testbench
