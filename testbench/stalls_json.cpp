#include "testbench/stalls_json.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "microarch/index.h"
#include "microarch/place_names.h"
#include "microarch/wormhole/worm_stalls.h"

namespace trenza::testbench {

namespace {

using Json = nlohmann::ordered_json;
using microarch::index;
using microarch::OutputUse;
using microarch::StallReason;

/// What inputs and outputs of a machine can do, in the order in which documents list it.
std::pair<std::vector<StallReason>, std::vector<OutputUse>> kinds_of(const microarch::FabricParameters& parameters) {
  if (parameters.by_flits()) {
    return {{microarch::kWormStallReasons.begin(), microarch::kWormStallReasons.end()},
            {microarch::kWormOutputUses.begin(), microarch::kWormOutputUses.end()}};
  }
  std::pair<std::vector<StallReason>, std::vector<OutputUse>> kinds;
  for (std::size_t k = 0; k < microarch::kPacketStallReasons; ++k) {
    const auto reason = static_cast<StallReason>(k);
    const bool of_steps = reason == StallReason::lost_vc || reason == StallReason::reserved;
    if (!of_steps || parameters.two_steps()) kinds.first.push_back(reason);
  }
  for (std::size_t k = 0; k < microarch::kPacketOutputUses; ++k) kinds.second.push_back(static_cast<OutputUse>(k));
  return kinds;
}

template <class Kind, class Names, class Cycles>
Json all_cycles(const std::vector<Kind>& kinds, const Names& names, const Cycles& cycles) {
  Json json = Json::object();
  for (const Kind kind : kinds) json[std::string(names[index_of(kind)])] = cycles[index_of(kind)];
  return json;
}

template <class Names, class Cycles>
Json cycles_above_0(const Names& names, const Cycles& cycles) {
  Json json = Json::object();
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (cycles[k] != 0) json[std::string(names[k])] = cycles[k];
  }
  return json;
}

/// "in_xp_from_2_2.vc1" of "r_3_2 in_xp_from_2_2.vc1".
std::string local_name(const std::string& name) { return name.substr(name.find(' ') + 1); }

Json places_json(const microarch::StallTable& table, const topologies::Topology& topology,
                 const microarch::FabricParameters& parameters) {
  const auto& graph = topology.graph();
  const int ports = graph.ports();
  const int vcs = parameters.vcs();
  Json routers = Json::object();
  for (topologies::NodeId node = 0; node < graph.nodes(); ++node) {
    Json& router = routers[fmt::format("r_{}", topology.node_name(node))];
    for (int i = 0; i < parameters.inputs(ports); ++i) {
      if (i < ports * vcs && !graph.has_in(node, i / vcs)) continue;
      router["inputs"][local_name(microarch::input_name(topology, parameters, node, i))] =
          cycles_above_0(microarch::kStallReasons, table.input(index(node), i));
    }
    for (int o = 0; o < ports + parameters.ejectors; ++o) {
      if (o < ports && !graph.has_out(node, o)) continue;
      router["outputs"][microarch::output_name(topology, parameters, node, o, -1)] =
          cycles_above_0(microarch::kOutputUses, table.output(index(node), o));
    }
  }
  return routers;
}

}  // namespace

Json stalls_json(const microarch::StallTable& table, microarch::StallDetail detail,
                 const topologies::Topology& topology, const microarch::FabricParameters& parameters) {
  Json json;
  const auto [reasons, uses] = kinds_of(parameters);
  json["inputs"] = all_cycles(reasons, microarch::kStallReasons, table.input_totals());
  json["outputs"] = all_cycles(uses, microarch::kOutputUses, table.output_totals());
  if (detail == microarch::StallDetail::places) json["routers"] = places_json(table, topology, parameters);
  return json;
}

}  // namespace trenza::testbench
