#include "graphs/searches/twist_set_search.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "graphs/metrics/distances.h"
#include "graphs/metrics/link_load.h"
#include "graphs/metrics/node_symmetry.h"
#include "graphs/metrics/parallel.h"
#include "topologies/topology_error.h"
#include "topologies/torus_network.h"

namespace trenza::graphs {

namespace {

using topologies::TopologyError;

/// Bounds that differ by no more are the same.
constexpr double kSameValue = 1e-9;

std::string name_of(const std::vector<int>& sizes) { return fmt::format("{}", fmt::join(sizes, "x")); }

std::uint64_t check(const TwistSetSearch& search) {
  const std::vector<int>& sizes = search.sizes;
  if (sizes.size() < 2 || sizes.size() > kMaxTwistSetDimensions) {
    throw TopologyError(fmt::format("{} sizes given; expected 2 to {}", sizes.size(), kMaxTwistSetDimensions));
  }
  std::int64_t nodes = 1;
  for (const int size : sizes) {
    if (size < 2) throw TopologyError(fmt::format("a size of {} given; every size must be at least 2", size));
    nodes *= size;
    if (nodes > kMaxTwistSetNodes)
      throw TopologyError(fmt::format("a torus of {} has more than {} nodes", name_of(sizes), kMaxTwistSetNodes));
  }
  const std::uint64_t sets = count_twist_sets(sizes, search.conflicting);
  if (sets > kMaxTwistSets) {
    throw TopologyError(fmt::format("a torus of {} has {} sets of twists{}; the search goes through at most {}",
                                    name_of(sizes), sets, search.conflicting ? "" : " without a conflict",
                                    kMaxTwistSets));
  }
  return sets;
}

std::vector<TwistSetPoint> points_of(const TwistSetSearch& search) {
  std::vector<TwistSetPoint> points;
  std::uint64_t networks = 0;
  each_twist_set(search.sizes, search.conflicting, [&](const TwistSet& set) {
    std::vector<TwistSet> images = set.images();
    if (!search.all && images.front().amounts() != set.amounts()) return;
    if (++networks > search.most) return;
    points.push_back({set, images.size(), set.conflicts(), std::nullopt, 0, 0, {}, 0});
  });
  if (networks <= search.most) return points;
  throw TopologyError(
      fmt::format("the sets of twists of a torus of {} are {} different networks; at most {} are measured",
                  name_of(search.sizes), networks, search.most));
}

void measure(TwistSetPoint& point) {
  constexpr topologies::NodeId kMostToSearch = 1024;  // for automorphisms
  const topologies::Network network = topologies::torus_network("torus", point.set.sizes(), point.set.twists());
  const DistanceSummary distances = measure_distances(network);
  const UniformBounds bounds = uniform_bounds(network);
  point.diameter = distances.diameter;
  point.mean = distances.mean;
  point.per_dimension = bounds.mean_distance_per_dimension;
  point.throughput = bounds.throughput;
  if (!point.conflicting) {
    point.node_symmetric = true;  // steps commute, so that they generate a group that acts transitively
  } else if (network.nodes <= kMostToSearch) {
    const SymmetryResult found = node_symmetric_exhaustive(network);
    if (found.known) point.node_symmetric = found.symmetric;
  }
}

bool is_better(const TwistSetPoint& a, const TwistSetPoint& b) {
  if (std::abs(a.throughput - b.throughput) > kSameValue) return a.throughput > b.throughput;
  if (std::abs(a.mean - b.mean) > kSameValue) return a.mean < b.mean;
  return a.set.amounts() < b.set.amounts();
}

}  // namespace

double TwistSetPoint::largest_dimension() const {
  return *std::max_element(per_dimension.begin(), per_dimension.end());
}

double TwistSetPoint::imbalance() const {
  return mean > 0 ? largest_dimension() * static_cast<double>(per_dimension.size()) / mean : 0;
}

TwistSetResult search_twist_sets(const TwistSetSearch& search, const TwistSetProgress& progress) {
  TwistSetResult result;
  result.sets = check(search);
  result.points = points_of(search);
  std::atomic<std::size_t> done{0};
  for_each_block(static_cast<int>(result.points.size()), search.threads, [&](int block, int /*worker*/) {
    measure(result.points[static_cast<std::size_t>(block)]);
    const std::size_t now = ++done;
    if (progress) progress(now, result.points.size());
  });
  std::sort(result.points.begin(), result.points.end(), is_better);
  return result;
}

}  // namespace trenza::graphs
