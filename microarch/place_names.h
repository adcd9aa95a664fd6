// Names of virtual channels and injectors, the same in waves, reports and logs.
#pragma once

#include <string>

#include "topologies/topology.h"

namespace trenza::microarch {

struct FabricParameters;

/// "vc3"; where there are message classes "vc3_request" or "vc3_response".
std::string vc_name(const FabricParameters& parameters, int vc);

/// "injector2"; where there are message classes "injector2_request" or "injector2_response". `injector` counts those of
/// all classes.
std::string injector_name(const FabricParameters& parameters, int injector);

/// An input of a router: "r_3_2 in_xp_from_2_2.vc1" or "r_3_2 injector0".
std::string input_name(const topologies::Topology& topology, const FabricParameters& parameters,
                       topologies::NodeId router, int input);

/// An output of a router (network port, or ports + ejection port): "xp_to_4_2.vc1" or "ejector0". Without ".vc1" if
/// `vc` is negative.
std::string output_name(const topologies::Topology& topology, const FabricParameters& parameters,
                        topologies::NodeId router, int output, int vc);

/// "request" or "response".
const char* class_name(int message_class);

}  // namespace trenza::microarch
