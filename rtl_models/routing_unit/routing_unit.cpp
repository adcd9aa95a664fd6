#include "rtl_models/routing_unit/routing_unit.h"

namespace trenza::rtl_models {

RoutingUnit::RoutingUnit(const sc_core::sc_module_name& name, const topologies::RoutingRelation& relation,
                         topologies::NodeId node, topologies::PortId port, int class_vcs)
    : sc_core::sc_module(name),
      relation_(relation),
      node_(node),
      port_(port),
      class_vcs_(static_cast<std::uint32_t>(class_vcs)) {
  SC_HAS_PROCESS(RoutingUnit);
  SC_METHOD(compute);
  sensitive << valid << vc << header;
  dont_initialize();
}

void RoutingUnit::compute() {
  if (!valid.read()) return;
  const topologies::ArrivalLane lane{port_, static_cast<int>(vc.read() % class_vcs_)};
  route.write(pack_route(relation_.choices(node_, header.read(), lane)));
}

}  // namespace trenza::rtl_models
