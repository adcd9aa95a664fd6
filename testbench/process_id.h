// The number of a process.
#pragma once

#include <cstdint>

namespace trenza::testbench {

/// Index of a process, from 0. Experiment::mapping says on which node it runs.
using ProcessId = std::int32_t;

}  // namespace trenza::testbench
