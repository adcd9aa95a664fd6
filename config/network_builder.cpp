#include "config/network_builder.h"

#include <fmt/format.h>

#include "config/config_error.h"
#include "topologies/registry.h"
#include "topologies/twisted_torus.h"

namespace trenza::config {

namespace {

const std::string kDimensionLetters = "xyzwvu";

void check_twist_name(const std::string& name, const Place& place, std::size_t dimensions) {
  const std::string letters = kDimensionLetters.substr(0, dimensions);
  const std::string expected =
      fmt::format("two different letters of `{}`, such as `yx` for a wraparound of y that adds to x", letters);
  if (name.size() != 2) throw ConfigError(place, fmt::format("`{}` names no twist; expected {}", name, expected));
  for (const char letter : name) {
    if (letters.find(letter) == std::string::npos) {
      throw ConfigError(place, fmt::format("the network has no dimension `{}`; expected {}", letter, expected));
    }
  }
  if (name[0] == name[1])
    throw ConfigError(place, fmt::format("twists dimension `{}` over itself; expected {}", name[0], expected));
}

/// The key that a fault of the network is reported at: the one that the user gave and that decides most.
std::string decisive_key(const Settings& settings, const topologies::TopologySpec& spec) {
  if (!spec.twist.empty()) return "topology.twist";
  if (settings.has("topology.size")) return "topology.size";
  return spec.integers.empty() ? "topology.kind" : "topology." + spec.integers.begin()->first;
}

/// Whether the sizes alone make a network.
bool sizes_work(const topologies::TopologySpec& spec) {
  topologies::TopologySpec untwisted = spec;
  untwisted.twist.clear();
  try {
    topologies::make_topology(untwisted);
    return true;
  } catch (const topologies::TopologyError&) {
    return false;
  }
}

}  // namespace

std::shared_ptr<const topologies::Topology> build_network(const Settings& settings) {
  topologies::TopologySpec spec;
  spec.kind = settings.get<std::string>("topology.kind");
  const topologies::TopologyKind& kind = *topologies::find_topology_kind(spec.kind);
  for (const std::string& name : kind.integers) spec.integers[name] = settings.integer("topology." + name);
  if (kind.has_size) spec.size = settings.get<std::vector<int>>("topology.size");
  if (kind.has_size && spec.size.size() > kDimensionLetters.size()) {
    throw ConfigError(settings.place("topology.size"), fmt::format("{} dimensions are too many; expected at most {}",
                                                                   spec.size.size(), kDimensionLetters.size()));
  }
  if (kind.has_twist && settings.has("topology.twist")) {
    spec.twist = settings.get<std::map<std::string, int>>("topology.twist");
    for (const auto& twist : spec.twist)
      check_twist_name(twist.first, settings.place("topology.twist." + twist.first), spec.size.size());
  }
  try {
    return topologies::make_topology(spec);
  } catch (const topologies::TopologyError& error) {
    std::string key = decisive_key(settings, spec);
    if (key == "topology.twist" && !sizes_work(spec)) key = "topology.size";
    throw ConfigError(settings.place(key), error.what());
  }
}

}  // namespace trenza::config
