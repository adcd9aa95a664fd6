// The SystemVerilog twin of the route computation, behind its ports.
#pragma once

#include <cstdint>
#include <vector>

#include "rtl_models/twin/rtl_model.h"
#include "rtl_models/wormhole/route_computation/route_computation.h"
#include "topologies/topology.h"
#include "topologies/worm/worm_relation.h"

namespace trenza::rtl_models {

/// Whether routes of a network are those of the module: by records, in dimension order, over it or by negative hops.
bool routes_by_record(const topologies::Topology& topology);

/// The parameters of the module for a network. Precondition: routes_by_record().
void add_route_parameters(RtlModule& module, const topologies::Topology& topology, int class_vcs);

/// What sets a router apart from the others of its network, as the module wants to be told. Where channels are in no
/// ring, or rings do not matter, there are zeros.
struct RouteStraps {
  std::vector<std::uint16_t> to_dateline;  ///< by network port
  std::uint64_t is_dateline = 0;           ///< bit p: network port p
  /// By input port, the local one last. Bit p: the channel out by port p is in the ring of the one that arrives.
  std::vector<std::uint64_t> same_ring;
  bool negative = false;  ///< hops from the router are negative

  /// Precondition: routes_by_record().
  static RouteStraps of(const topologies::Topology& topology, topologies::NodeId node);
};

class RouteComputationTwin : public RouteComputation {
 public:
  /// The arguments are those of RouteComputation, with the network. Errors: RtlError. Precondition: routes_by_record().
  RouteComputationTwin(const sc_core::sc_module_name& name, const topologies::Topology& topology,
                       topologies::NodeId node, topologies::PortId port, int class_vcs);

 private:
  void compute() override;

  RtlModel model_;
  RtlPort header_;
  RtlPort vc_;
  RtlPort route_ports_;
  RtlPort route_vcs_;
};

}  // namespace trenza::rtl_models
