#include "rtl_models/routing_unit/routing_unit_twin.h"

#include "rtl_models/twin/widths.h"

namespace trenza::rtl_models {

RoutingUnitTwin::RoutingUnitTwin(const sc_core::sc_module_name& name, const topologies::RoutingRelation& relation,
                                 topologies::NodeId node, topologies::PortId port, int class_vcs, int dimensions)
    : RoutingUnit(name, relation, node, port, class_vcs),
      model_(RtlModule{"routing_unit", {}}.with("DIMENSIONS", dimensions)),
      valid_(model_.port("valid", 1)),
      header_(model_.port("header", kWordBits)),
      route_(model_.port("route", kWordBits)) {
  valid_.set(true);
}

void RoutingUnitTwin::compute() {
  if (!valid.read()) return;
  header_.set(header.read());
  model_.eval();
  route.write(route_.get<RouteWord>());
}

}  // namespace trenza::rtl_models
