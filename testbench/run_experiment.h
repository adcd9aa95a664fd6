// Runs an experiment on a fabric.
#pragma once

#include <functional>

#include "microarch/fabric.h"
#include "testbench/checkpoint.h"
#include "testbench/experiment.h"
#include "testbench/input_error.h"
#include "testbench/progress.h"
#include "testbench/results.h"

namespace trenza::testbench {

/// Runs the experiment on a fabric at cycle 0, or at that of `checkpoint.from`. Throws InputError for a wrong trace
/// (before any cycle is simulated), microarch::ArchiveError for a state that is of something else, and
/// microarch::InvariantViolation when the scoreboard or the audit finds a fault. A deadlock ends the run and is
/// reported in the results.
Results run_experiment(microarch::Fabric& fabric, const Experiment& experiment,
                       const std::function<void(const Progress&)>& progress = {}, const Checkpoint& checkpoint = {});

/// Checks everything that run_experiment() checks before cycle 0, on a machine of these parameters: traffic, mapping,
/// and the whole trace. Throws InputError.
void check_experiment(const Experiment& experiment, const topologies::Topology& topology,
                      const microarch::FabricParameters& parameters);

}  // namespace trenza::testbench
