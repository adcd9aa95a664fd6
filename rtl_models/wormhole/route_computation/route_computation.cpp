#include "rtl_models/wormhole/route_computation/route_computation.h"

#include "rtl_models/common/held_output.h"

namespace trenza::rtl_models {

RouteComputation::RouteComputation(const sc_core::sc_module_name& name, const topologies::RoutingRelation& relation,
                                   topologies::NodeId node, topologies::PortId port, int class_vcs)
    : sc_core::sc_module(name),
      relation_(relation),
      node_(node),
      port_(port),
      class_vcs_(static_cast<std::uint32_t>(class_vcs)) {
  SC_HAS_PROCESS(RouteComputation);
  SC_METHOD(compute);
  sensitive << valid << vc << flit << header;
  dont_initialize();
}

void RouteComputation::compute() {
  if (!valid.read() || !microarch::is_head(flit.read())) return;
  WormRoute route;
  if (topologies::destination_of(header.read()) == node_) {
    route.vcs = kArrivedBit;
  } else {
    topologies::ArrivalLane lane;
    if (port_ >= 0) lane = {port_, static_cast<int>(vc.read() % class_vcs_)};
    route = pack_worm_route(relation_.choices(node_, header.read(), lane));
  }
  write_new(route_ports, route.ports);
  write_new(route_vcs, route.vcs);
}

}  // namespace trenza::rtl_models
