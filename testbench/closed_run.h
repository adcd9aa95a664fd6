// Runs synthetic traffic that ends on a fabric.
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

/// Offers the packets of `generator`, which must end, and their replies, and runs until all are delivered: that is the
/// execution time. Stops before at experiment.run.cycles or at a deadlock. Throws microarch::InvariantViolation.
Results run_to_the_end(microarch::Fabric& fabric, const Experiment& experiment, TrafficGenerator generator,
                       const std::function<void(const Progress&)>& progress, const Checkpoint& checkpoint);

}  // namespace trenza::testbench
