#include "settings/detail.h"

#include <set>

#include "settings/config_error.h"
#include "topologies/router_names.h"
#include "topologies/topology_error.h"

namespace trenza::settings {

using topologies::NodeId;

namespace {

constexpr const char* kPin = "detail.pin";
constexpr const char* kRtl = "detail.rtl";

void add_named(const Settings& settings, const char* key, const topologies::Topology& topology,
               std::set<NodeId>& nodes) {
  if (!settings.has(key)) return;
  for (const std::string& text : settings.get<std::vector<std::string>>(key)) {
    try {
      for (const NodeId node : topologies::named_routers(topology, text)) nodes.insert(node);
    } catch (const topologies::TopologyError& error) {
      throw ConfigError(settings.place(key), error.what());
    }
  }
}

}  // namespace

DetailedRouters detailed_routers(const Settings& settings, const topologies::Topology& topology) {
  std::set<NodeId> rtl;
  add_named(settings, kRtl, topology, rtl);
  std::set<NodeId> pin = rtl;
  add_named(settings, kPin, topology, pin);
  return {{pin.begin(), pin.end()}, {rtl.begin(), rtl.end()}};
}

std::string given_detail(const Settings& settings) {
  for (const char* const key : {kPin, kRtl}) {
    if (settings.has(key)) return key;
  }
  return "";
}

}  // namespace trenza::settings
