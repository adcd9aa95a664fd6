// Why packets did not move, as part of the document of a run.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "microarch/stall_table.h"
#include "topologies/topology.h"

namespace trenza::microarch {
struct FabricParameters;
}

namespace trenza::testbench {

/// {"inputs": {reason: cycles}, "outputs": {use: cycles}}, sums over all that exist. With the places:
/// {"routers": {"r_3_2": {"inputs": {"in_xp_from_2_2.vc1": {reason: cycles}},
/// "outputs": {"xp_to_4_2": {use: cycles}}}}}, without what is 0.
/// Precondition: the table has this `detail`, which is not `off`, or more.
nlohmann::ordered_json stalls_json(const microarch::StallTable& table, microarch::StallDetail detail,
                                   const topologies::Topology& topology, const microarch::FabricParameters& parameters);

}  // namespace trenza::testbench
