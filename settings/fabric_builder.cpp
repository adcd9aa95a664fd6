#include "settings/fabric_builder.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "microarch/allocators/allocators.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/selections/selections.h"
#include "settings/config_error.h"
#include "settings/fabric_fault.h"
#include "settings/profile.h"
#include "settings/schema.h"
#include "settings/stride_builder.h"
#include "settings/worm_channels.h"
#include "topologies/topology_error.h"
#include "topologies/worm/worm_routing.h"

namespace trenza::settings {

namespace {

using microarch::FabricParameters;
using microarch::WormholeParameters;

constexpr const char* kEscape = "router.virtual_channels.escape";
constexpr const char* kRouting = "router.routing";
constexpr const char* kDateline = "router.dateline";
constexpr const char* kSticky = "router.sticky_escape";
constexpr const char* kRingEscape = "router.escape";
constexpr const char* kBonusCards = "router.bonus_cards";
constexpr const char* kClassCaps = "router.class_caps";

/// A policy that does not apply keeps its default.
template <class Choice>
void set_policy(const Settings& settings, const char* path, Choice& choice) {
  if (!settings.has(path)) return;
  const auto& value = settings.get<PolicyValue>(path);
  choice = Choice(value.name).with(value.parameter);
}

void set_cut_through(const Settings& settings, FabricParameters& fabric) {
  fabric.escape_vcs = settings.integer(kEscape);
  fabric.adaptive_vcs = settings.integer("router.virtual_channels.adaptive");
  fabric.buffer_packets = settings.integer("router.buffer_packets");
  fabric.router_delay = settings.integer("router.router_delay");
  fabric.injectors = settings.integer("router.injectors");
  set_policy(settings, "router.selection", fabric.selection);
  set_policy(settings, "router.injection", fabric.injection);
  fabric.transit_guard = settings.integer("router.transit_guard");
  fabric.bubble = settings.get<bool>("router.bubble");
}

void set_wormhole(const Settings& settings, WormholeParameters& wormhole) {
  wormhole.virtual_channels = settings.integer("router.virtual_channels.count");
  wormhole.buffer_flits = settings.integer("router.buffer_flits");
  wormhole.routing_delay = settings.integer("router.routing_delay");
  wormhole.injection_delay = settings.integer("router.injection_delay");
  wormhole.injection_credit_delay = settings.integer("router.injection_credit_delay");
  wormhole.ejection_delay = settings.integer("router.ejection_delay");
  set_policy(settings, "router.vc_allocation.allocator", wormhole.vc_allocator);
  set_policy(settings, "router.vc_allocation.requests", wormhole.vc_requests);
  set_policy(settings, "router.reallocation", wormhole.reallocation);
  set_policy(settings, "router.injection", wormhole.injection);
  wormhole.flit_bubble = settings.has(kRingEscape) && settings.get<std::string>(kRingEscape) == "flit_bubble";
}

void set_parameters(const Settings& settings, FabricParameters& fabric) {
  fabric.message_classes = settings.integer("router.message_classes");
  fabric.max_packet_flits = settings.integer("router.max_packet_flits");
  fabric.link_delay = settings.integer("link.delay");
  fabric.credit_delay = settings.integer("router.credit_delay");
  fabric.ejectors = settings.integer("router.ejectors");
  set_policy(settings, "router.allocator", fabric.allocator);
  set_policy(settings, "router.pipeline", fabric.pipeline);
  set_policy(settings, "router.arbiter", fabric.arbiter);
  set_policy(settings, "router.crossbar", fabric.crossbar);
  fabric.seed = settings.get<std::uint64_t>("run.seed");
  if (fabric.by_flits()) {
    set_wormhole(settings, fabric.wormhole);
  } else {
    set_cut_through(settings, fabric);
  }
}

/// The value of link.dimension_delay.
std::vector<int> dimension_delays(const Settings& settings, const topologies::Topology& topology) {
  const auto& given = settings.get<std::vector<int>>("link.dimension_delay");
  int last = -1;
  for (int port = 0; port < topology.graph().ports(); ++port) last = std::max(last, topology.port_dimension(port));
  if (last < 0) {
    throw ConfigError(settings.place("link.dimension_delay"),
                      fmt::format("the links of {} are of no dimension; expected `link.delay`", topology.name()));
  }
  const std::size_t dimensions = topology.sizes().size();
  if (given.size() != dimensions) {
    throw ConfigError(settings.place("link.dimension_delay"),
                      fmt::format("{} delays for the {} dimensions of {}; expected one for each", given.size(),
                                  dimensions, topology.name()));
  }
  return given;
}

/// The delay of each port's links where they differ; else nothing.
std::vector<int> port_link_delays(const Settings& settings, const topologies::Topology& topology) {
  const bool by_dimension = settings.has("link.dimension_delay");
  if (!by_dimension && !settings.has("link.bypass_delay")) return {};
  const std::vector<int> given = by_dimension ? dimension_delays(settings, topology) : std::vector<int>{};
  std::vector<int> delays;
  bool bypasses = false;
  for (int port = 0; port < topology.graph().ports(); ++port) {
    const int dimension = topology.port_dimension(port);
    int delay = settings.integer("link.delay");
    if (by_dimension && dimension >= 0) delay = given[static_cast<std::size_t>(dimension)];
    if (topology.port_bypasses(port)) {
      bypasses = true;
      if (settings.has("link.bypass_delay")) delay = settings.integer("link.bypass_delay");
    }
    delays.push_back(delay);
  }
  if (!bypasses && settings.has("link.bypass_delay")) {
    throw ConfigError(
        settings.place("link.bypass_delay"),
        fmt::format("{} has no links that leave out nodes; expected a network with bypass links", topology.name()));
  }
  return delays;
}

/// The escape virtual channels are those of the routing relation.
void settle_escape_channels(Settings& settings, const topologies::Topology& topology) {
  const char* const key = kEscape;
  const int needed = topology.routing().escape_vcs();
  if (settings.has(key) && settings.integer(key) != needed) {
    throw ConfigError(settings.place(key), fmt::format("{} is not what the routes of {} use; expected {}, or no value",
                                                       settings.integer(key), topology.name(), needed));
  }
  settings.set_default(key, static_cast<std::uint64_t>(needed));
}

void check_fabric(const Settings& settings, const FabricParameters& fabric, int ports) {
  for (const microarch::ParameterFault& fault : check_parameters(fabric, ports))
    throw ConfigError(settings.place(key_of(fault.parameter)), sentence_of(fault, fabric, ports));
}

/// The value of a key whose choices are those of an enumeration, in its order.
template <class Enumeration>
Enumeration enumerated(const Settings& settings, const char* path) {
  const std::vector<std::string>& choices = find_key(path)->choices;
  const auto found = std::find(choices.begin(), choices.end(), settings.get<std::string>(path));
  return static_cast<Enumeration>(found - choices.begin());
}

}  // namespace

microarch::FabricParameters build_fabric(Settings& settings, const topologies::Topology& network) {
  settle_profile(settings, network);
  FabricParameters fabric;
  set_policy(settings, "router.switching", fabric.switching);
  if (fabric.by_flits()) {
    settle_worm_channels(settings, network);
  } else {
    settle_escape_channels(settings, network);
  }
  set_parameters(settings, fabric);
  fabric.port_link_delay = port_link_delays(settings, network);
  check_fabric(settings, fabric, network.graph().ports());
  fabric.strides = build_strides(settings, network, fabric);
  return fabric;
}

std::shared_ptr<const topologies::Topology> with_routes(const Settings& settings, const FabricParameters& fabric,
                                                        std::shared_ptr<const topologies::Topology> network) {
  if (!fabric.by_flits()) return network;
  topologies::WormRouting routing;
  routing.vcs = fabric.wormhole.virtual_channels;
  routing.route = enumerated<topologies::WormRoute>(settings, kRouting);
  if (settings.has(kDateline)) routing.dateline = enumerated<topologies::Dateline>(settings, kDateline);
  if (settings.has(kSticky)) routing.sticky_escape = settings.get<bool>(kSticky);
  if (settings.has(kEscape)) routing.escape_vcs = settings.integer(kEscape);
  if (settings.has(kBonusCards)) routing.bonus_cards = enumerated<topologies::BonusCards>(settings, kBonusCards);
  if (settings.has(kClassCaps)) routing.class_caps = enumerated<topologies::ClassCaps>(settings, kClassCaps);
  routing.flit_bubble = fabric.wormhole.flit_bubble;
  try {
    return topologies::with_worm_routing(std::move(network), routing);
  } catch (const topologies::TopologyError& error) {
    throw ConfigError(settings.place(kRouting), error.what());
  }
}

}  // namespace trenza::settings
