// Pin fabrics with SystemVerilog in them against the tlm view: every delivery of every cycle, every hop, the counters,
// who waits for what, and in the end the registers of all routers, arbiters included. Traffic, delays and seeds are
// random; what is part of the hardware is given, so that few models are verilated.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cosim/rtl_selection.h"
#include "microarch/parameters.h"
#include "topologies/graph.h"

namespace trenza::test {

/// Networks of these comparisons, by number.
inline constexpr int kTwoEscapeChannels = 4;
inline constexpr int kThreeDimensions = 5;
inline constexpr int kRtlNetworks = 6;
inline constexpr int kOpenDimension = 6;  ///< not among those that are drawn, and neither is the next one
inline constexpr int kRing = 7;           ///< routers of two ports, whose models are built in a fraction of the time

/// What else is chosen of a machine with blocks in SystemVerilog.
struct RtlVariant {
  std::string routers = "all";
  bool shadow = false;                       ///< shadow mode
  std::vector<topologies::NodeId> zoomed{};  ///< these routers alone at pin level; empty: all of them
};

/// Gives strides, of lists or of a table, to the arbiters that have them, for network `which`.
void set_strides(microarch::FabricParameters& p, int which);

/// All blocks but whole routers.
std::vector<cosim::RtlBlock> all_small_blocks();

/// Compares machine `seed` of this hardware, on network `which`, with `blocks` in SystemVerilog. Empty if there is no
/// difference.
std::string compare_hardware(int which, const microarch::FabricParameters& hardware_set, std::uint64_t seed,
                             const std::vector<cosim::RtlBlock>& blocks, const RtlVariant& variant = {});

}  // namespace trenza::test
