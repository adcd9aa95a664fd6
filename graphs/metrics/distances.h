// Distances over a whole network: diameter, mean, deviation, distribution.
#pragma once

#include <cstdint>
#include <vector>

#include "graphs/metrics/distance_batch.h"
#include "topologies/network.h"

namespace trenza::graphs {

struct DistanceOptions {
  int threads = 1;
  /// 0: every class of sources. Otherwise, for networks with more classes, this many different random sources.
  int samples = 0;
  std::uint64_t seed = 1;
};

/// Distances in hops along the direction of the channels. "With self" counts a node at distance 0 as a destination of
/// its own, the others do not. In an unconnected network means and deviations are over the ordered pairs with a way.
struct DistanceSummary {
  bool exact = true;      ///< all sources, directly or through their class
  int sources = 0;        ///< searched from
  bool connected = true;  ///< every source searched from reaches every node
  int diameter = 0;       ///< largest eccentricity seen
  int radius = 0;         ///< smallest eccentricity seen
  /// Ordered pairs at distance 0, 1, 2, ...; of sampled sources only those pairs.
  std::vector<std::int64_t> histogram;
  double mean = 0;
  double mean_with_self = 0;
  double deviation = 0;  ///< population standard deviation
  double deviation_with_self = 0;
  /// Least and largest mean of a source.
  double least_mean = 0;
  double largest_mean = 0;
  double least_mean_with_self = 0;
  double largest_mean_with_self = 0;
  /// Standard error of `mean` and `mean_with_self` from the spread of the sampled sources' means; 0 if exact.
  double standard_error = 0;
};

/// The same on every machine and with any number of threads. Throws TopologyError for a network without nodes or
/// sources, and for fewer than 2 samples (other than 0).
DistanceSummary measure_distances(const topologies::Network& network, const DistanceOptions& options = {});

/// The same from searches already made in a network of that many nodes: found[i] is from sources[i]. `exact`: these
/// stand for all sources. Precondition: at least one source.
DistanceSummary summarize_distances(topologies::NodeId nodes, const std::vector<topologies::SourceClass>& sources,
                                    const std::vector<SourceDistances>& found, bool exact = true);

/// The sources that options.samples and options.seed choose, in ascending order, each a class of one; or
/// network.sources if these are as few.
std::vector<topologies::SourceClass> choose_sources(const topologies::Network& network, const DistanceOptions& options);

}  // namespace trenza::graphs
