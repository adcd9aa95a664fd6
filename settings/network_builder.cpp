#include "settings/network_builder.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <utility>
#include <vector>

#include "settings/config_error.h"
#include "settings/memory_check.h"
#include "topologies/registry.h"
#include "topologies/topology_error.h"

namespace trenza::settings {

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

/// A network is built from a spec of topologies/registry.h; its parameters have the names of the keys.
topologies::ParameterValue parameter_value(const Settings& settings, const topologies::Parameter& parameter) {
  using topologies::ParameterType;
  const std::string path = "topology." + parameter.name;
  switch (parameter.type) {
    case ParameterType::integer:
      return settings.integer(path);
    case ParameterType::integer_list:
      return settings.get<std::vector<int>>(path);
    case ParameterType::text:
    case ParameterType::choice:
      return settings.get<std::string>(path);
    case ParameterType::twists:
      return settings.get<std::map<std::string, int>>(path);
    case ParameterType::boolean_list:
      return settings.get<std::vector<bool>>(path);
    case ParameterType::file: {
      const Setting& setting = settings.at(path);
      const std::filesystem::path file = settings.get<std::string>(path);
      if (file.is_absolute() || setting.layer == Layer::option) return file.string();
      return (std::filesystem::path(setting.place.source).parent_path() / file).string();
    }
  }
  return 0;
}

/// The key that a fault of the network is reported at: the parameter at fault if the user gave it, else the main one.
std::string key_of_fault(const Settings& settings, const topologies::TopologySpec& spec, const std::string& parameter) {
  if (spec.has(parameter) && settings.at("topology." + parameter).given) return "topology." + parameter;
  const std::string main = "topology." + topologies::find_topology_kind(spec.kind)->main;
  return settings.has(main) ? main : "topology.kind";
}

void check_dimensions(const Settings& settings, const topologies::TopologySpec& spec) {
  const std::size_t dimensions = spec.integers("size").size();
  if (dimensions > kDimensionLetters.size()) {
    throw ConfigError(settings.place("topology.size"), fmt::format("{} dimensions are too many; expected at most {}",
                                                                   dimensions, kDimensionLetters.size()));
  }
  if (!spec.has("twist")) return;
  for (const auto& twist : spec.twists("twist"))
    check_twist_name(twist.first, settings.place("topology.twist." + twist.first), dimensions);
}

/// Networks that somebody still holds, so that the points of a sweep share theirs. Those of a file are left out: it may
/// change.
class SharedNetworks {
 public:
  std::shared_ptr<const topologies::Topology> make(const topologies::TopologySpec& spec) {
    if (spec.has("file")) return topologies::make_topology(spec);
    const std::lock_guard<std::mutex> guard(mutex_);
    networks_.erase(std::remove_if(networks_.begin(), networks_.end(), [](const auto& one) { return one.second.expired(); }),
                    networks_.end());
    for (const auto& [known, network] : networks_) {
      if (known.kind != spec.kind || known.values != spec.values) continue;
      if (auto shared = network.lock()) return shared;
    }
    std::shared_ptr<const topologies::Topology> network = topologies::make_topology(spec);
    networks_.emplace_back(spec, network);
    return network;
  }

 private:
  std::mutex mutex_;
  std::vector<std::pair<topologies::TopologySpec, std::weak_ptr<const topologies::Topology>>> networks_;
};

SharedNetworks& shared_networks() {
  static SharedNetworks networks;
  return networks;
}

}  // namespace

std::shared_ptr<const topologies::Topology> build_network(const Settings& settings) {
  topologies::TopologySpec spec;
  spec.kind = settings.get<std::string>("topology.kind");
  for (const topologies::Parameter& parameter : topologies::find_topology_kind(spec.kind)->parameters) {
    if (settings.has("topology." + parameter.name)) spec.values[parameter.name] = parameter_value(settings, parameter);
  }
  if (spec.has("size")) check_dimensions(settings, spec);
  check_network_memory(settings, spec, key_of_fault(settings, spec, ""));
  try {
    return shared_networks().make(spec);
  } catch (const topologies::TopologyError& error) {
    throw ConfigError(settings.place(key_of_fault(settings, spec, error.parameter())), error.what());
  }
}

}  // namespace trenza::settings
