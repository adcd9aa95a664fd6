#include "rtl_models/routing_unit/routing_unit.h"

namespace trenza::rtl_models {

RoutingUnit::RoutingUnit(const sc_core::sc_module_name& name, const topologies::RoutingRelation& relation,
                         topologies::NodeId node)
    : sc_core::sc_module(name), relation_(relation), node_(node) {
  SC_HAS_PROCESS(RoutingUnit);
  SC_METHOD(compute);
  sensitive << valid << header;
  dont_initialize();
}

void RoutingUnit::compute() {
  if (valid.read()) route.write(pack_route(relation_.choices(node_, header.read())));
}

}  // namespace trenza::rtl_models
