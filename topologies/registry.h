// Networks by the name of their kind. A new network is one new file and one line in registry.cpp.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "topologies/topology.h"

namespace trenza::topologies {

/// The parameters of a kind as plain data (the config room fills them from YAML; make_topology checks them against the
/// kind).
struct TopologySpec {
  std::string kind;
  std::map<std::string, int> integers;  ///< for example a
  std::vector<int> size;                ///< for kinds with `size`
  std::map<std::string, int> twist;     ///< "yx" -> amount
};

/// A kind of network.
struct TopologyKind {
  std::string name;                   ///< as in YAML
  std::string summary;                ///< one line for the schema and --help
  std::vector<std::string> integers;  ///< integer parameters, all required
  bool has_size = false;
  bool has_twist = false;
  std::function<std::unique_ptr<Topology>(const TopologySpec&)> make;  ///< throws TopologyError
};

/// All kinds, in the order in which they are shown.
const std::vector<TopologyKind>& topology_kinds();
/// nullptr if there is none of that name.
const TopologyKind* find_topology_kind(const std::string& name);
/// Throws TopologyError for an unknown kind (with the names that are near), for parameters that the kind lacks or does
/// not have, and for networks that cannot be built.
std::unique_ptr<Topology> make_topology(const TopologySpec& spec);

}  // namespace trenza::topologies
