// The comparison of two views of the same machine.
#pragma once

#include <string>
#include <vector>

#include "microarch/fabric.h"
#include "microarch/packet_name.h"

namespace trenza::cosim {

using microarch::PacketName;

/// A delivery without the packet's name: "to r_3_2, 16 flits of class request, created in cycle 5, entered in 7, ...".
std::string delivery_text(const topologies::Topology& topology, const microarch::Delivery& delivery);

bool same(const microarch::Delivery& a, const microarch::Delivery& b);

/// The place of the first difference of two lists of deliveries, which may be the end of the shorter one; the length of
/// both if they are the same.
std::size_t first_difference(const std::vector<microarch::Delivery>& a, const std::vector<microarch::Delivery>& b);

/// Empty if two views agree, else the first difference, as the first and the second view have it: "a / b".
std::string difference(const microarch::Counters& a, const microarch::Counters& b);
std::string difference(const microarch::WaitSnapshot& a, const microarch::WaitSnapshot& b);
/// Of tables with places, of the same machine.
std::string difference(const microarch::StallTable& a, const microarch::StallTable& b,
                       const topologies::Topology& topology, const microarch::FabricParameters& parameters);

}  // namespace trenza::cosim
