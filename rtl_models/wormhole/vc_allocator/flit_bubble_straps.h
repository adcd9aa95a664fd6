// What the VC allocators in SystemVerilog are told of the rings of a router for flit bubbles.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/twin/rtl_model.h"
#include "rtl_models/wormhole/worm_place.h"

namespace trenza::rtl_models {

/// The parameter BUBBLE_VCS of a place: 0 without flit bubbles.
int bubble_vcs(const WormPlace& place);

/// By network input port. Bit p: the channel that leaves by port p is in the ring of the one that arrives. All are 0
/// without flit bubbles.
std::vector<std::uint64_t> bubble_rings(const WormPlace& place);

/// Sets a port that has a bit for each of `ports` network outputs, row by row.
void set_rows(const RtlPort& port, const std::vector<std::uint64_t>& rows, int ports);

}  // namespace trenza::rtl_models
