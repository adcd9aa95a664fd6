// What searches for automorphisms keep, and how far they go.
#pragma once

#include <cstdint>

#include "topologies/graph.h"

namespace trenza::graphs {

/// The property that an automorphism must keep: the number of channels from node to node, or only whether there is one.
enum class LinkCount : std::uint8_t { multiple, simple };

/// Largest network that the searches take.
inline constexpr topologies::NodeId kSymmetrySearchNodes = 1024;

}  // namespace trenza::graphs
