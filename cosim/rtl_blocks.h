// The blocks of a pin fabric of which some are SystemVerilog.
#pragma once

#include <memory>

#include "cosim/plug/router_plugs.h"
#include "cosim/rtl_selection.h"
#include "rtl_models/router/block_factory.h"

namespace trenza::cosim {

/// Hop counts of a record where routing is by records; else 0.
int record_dimensions(const topologies::Topology& topology);

/// Makes twins where the selection says so, blocks from outside where there are plugs, and SystemC blocks elsewhere.
/// Models are verilated when the first block of a kind is made (rtl_models/twin/rtl_library.h: RtlError).
std::unique_ptr<rtl_models::BlockFactory> make_rtl_blocks(RtlSelection selection, RouterPlugs plugs = {});

}  // namespace trenza::cosim
