// Flit-level pin fabrics with SystemVerilog in them against the tlm view: every delivery of every cycle, every hop, the
// counters, who waits for what, the counts of stalls. What is part of the hardware is given, so that few models are
// verilated.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cosim/rtl_selection.h"
#include "tests/support/worm_machine.h"

namespace trenza::test {

inline constexpr int kWormShapes = 24;

/// Hardware shape `shape`: what becomes parameters of models, on a network. All allocators, arbiters, pipelines and
/// ways to inject are among them; each way to route, flit bubbles and unidirectional tori are in three of them at
/// least. Sizes are those of the endless series, but no more than 20 input VCs in a router and 32 routers.
WormMachine worm_shape(int shape);

/// Machine `seed` of that hardware: everything else follows from `seed`.
WormMachine worm_of_shape(int shape, std::uint64_t seed);

/// All blocks of flit-level routers but whole routers.
std::vector<cosim::RtlBlock> all_worm_blocks();

/// Compares the machine with `blocks` of all routers in SystemVerilog, and, if `shadow`, in shadow mode. Empty if there
/// is no difference. `clocked`: the only routers that are clocked ones, the others being of the tlm view; none: all
/// are.
std::string compare_worm_hardware(const WormMachine& machine, const std::vector<cosim::RtlBlock>& blocks, bool shadow,
                                  const std::vector<topologies::NodeId>& clocked = {});

}  // namespace trenza::test
