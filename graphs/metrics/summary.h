// All metrics of a network in one call.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "graphs/metrics/distances.h"
#include "graphs/metrics/link_load.h"
#include "graphs/metrics/minimal_records.h"
#include "graphs/metrics/network_shape.h"
#include "graphs/metrics/node_symmetry.h"
#include "graphs/metrics/worst_case.h"
#include "topologies/network.h"

namespace trenza::graphs {

struct MetricOptions {
  int threads = 1;  ///< changes no result
  /// 0: distances from every class of sources, or from kAutomaticSamples random ones where that is more than
  /// `work_limit`. Otherwise from this many random sources (of networks with more classes).
  int samples = 0;
  std::uint64_t seed = 1;  ///< of the random sources
  /// Also the worst permutation, with an even split and in dimension order.
  bool worst_case = false;
  /// Classes of nodes for link loads of large networks; see uniform_link_load(network, class_of, threads).
  std::vector<int> class_of;
  /// A metric that needs more visits of channels than about this number is left out or sampled, and the result says so.
  /// 10^10 visits take about one minute.
  double work_limit = 4e9;
  /// Largest networks for the searches for automorphisms and for the exact bisection.
  topologies::NodeId symmetry_nodes = 256;
  topologies::NodeId bisection_nodes = 32;
};

inline constexpr int kAutomaticSamples = 400;

/// Mean distance per dimension over the N - 1 other nodes, and D * largest / sum.
struct DimensionSummary {
  std::vector<double> mean;
  double imbalance = 0;
  double largest() const;
};

struct NetworkMetrics {
  std::string name;
  topologies::NodeId nodes = 0;
  int degree = 0;             ///< channels out of the node that has most
  std::int64_t channels = 0;  ///< unidirectional
  std::int64_t links = 0;     ///< pairs of opposite channels if bidirectional, otherwise channels
  bool bidirectional = false;

  DistanceSummary distances;  ///< diameter, means, deviations, histogram; exact or sampled, with the standard error

  /// Sources that `by_path` was averaged over, if it is sampled; 0: exact.
  int by_path_samples = 0;
  std::optional<DimensionSummary> by_path;      ///< every shortest path weighs the same
  std::optional<DimensionSummary> by_record;    ///< every minimal record weighs the same; where there are records
  std::optional<DimensionSummary> by_absolute;  ///< every distinct record of absolute values

  SymmetryResult node_symmetric;
  SymmetryResult edge_symmetric;

  /// Throughput bounds under uniform traffic. Nothing if the network is not connected or above the work limit.
  std::optional<UniformBounds> uniform;

  std::vector<PortRings> rings;
  std::vector<LinkClass> link_classes;
  Bisection bisection;

  /// Only if asked for. In dimension order also only where records lead to their destinations.
  std::optional<WorstCase> worst_case;
  std::optional<WorstCase> worst_case_dimension_order;
};

/// Throws TopologyError as measure_distances does, and, if the worst case is asked for, as worst_case_throughput does.
NetworkMetrics measure(const topologies::Network& network, const MetricOptions& options = {});

}  // namespace trenza::graphs
