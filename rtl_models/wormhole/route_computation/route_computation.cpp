#include "rtl_models/wormhole/route_computation/route_computation.h"

#include "rtl_models/common/held_output.h"

namespace trenza::rtl_models {

WormRoute worm_route(const topologies::RoutingRelation& relation, topologies::NodeId node, topologies::PortId port,
                     std::uint32_t vc, int class_vcs, HeaderWord header) {
  if (topologies::destination_of(header) == node) return {0, kArrivedBit};
  topologies::ArrivalLane lane;
  if (port >= 0) lane = {port, static_cast<int>(vc % static_cast<std::uint32_t>(class_vcs))};
  return pack_worm_route(relation.choices(node, header, lane));
}

RouteComputation::RouteComputation(const sc_core::sc_module_name& name, const topologies::RoutingRelation& relation,
                                   topologies::NodeId node, topologies::PortId port, int class_vcs)
    : sc_core::sc_module(name), relation_(relation), node_(node), port_(port), class_vcs_(class_vcs) {
  SC_HAS_PROCESS(RouteComputation);
  SC_METHOD(compute);
  sensitive << valid << vc << flit << header;
  dont_initialize();
}

void RouteComputation::compute() {
  if (!valid.read() || !microarch::is_head(flit.read())) return;
  const WormRoute route = worm_route(relation_, node_, port_, vc.read(), class_vcs_, header.read());
  write_new(route_ports, route.ports);
  write_new(route_vcs, route.vcs);
}

}  // namespace trenza::rtl_models
