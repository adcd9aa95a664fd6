// How large a network is, before it is built.
#pragma once

#include <cstdint>
#include <optional>

#include "topologies/kind_parameters.h"

namespace trenza::topologies {

struct NetworkSize {
  std::uint64_t nodes = 0;
  std::uint64_t ports = 0;  ///< of each node
};

/// Nodes and ports of a network of this spec, by its parameters alone; the largest number where there are more nodes.
/// Nothing for specs that make no network, for networks from files, and for kinds of one size.
std::optional<NetworkSize> network_size(const TopologySpec& spec);

}  // namespace trenza::topologies
