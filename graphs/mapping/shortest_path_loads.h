// The loads that demands put on the links of a network when they are spread evenly over all shortest paths.
#pragma once

#include <cstddef>
#include <vector>

#include "graphs/mapping/link_loads.h"
#include "graphs/metrics/breadth_first.h"
#include "topologies/network.h"

namespace trenza::graphs {

/// All shortest paths to a destination carry the same; parallel links are different paths. The work of a source is that
/// of the nodes nearer than its farthest destination.
class ShortestPathLoads : public LinkLoads {
 public:
  /// `network` must outlive this object.
  explicit ShortestPathLoads(const topologies::Network& network);

  /// Throws TopologyError if there is no way to a destination, and adds nothing then.
  std::vector<int> add(topologies::NodeId source, const std::vector<Demand>& demands) override;

 private:
  struct Edge {
    topologies::NodeId from = 0;
    topologies::NodeId to = 0;
    std::size_t link = 0;
  };
  struct Visit {
    int distance = -1;
    PathCount paths;  ///< shortest ones from the source
    double flow = 0;  ///< what passes or ends here
    bool wanted = false;
  };

  Visit& at(topologies::NodeId node) { return visits_[static_cast<std::size_t>(node)]; }
  void search(topologies::NodeId source, std::size_t wanted);
  std::size_t expand(std::size_t begin, std::size_t end);
  void spread();
  void forget(const std::vector<Demand>& demands);

  const topologies::Network& network_;
  std::vector<Visit> visits_;              ///< by node; only the entries of order_ are in use
  std::vector<topologies::NodeId> order_;  ///< visited nodes, nearest first
  std::vector<Edge> edges_;                ///< of shortest paths, nearest first
};

}  // namespace trenza::graphs
