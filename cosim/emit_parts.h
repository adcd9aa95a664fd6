// The files of `trenza emit-rtl`, one by one.
#pragma once

#include <string>

#include "cosim/emit_rtl.h"

namespace trenza::cosim {

/// The module `trenza_fabric` of the first machine and of the flit-level machine. Precondition: emit_refusal() is
/// empty.
std::string emit_packet_fabric(const topologies::Topology& topology, const microarch::FabricParameters& parameters);
std::string emit_worm_fabric(const topologies::Topology& topology, const microarch::FabricParameters& parameters);

/// `trenza_bench`: offers what packets.hex says, prints every delivery, then the digest, and whether it is that of
/// `traffic`.
std::string emit_bench(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                       const EmittedTraffic& traffic);

/// packets.hex: a word of 256 bits for each offer.
std::string emit_packets(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                         const EmittedTraffic& traffic);

}  // namespace trenza::cosim
