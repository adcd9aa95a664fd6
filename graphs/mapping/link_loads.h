// The loads that demands put on the links of a network, under a rule for routes.
#pragma once

#include <cstddef>
#include <vector>

#include "topologies/network.h"

namespace trenza::graphs {

/// Something sent to a node, in any unit.
struct Demand {
  topologies::NodeId to = 0;
  double weight = 0;
};

/// Sums up link loads, source by source.
class LinkLoads {
 public:
  explicit LinkLoads(const topologies::Network& network) : loads_(network.next.size(), 0.0) {}
  virtual ~LinkLoads() = default;
  LinkLoads(const LinkLoads&) = delete;
  LinkLoads& operator=(const LinkLoads&) = delete;

  /// Adds the demands of a source; returns the distances to their destinations in hops, in their order. Precondition:
  /// nodes of the network.
  virtual std::vector<int> add(topologies::NodeId source, const std::vector<Demand>& demands) = 0;

  /// By node * ports + port.
  const std::vector<double>& loads() const { return loads_; }

 protected:
  void carry(std::size_t link, double weight) { loads_[link] += weight; }

 private:
  std::vector<double> loads_;
};

}  // namespace trenza::graphs
