// Networks by the name of their kind. A new network is one new file and one line in registry.cpp.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "topologies/kind_parameters.h"
#include "topologies/network.h"
#include "topologies/topology.h"

namespace trenza::topologies {

/// A kind of network.
struct TopologyKind {
  std::string name;     ///< as in YAML
  std::string summary;  ///< one line for the schema and --help
  std::string main;     ///< the parameter of the short form "rtt: 8"
  std::vector<Parameter> parameters;
  /// The wiring alone. Precondition: every parameter has a value. Throws TopologyError.
  std::function<Network(const TopologySpec&)> network;
  /// The network with its routing relation and rings, to run. Likewise; throws TopologyError also for networks that can
  /// only be measured, saying why.
  std::function<std::unique_ptr<Topology>(const TopologySpec&)> make;

  /// nullptr if there is none of that name.
  const Parameter* parameter(const std::string& name) const;
};

/// All kinds, in the order in which they are shown.
const std::vector<TopologyKind>& topology_kinds();
/// nullptr if there is none of that name.
const TopologyKind* find_topology_kind(const std::string& name);

/// Checks the spec against its kind and fills in the defaults. Throws TopologyError for an unknown kind (with the names
/// that are near), for parameters that the kind lacks or does not have, for values of another type or out of range.
TopologySpec completed(const TopologySpec& spec);
/// Throws TopologyError as `completed`, and for networks that cannot be built.
std::unique_ptr<Topology> make_topology(const TopologySpec& spec);
Network make_network(const TopologySpec& spec);

}  // namespace trenza::topologies
