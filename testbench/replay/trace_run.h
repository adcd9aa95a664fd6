// Replays a trace on a fabric.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "microarch/fabric.h"
#include "testbench/checkpoint.h"
#include "testbench/experiment.h"
#include "testbench/input_error.h"
#include "testbench/process_map.h"
#include "testbench/progress.h"
#include "testbench/replay/program.h"
#include "testbench/results.h"

namespace trenza::testbench {

/// Checks what a trace needs of the machine: a node for every rank, packets with room for data. Throws InputError.
void check_trace(const ReplayProgram& program, const Experiment& experiment, const ProcessMap& map,
                 const microarch::FabricParameters& parameters);

/// What a user may not expect of a checked trace, a line each: nodes without a rank, and what is read and has no
/// effect.
std::vector<std::string> trace_remarks(const ReplayProgram& program, const Experiment& experiment,
                                       const ProcessMap& map);

/// Runs a checked trace to its end, the limit of cycles, or a deadlock. Throws microarch::InvariantViolation, and
/// microarch::ArchiveError for a state of something else.
Results run_trace(microarch::Fabric& fabric, const Experiment& experiment, const ReplayProgram& program,
                  const ProcessMap& map, const std::function<void(const Progress&)>& progress,
                  const Checkpoint& checkpoint);

}  // namespace trenza::testbench
