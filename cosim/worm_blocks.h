// The blocks of a flit-level pin fabric of which some are SystemVerilog.
#pragma once

#include <memory>

#include "cosim/plug/router_plugs.h"
#include "cosim/rtl_selection.h"
#include "cosim/shadow.h"
#include "cosim/shadow_log.h"
#include "rtl_models/wormhole/router/worm_block_factory.h"

namespace trenza::cosim {

/// Makes twins where the selection says so, routers from outside where there are plugs, and SystemC blocks elsewhere.
/// Models are verilated when the first block of a kind is made (rtl_models/twin/rtl_library.h: RtlError).
std::unique_ptr<rtl_models::WormBlockFactory> make_worm_rtl_blocks(RtlSelection selection, RouterPlugs plugs = {});

/// As make_shadowed_blocks(), for flit-level routers: all blocks that `candidates` makes and `chosen` chooses are
/// compared with models. `candidates` must outlive the factory.
std::unique_ptr<rtl_models::WormBlockFactory> make_shadowed_worm_blocks(const rtl_models::WormBlockFactory& candidates,
                                                                        ShadowChoice chosen,
                                                                        std::shared_ptr<ShadowLog> log);

}  // namespace trenza::cosim
