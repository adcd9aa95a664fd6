// Random networks for differential tests, described so that both the product and the oracle can build them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/oracle/oracle.h"
#include "tests/support/random_draws.h"
#include "topologies/tables/table_topology.h"
#include "topologies/twisted_torus.h"

namespace trenza::test {

enum class NetworkFamily : std::uint8_t {
  torus,            ///< node-symmetric twists or none, routed by record
  open_grid,        ///< some or all dimensions open, or one link in dimensions of size 2
  conflicting,      ///< conflicting twists, escapes in mesh order
  ibt_torus_order,  ///< either placement, closed or open dimensions
  ibt_three_classes,
  custom,  ///< any connected graph, any ports at the ends of a link, escapes up and down a tree
};

struct RandomNetwork {
  NetworkFamily family = NetworkFamily::torus;
  topologies::TorusShape shape;  ///< sizes of iBT as well
  std::vector<int> bypass;       ///< lengths
  int bypass_dimensions = 0;     ///< m
  topologies::BypassPlacement placement = topologies::BypassPlacement::interlaced;
  topologies::Network custom;
  topologies::Graph custom_graph{0, 0};  ///< the channels of `custom`; the ports of parallel links may be crossed

  std::string text() const;
  /// Whether the rule for links without given ports would join the ports of parallel links otherwise.
  bool has_crossed_ports() const;
  std::unique_ptr<topologies::Topology> build() const;
  /// Sets all fields of a configuration that say which network it is.
  void describe(oracle::Config& config) const;
};

/// A torus of the given sizes and twists.
RandomNetwork torus_network(const std::vector<int>& sizes, const std::vector<topologies::Twist>& twists);

RandomNetwork random_network(Draws& draws);

}  // namespace trenza::test
