// What tests of the flit-level machine's routes share.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "topologies/topology.h"
#include "topologies/topology_error.h"
#include "topologies/worm/worm_routing.h"

namespace trenza::topologies::test_support {

inline constexpr std::size_t kAdaptive = RouteChoice::kAdaptive;
inline constexpr std::size_t kEscape = RouteChoice::kEscape;

/// Why the network cannot have this routing, or "accepted".
inline std::string refusal(const std::shared_ptr<const Topology>& network, const WormRouting& routing) {
  try {
    with_worm_routing(network, routing);
  } catch (const TopologyError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace trenza::topologies::test_support
