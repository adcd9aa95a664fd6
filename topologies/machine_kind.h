// What the kinds of networks of machines that were built have in common.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "topologies/topology_kind.h"
#include "topologies/twisted_torus.h"

namespace trenza::topologies {

/// A kind whose networks are tori or meshes of the shape that its parameters say. The first parameter, a text or a list
/// of sizes, is the main one; networks have its value in their names: "tpu(4x4x8)".
TopologyKind machine_kind(std::string name, std::string summary, std::vector<Parameter> parameters,
                          std::function<TorusShape(const TopologySpec&)> shape);

}  // namespace trenza::topologies
