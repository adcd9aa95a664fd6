#include "graphs/metrics/worst_case.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "graphs/metrics/breadth_first.h"
#include "graphs/metrics/link_load.h"
#include "graphs/metrics/minimal_records.h"
#include "graphs/metrics/port_orbits.h"
#include "topologies/reference_test_support.h"
#include "topologies/topology_error.h"

namespace trenza::graphs {
namespace {

using topologies::test_support::bcc;
using topologies::test_support::named_network;

using Path = std::vector<std::pair<topologies::NodeId, topologies::PortId>>;

/// All shortest paths, one by one.
void all_paths(const topologies::Network& network, const BreadthFirst& to_here, topologies::NodeId at,
               topologies::NodeId destination, Path& path, std::vector<Path>& found) {
  if (at == destination) {
    found.push_back(path);
    return;
  }
  for (topologies::PortId port = 0; port < network.ports; ++port) {
    const topologies::NodeId next = network.neighbour(at, port);
    if (next < 0 || to_here.distance(next) != to_here.distance(at) + 1) continue;
    path.emplace_back(at, port);
    all_paths(network, to_here, next, destination, path, found);
    path.pop_back();
  }
}

/// Of all shortest paths those in dimension order, one for each record.
std::vector<Path> ordered(const std::vector<Path>& paths) {
  std::vector<Path> kept;
  for (const Path& path : paths) {
    const auto later = [](const auto& one, const auto& other) { return one.second / 2 < other.second / 2; };
    if (std::is_sorted(path.begin(), path.end(), later)) kept.push_back(path);
  }
  return kept;
}

using Loads = std::vector<double>;

/// loads[s][d][channel]
std::vector<std::vector<Loads>> pair_loads(const topologies::Network& network, MinimalRouting routing) {
  std::vector<std::vector<Loads>> loads;
  BreadthFirst search(network);
  for (topologies::NodeId s = 0; s < network.nodes; ++s) {
    search.run(s);
    loads.emplace_back();
    for (topologies::NodeId d = 0; d < network.nodes; ++d) {
      std::vector<Path> paths;
      Path path;
      all_paths(network, search, s, d, path, paths);
      if (routing == MinimalRouting::dimension_order) paths = ordered(paths);
      Loads channel(network.next.size(), 0);
      for (const Path& one : paths) {
        for (const auto& [node, port] : one) {
          channel[static_cast<std::size_t>(node * network.ports + port)] += 1.0 / static_cast<double>(paths.size());
        }
      }
      loads.back().push_back(channel);
    }
  }
  return loads;
}

double largest(const std::vector<std::vector<Loads>>& loads, const std::vector<topologies::NodeId>& destination) {
  Loads sum(loads[0][0].size(), 0);
  for (std::size_t s = 0; s < destination.size(); ++s) {
    const Loads& of_pair = loads[s][static_cast<std::size_t>(destination[s])];
    for (std::size_t c = 0; c < sum.size(); ++c) sum[c] += of_pair[c];
  }
  return *std::max_element(sum.begin(), sum.end());
}

double worst_by_force(const topologies::Network& network, MinimalRouting routing) {
  const auto loads = pair_loads(network, routing);
  std::vector<topologies::NodeId> destination(static_cast<std::size_t>(network.nodes));
  std::iota(destination.begin(), destination.end(), 0);
  double worst = 0;
  do {
    worst = std::max(worst, largest(loads, destination));
  } while (std::next_permutation(destination.begin(), destination.end()));
  return worst;
}

void expect_permutation(const WorstCase& worst, const topologies::Network& network, MinimalRouting routing) {
  std::set<topologies::NodeId> targets(worst.destination.begin(), worst.destination.end());
  EXPECT_EQ(targets.size(), static_cast<std::size_t>(network.nodes));
  const std::vector<double> load = permutation_load(network, routing, worst.destination);
  EXPECT_NEAR(load.at(static_cast<std::size_t>(worst.node * network.ports + worst.port)), worst.largest_load, 1e-9);
  EXPECT_NEAR(*std::max_element(load.begin(), load.end()), worst.largest_load, 1e-9);
}

/// The load of the busiest channel when everyone sends to all nodes alike.
double uniform_load_with_self(const topologies::Network& network, MinimalRouting routing) {
  const double share = static_cast<double>(network.nodes - 1) / network.nodes;
  if (routing == MinimalRouting::even_paths) return uniform_bounds(network).largest_load * share;
  double load = 0;
  const RecordMeans means = record_means(network).value();
  for (const double mean : means.by_record) load = std::max(load, mean * share / 2);
  return load;
}

topologies::Network directed_ring(topologies::NodeId nodes) {
  topologies::Network ring;
  ring.name = "directed ring";
  ring.nodes = nodes;
  ring.ports = 1;
  for (topologies::NodeId node = 0; node < nodes; ++node) ring.next.push_back((node + 1) % nodes);
  ring.port_names = {"p"};
  ring.port_classes = {"ring"};
  ring.dimensions = {0};
  ring.sources = topologies::every_source(nodes);
  ring.symmetry = "none";
  return ring;
}

TEST(WorstCaseTest, IsTheWorstOfAllPermutationsSlow) {
  const std::vector<topologies::Network> networks{
      named_network("RT", 2),
      named_network("RTT", 2),
      topologies::torus_network("cube", {2, 2, 2}, {}, {}, 1),
      topologies::torus_network("double cube", {2, 2, 2}),
      topologies::torus_network("ring", {7}),
      topologies::torus_network("mesh", {3, 2}, {}, {false, false}),
      topologies::torus_network("cylinder", {4, 2}, {}, {true, false}),
      topologies::torus_network("twisted", {4, 2}, {{1, 0, 1}}),
      topologies::torus_network("shifted", {2, 4}, {{0, 1, 2}}),
  };
  for (const topologies::Network& network : networks) {
    for (const MinimalRouting routing : {MinimalRouting::even_paths, MinimalRouting::dimension_order}) {
      SCOPED_TRACE(network.name + (routing == MinimalRouting::even_paths ? " even" : " ordered"));
      const WorstCase worst = worst_case_throughput(network, routing);
      EXPECT_NEAR(worst.largest_load, worst_by_force(network, routing), 1e-9);
      EXPECT_NEAR(worst.throughput * worst.largest_load, 1, 1e-12);
      expect_permutation(worst, network, routing);
    }
  }
}

TEST(WorstCaseTest, WithoutSymmetryOrBothWays) {
  const topologies::Network conflict = topologies::torus_network("conflict", {3, 2}, {{0, 1, 1}, {1, 0, 1}});
  EXPECT_NEAR(worst_case_throughput(conflict, MinimalRouting::even_paths).largest_load,
              worst_by_force(conflict, MinimalRouting::even_paths), 1e-9);
  const topologies::Network ring = directed_ring(6);
  // Everyone sends 5 hops on, to the node behind.
  EXPECT_NEAR(worst_case_throughput(ring, MinimalRouting::even_paths).largest_load, 5, 1e-9);
  EXPECT_NEAR(worst_by_force(ring, MinimalRouting::even_paths), 5, 1e-9);
}

TEST(WorstCaseTest, SymmetryGivesWhatAllChannelsGive) {
  // Without source classes the result must be the same, and ports that are said to be equal must have equal bounds.
  for (const topologies::Network& network :
       {named_network("RTT", 3), named_network("PTT", 2), bcc(2), named_network("RT", 3)}) {
    for (const MinimalRouting routing : {MinimalRouting::even_paths, MinimalRouting::dimension_order}) {
      SCOPED_TRACE(network.name);
      const WorstCase worst = worst_case_throughput(network, routing);
      expect_permutation(worst, network, routing);
      EXPECT_EQ(worst_case_throughput(network, routing, 3).destination, worst.destination);
    }
  }
  EXPECT_EQ(port_orbits(named_network("RTT", 4), true), (std::vector<topologies::PortId>{0, 0, 0, 0}));
  EXPECT_EQ(port_orbits(named_network("RT", 4), true), (std::vector<topologies::PortId>{0, 0, 2, 2}));
  EXPECT_EQ(port_orbits(named_network("RTT", 4), false), (std::vector<topologies::PortId>{0, 0, 2, 2}));
  EXPECT_EQ(port_orbits(topologies::torus_network("cube", {2, 2, 2}, {}, {}, 1), true),
            (std::vector<topologies::PortId>{0, -1, 0, -1, 0, -1}));
}

TEST(WorstCaseTest, DimensionOrderOfRings) {
  // One ring of n nodes, all links used in both directions: half way round costs n/2 * 1/2 from each tied record; just
  // short of it, all go one way. Odd n: (n - 1) / 2 everywhere.
  EXPECT_NEAR(
      worst_case_throughput(topologies::torus_network("ring", {9}), MinimalRouting::dimension_order).largest_load, 4,
      1e-9);
  EXPECT_NEAR(
      worst_case_throughput(topologies::torus_network("ring", {8}), MinimalRouting::dimension_order).largest_load, 3,
      1e-9);
}

TEST(WorstCaseTest, SaysWhatIsWrong) {
  topologies::Network split = directed_ring(4);
  split.next[1] = 0;
  EXPECT_THROW(worst_case_throughput(split, MinimalRouting::even_paths), topologies::TopologyError);
  EXPECT_THROW(worst_case_throughput(directed_ring(4), MinimalRouting::dimension_order), topologies::TopologyError);
  EXPECT_THROW(worst_case_throughput(topologies::torus_network("large", {65, 64}), MinimalRouting::even_paths),
               topologies::TopologyError);
  const topologies::Network conflict = topologies::torus_network("conflict", {4, 4}, {{0, 1, -1}, {1, 0, 1}});
  EXPECT_THROW(worst_case_throughput(conflict, MinimalRouting::dimension_order), topologies::TopologyError);
}

TEST(WorstCaseTest, PaperNetworksSlow) {
  for (int a = 2; a <= 8; ++a) {
    for (const topologies::Network& network : {named_network("RT", a), named_network("RTT", a), named_network("PT", a),
                                               named_network("PTT", a), named_network("PDTT", a), bcc(a)}) {
      for (const MinimalRouting routing : {MinimalRouting::even_paths, MinimalRouting::dimension_order}) {
        SCOPED_TRACE(network.name);
        const WorstCase worst = worst_case_throughput(network, routing, 2);
        const std::set<topologies::NodeId> targets(worst.destination.begin(), worst.destination.end());
        EXPECT_EQ(targets.size(), static_cast<std::size_t>(network.nodes));
        // Uniform traffic with self is a mean of permutations, so the worst of them is no better than it. In dimension
        // order its loads are those of the records.
        const double uniform = uniform_load_with_self(network, routing);
        EXPECT_GE(worst.largest_load, uniform - 1e-9);
        if (network.nodes <= 256) expect_permutation(worst, network, routing);
      }
    }
  }
}

}  // namespace
}  // namespace trenza::graphs
