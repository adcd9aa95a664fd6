// A kind of network: its name, its parameters, and how it is made.
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

}  // namespace trenza::topologies
