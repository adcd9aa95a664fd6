#include "rtl_models/wormhole/route_computation/route_computation_twin.h"

#include "microarch/index.h"
#include "rtl_models/common/held_output.h"
#include "rtl_models/twin/widths.h"
#include "topologies/worm/negative_hops.h"

namespace trenza::rtl_models {

using microarch::index;
using topologies::Dateline;

namespace {

const topologies::WormRelation* worm_relation(const topologies::Topology& topology) {
  return dynamic_cast<const topologies::WormRelation*>(&topology.routing());
}

RtlModule route_computation_module(const topologies::Topology& topology, int class_vcs) {
  RtlModule module{"route_computation", {}};
  add_route_parameters(module, topology, class_vcs);
  return module;
}

const char* name_of(Dateline rule) {
  switch (rule) {
    case Dateline::memoryless:
      return "memoryless";
    case Dateline::fixed:
      return "static";
    case Dateline::crossing:
      break;
  }
  return "crossing";
}

}  // namespace

bool routes_by_record(const topologies::Topology& topology) {
  const topologies::WormRelation* const relation = worm_relation(topology);
  return relation != nullptr && relation->record_rules();
}

void add_route_parameters(RtlModule& module, const topologies::Topology& topology, int class_vcs) {
  const topologies::WormRelation& relation = *worm_relation(topology);
  const topologies::RecordRules rules = *relation.record_rules();
  const topologies::WormRouting& routing = rules.routing;
  module.with("DIMENSIONS", relation.record_dimensions()).with("CLASS_VCS", class_vcs);
  if (topologies::is_by_negative_hops(routing.route)) {
    module.with("ROUTING", topologies::negative_hop_name(routing.route))
        .with("HOP_CLASSES", static_cast<int>(relation.vcs().groups.size()))
        .with("BONUS_CARDS", routing.bonus_cards == topologies::BonusCards::all ? "all" : "any")
        .with("CLASS_CAPS", routing.class_caps == topologies::ClassCaps::exact ? "exact" : "equation_15");
    return;
  }
  const bool adaptive = relation.vcs().adaptive != 0;
  const bool rings = !rules.datelines->empty();
  module.with("ROUTING", adaptive ? "duato" : "dimension_order")
      .with("DATELINE", rings ? name_of(routing.dateline) : "memoryless")
      .with("RINGS", rings ? 1 : 0)
      .with("STICKY_ESCAPE", !adaptive || routing.sticky_escape ? 1 : 0);
}

RouteStraps RouteStraps::of(const topologies::Topology& topology, topologies::NodeId node) {
  const topologies::Graph& graph = topology.graph();
  RouteStraps straps{std::vector<std::uint16_t>(index(graph.ports())), 0,
                     std::vector<std::uint64_t>(index(graph.ports() + 1)), false};
  const topologies::RecordRules rules = *worm_relation(topology)->record_rules();
  if (rules.colours != nullptr) straps.negative = (*rules.colours)[index(node)] != 0;
  if (rules.datelines == nullptr || rules.datelines->empty()) return straps;
  for (int p = 0; p < graph.ports(); ++p) {
    if (!graph.has_out(node, p)) continue;
    const topologies::RingPlace& place = rules.datelines->place(graph.id(node, p));
    straps.to_dateline[index(p)] = static_cast<std::uint16_t>(place.to_dateline);
    if (place.to_dateline == 0) continue;
    if (place.is_dateline) straps.is_dateline |= std::uint64_t{1} << p;
    straps.same_ring[index(place.before)] |= std::uint64_t{1} << p;
  }
  return straps;
}

RouteComputationTwin::RouteComputationTwin(const sc_core::sc_module_name& name, const topologies::Topology& topology,
                                           topologies::NodeId node, topologies::PortId port, int class_vcs)
    : RouteComputation(name, topology.routing(), node, port, class_vcs),
      model_(route_computation_module(topology, class_vcs)),
      header_(model_.port("header", kWordBits)),
      vc_(model_.port("vc", kHalfWordBits)),
      route_ports_(model_.port("route_ports", kWordBits)),
      route_vcs_(model_.port("route_vcs", kWordBits)) {
  const int ports = topology.graph().ports();
  const RouteStraps straps = RouteStraps::of(topology, node);
  model_.port("from_network", 1).set(port >= 0);
  const RtlPort to_dateline = model_.port("to_dateline", ports * kPlaceBits);
  for (std::size_t p = 0; p < straps.to_dateline.size(); ++p) to_dateline.set(straps.to_dateline[p], p);
  model_.port("is_dateline", ports).set_word(straps.is_dateline);
  model_.port("negative", 1).set(straps.negative);
  model_.port("same_ring", ports).set_word(straps.same_ring[index(port >= 0 ? port : ports)]);
}

void RouteComputationTwin::compute() {
  if (!valid.read() || !microarch::is_head(flit.read())) return;
  header_.set(header.read());
  vc_.set(vc.read());
  model_.eval();
  write_new(route_ports, route_ports_.get<std::uint64_t>());
  write_new(route_vcs, route_vcs_.get<std::uint64_t>());
}

}  // namespace trenza::rtl_models
