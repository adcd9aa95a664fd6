// Every row of a_*.csv, b_3d.csv and the torus rows of f_uniform_bounds.csv, computed again.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>

#include "graphs/metrics/breadth_first.h"
#include "graphs/metrics/commutation.h"
#include "graphs/metrics/distances.h"
#include "graphs/metrics/link_load.h"
#include "graphs/metrics/minimal_records.h"
#include "graphs/metrics/network_shape.h"
#include "graphs/metrics/node_symmetry.h"
#include "graphs/metrics/twists_test_support.h"
#include "topologies/reference_test_support.h"

namespace trenza::graphs {
namespace {

using topologies::test_support::named_network;
using topologies::test_support::ReferenceFile;
using topologies::test_support::ReferenceRow;

double with_self(double mean, topologies::NodeId nodes) { return mean * (nodes - 1) / nodes; }

double links_of(const topologies::Network& network, int dimension, const std::set<std::string>& kinds) {
  double links = 0;
  for (const LinkClass& link : link_classes(network)) {
    if (link.dimension == dimension && kinds.count(link.kind) > 0) links += link.links;
  }
  return links;
}

int different_links(const topologies::Network& network) {
  std::set<std::pair<topologies::NodeId, topologies::NodeId>> pairs;
  for (topologies::NodeId node = 0; node < network.nodes; ++node) {
    for (topologies::PortId port = 0; port < network.ports; ++port) {
      const topologies::NodeId to = network.neighbour(node, port);
      pairs.emplace(std::min(node, to), std::max(node, to));
    }
  }
  return static_cast<int>(pairs.size());
}

void expect_links(const ReferenceRow& row, const topologies::Network& network) {
  const std::set<std::string> peripheral{"wrap", "twist"};
  row.expect("degree_ports", network.ports);
  row.expect("links_multigraph", static_cast<double>(channel_count(network)) / 2);
  row.expect("links_simple", different_links(network));
  row.expect("links_x", links_of(network, 0, {"mesh", "wrap", "twist"}));
  row.expect("links_y", links_of(network, 1, {"mesh", "wrap", "twist"}));
  row.expect("E_hi", links_of(network, 0, {"mesh"}));
  row.expect("E_hp", links_of(network, 0, peripheral));
  row.expect("E_vi", links_of(network, 1, {"mesh"}));
  row.expect("E_vp", links_of(network, 1, peripheral));
}

TEST(MetricsReferenceTest, RtAndRtt) {
  for (const ReferenceRow& row : ReferenceFile("a_rt_rtt.csv")) {
    const int a = row.integer("a");
    const bool twisted = row.text("topology") == "RTT";
    const topologies::Network network = named_network(row.text("topology"), a);
    row.expect("dx", network.sizes[0]);
    row.expect("dy", network.sizes[1]);
    row.expect("twist_yx", twisted ? a : 0);
    row.expect("N", network.nodes);
    expect_links(row, network);
    const DistanceSummary distances = measure_distances(network);
    row.expect("diameter", distances.diameter);
    row.expect("diameter_table1", distances.diameter);
    row.expect("sum_dist", distances.mean_with_self * network.nodes);
    row.expect("avg_excl_self", distances.mean);
    row.expect("avg_incl_self", distances.mean_with_self);
    row.expect("avg_table1", twisted ? 2.0 * a / 3 : 0.75 * a);
    row.expect("std_incl_self", distances.deviation_with_self);
    const std::vector<double> path = uniform_bounds(network).mean_distance_per_dimension;
    const RecordMeans record = record_means(network).value();
    row.expect("kx_path_excl", path.at(0));
    row.expect("ky_path_excl", path.at(1));
    row.expect("kx_path_incl", with_self(path[0], network.nodes));
    row.expect("ky_path_incl", with_self(path[1], network.nodes));
    row.expect("kx_record_excl", record.by_record.at(0));
    row.expect("ky_record_excl", record.by_record.at(1));
    row.expect("kx_absrecord_excl", record.by_absolute.at(0));
    row.expect("ky_absrecord_excl", record.by_absolute.at(1));
    row.expect("kx_table1", twisted ? a / 3.0 : a / 2.0);
    row.expect("ky_table1", twisted ? a / 3.0 : a / 4.0);
    row.expect("max_k_path_excl", std::max(path[0], path[1]));
    row.expect("imbalance_path", imbalance(path));
    row.expect("dests_with_tied_records", static_cast<double>(record.tied_pairs) / network.nodes);
    row.expect("steps_commute", steps_commute(network) ? 1 : 0);
    row.expect("vertex_transitive", node_symmetric_exhaustive(network).symmetric ? 1 : 0);
    row.expect("edge_transitive_multigraph", edge_symmetric_exhaustive(network).symmetric ? 1 : 0);
    row.expect("edge_transitive_simple", edge_symmetric_exhaustive(network, LinkCount::simple).symmetric ? 1 : 0);
  }
}

TEST(MetricsReferenceTest, HistogramsOfRtAndRtt) {
  std::map<std::string, std::vector<std::int64_t>> histograms;
  std::map<std::string, std::size_t> rows;
  for (const ReferenceRow& row : ReferenceFile("a_rt_rtt_hist.csv")) {
    const topologies::Network network = named_network(row.text("topology"), row.integer("a"));
    std::vector<std::int64_t>& histogram = histograms[network.name];
    if (histogram.empty()) histogram = measure_distances(network).histogram;
    const auto distance = static_cast<std::size_t>(row.integer("distance"));
    row.expect("nodes", static_cast<double>(histogram.at(distance)) / network.nodes);
    ++rows[network.name];
  }
  for (const auto& [name, histogram] : histograms) EXPECT_EQ(histogram.size(), rows[name]) << name;
}

int remainder(int value, int modulus, bool euclidean) {
  const int r = value % modulus;
  return euclidean && r < 0 ? r + modulus : r;
}

/// Algorithms 1 and 2 of "Task Mapping in Rectangular Twisted Tori", one record, ties to the negative side.
std::pair<int, int> algorithm_record(const ReferenceRow& row, int x, int y) {
  const int a = row.integer("a");
  const bool euclidean = row.text("remainder") == "euclidean";
  if (row.text("algorithm") == "Algorithm1") {
    return {remainder(x + a, 2 * a, euclidean) - a, remainder(y + a / 2, a, euclidean) - a / 2};
  }
  const int p = remainder(x + y + a, 2 * a, euclidean);
  const int q = remainder(y - x + a, 2 * a, euclidean);
  return {(p - q) / 2, (p + q - 2 * a) / 2};
}

topologies::NodeId walk(const topologies::Network& network, topologies::NodeId node, std::pair<int, int> record) {
  for (int i = 0; i < std::abs(record.first); ++i) node = network.neighbour(node, record.first > 0 ? 0 : 1);
  for (int i = 0; i < std::abs(record.second); ++i) node = network.neighbour(node, record.second > 0 ? 2 : 3);
  return node;
}

TEST(MetricsReferenceTest, RoutingAlgorithms) {
  for (const ReferenceRow& row : ReferenceFile("a_routing_algorithms.csv")) {
    const topologies::Network network = named_network(row.text("topology"), row.integer("a"));
    BreadthFirst search(network);
    int wrong = 0;
    int long_records = 0;
    int most_x = 0;
    int most_y = 0;
    std::vector<double> hops(4, 0);
    const int columns = network.sizes[0];
    for (topologies::NodeId source = 0; source < network.nodes; ++source) {
      search.run(source);
      for (topologies::NodeId to = 0; to < network.nodes; ++to) {
        const auto record = algorithm_record(row, to % columns - source % columns, to / columns - source / columns);
        const int x = std::abs(record.first);
        const int y = std::abs(record.second);
        wrong += walk(network, source, record) == to ? 0 : 1;
        long_records += x + y == search.distance(to) ? 0 : 1;
        most_x = std::max(most_x, x);
        most_y = std::max(most_y, y);
        hops[record.first > 0 ? 0 : 1] += x;
        hops[record.second > 0 ? 2 : 3] += y;
      }
    }
    const double pairs = static_cast<double>(network.nodes) * (network.nodes - 1);
    row.expect("pairs", network.nodes * network.nodes);
    row.expect("wrong_destination", wrong);
    row.expect("not_minimal", long_records);
    row.expect("max_abs_rx", most_x);
    row.expect("max_abs_ry", most_y);
    row.expect("sum_abs_rx", hops[0] + hops[1]);
    row.expect("sum_abs_ry", hops[2] + hops[3]);
    row.expect("kx_excl", (hops[0] + hops[1]) / pairs);
    row.expect("ky_excl", (hops[2] + hops[3]) / pairs);
    row.expect("load_Xplus", hops[0] / pairs);
    row.expect("load_Xminus", hops[1] / pairs);
    row.expect("load_Yplus", hops[2] / pairs);
    row.expect("load_Yminus", hops[3] / pairs);
  }
}

std::vector<double> three(std::vector<double> values) {
  values.resize(3, 0);
  return values;
}

TEST(MetricsReferenceTest, ThreeDimensions) {
  for (const ReferenceRow& row : ReferenceFile("b_3d.csv")) {
    const topologies::Network network = named_network(row.text("topology"), row.integer("a"));
    const DistanceSummary distances = measure_distances(network);
    row.expect("N", network.nodes);
    row.expect("diameter", distances.diameter);
    row.expect("sum_dist", distances.mean_with_self * network.nodes);
    row.expect("avg_excl", distances.mean);
    row.expect("avg_incl", distances.mean_with_self);
    const std::vector<double> of_network = uniform_bounds(network).mean_distance_per_dimension;
    const std::vector<double> path = three(of_network);
    const RecordMeans means = record_means(network).value();
    const std::vector<double> record = three(means.by_record);
    const std::vector<double> absolute = three(means.by_absolute);
    for (std::size_t k = 0; k < 3; ++k) {
      const std::string prefix = std::string("k") + "xyz"[k];
      row.expect(prefix + "_path_excl", path[k]);
      row.expect(prefix + "_path_incl", with_self(path[k], network.nodes));
      row.expect(prefix + "_rec_excl", record[k]);
      row.expect(prefix + "_abs_excl", absolute[k]);
    }
    row.expect("kmax_path_excl", *std::max_element(path.begin(), path.end()));
    row.expect("imbalance_path", imbalance(of_network));
    row.expect("links_multigraph", static_cast<double>(channel_count(network)) / 2);
    row.expect("steps_commute", steps_commute(network) ? 1 : 0);
    row.expect("vertex_transitive", node_symmetric_exhaustive(network).symmetric ? 1 : 0);
  }
}

TEST(MetricsReferenceTest, SymmetryTheorem) {
  for (const ReferenceRow& row : ReferenceFile("b_symmetry_theorem.csv")) {
    const std::string& dims = row.text("dims");
    const int dx = std::stoi(dims.substr(0, dims.find('x')));
    const int dy = std::stoi(dims.substr(dims.find('x') + 1));
    std::map<std::string, int> count;
    std::string example;
    // One amount from 0 to d_K - 1 for each t_JK.
    for (const std::vector<topologies::Twist>& twists : test_support::all_twists({dx, dy})) {
      const topologies::Network network = topologies::torus_network("test", {dx, dy}, twists);
      const bool conflict = !topologies::TorusLattice({dx, dy}, twists).conflict().empty();
      const std::string prefix = conflict ? "condition_true" : "condition_false";
      const bool symmetric = node_symmetric_exhaustive(network).symmetric;
      ++count["cases"];
      ++count[prefix];
      count[prefix + "_commute"] += steps_commute(network) ? 1 : 0;
      count[prefix + "_vertex_transitive"] += symmetric ? 1 : 0;
      if (conflict && symmetric) {
        example += "t_XY=" + std::to_string(twists[0].amount) + " t_YX=" + std::to_string(twists[1].amount) + " ; ";
      }
    }
    for (const char* column : {"cases", "condition_true", "condition_true_commute", "condition_true_vertex_transitive",
                               "condition_false", "condition_false_commute", "condition_false_vertex_transitive"}) {
      row.expect(column, count[column]);
    }
    EXPECT_EQ(example, row.text("example_condition_true_but_vertex_transitive")) << dims;
  }
}

topologies::Network network_of_bounds(const std::string& name) {
  if (name == "torus 8x8") return topologies::torus_network(name, {8, 8});
  if (name == "torus 8x8x8") return topologies::torus_network(name, {8, 8, 8});
  const std::size_t open = name.find('(');
  return named_network(name.substr(0, open), std::stoi(name.substr(open + 1)));
}

double class_load(const UniformBounds& bounds, const std::string& name) {
  for (const auto& [of_class, load] : bounds.largest_load_by_class) {
    if (of_class == name) return load;
  }
  return 0;
}

TEST(MetricsReferenceTest, UniformBoundsOfTori) {
  int tori = 0;
  for (const ReferenceRow& row : ReferenceFile("f_uniform_bounds.csv")) {
    if (row.text("network").rfind("iBT", 0) == 0) continue;
    ++tori;
    const topologies::Network network = network_of_bounds(row.text("network"));
    const DistanceSummary distances = measure_distances(network);
    const UniformBounds bounds = uniform_bounds(network);
    row.expect("N", network.nodes);
    row.expect("degree", network.ports);
    row.expect("directed_links_multigraph", static_cast<double>(channel_count(network)));
    row.expect("diameter_max", distances.diameter);
    row.expect("zero_load_hops_excl", distances.mean);
    row.expect("zero_load_hops_incl", distances.mean_with_self);
    row.expect("bound_all_links_excl", bounds.all_links);
    row.expect("bound_max_dimension_excl", bounds.busiest_dimension);
    row.expect("max_link_load_path_split_excl", bounds.largest_load);
    row.expect("throughput_path_split_excl", bounds.throughput);
    row.expect("throughput_path_split_incl", bounds.throughput_with_self);
    row.expect("max_link_load_torus_links", class_load(bounds, "torus"));
    row.expect("max_link_load_bypass_links", class_load(bounds, "bypass"));
    row.expect("mean_link_load", bounds.mean_load);
  }
  EXPECT_EQ(tori, 10);
}

TEST(MetricsReferenceTest, PodsOfAccelerators) {
  // Busiest channel when every ordered pair sends one unit, and the gain of the twist over the plain torus.
  const auto units = [](const topologies::Network& network) {
    return uniform_bounds(network).largest_load * (network.nodes - 1);
  };
  EXPECT_NEAR(units(topologies::torus_network("4x8", {4, 8}, {{0, 1, 4}})), 21, 1e-9);
  EXPECT_NEAR(units(named_network("RTT", 4)), 21, 1e-9);
  EXPECT_NEAR(units(topologies::torus_network("8x16", {8, 16}, {{0, 1, 8}})), 170, 1e-9);
  const topologies::Network pod448 = topologies::torus_network("4x4x8", {4, 4, 8}, {{0, 2, 4}, {1, 2, 4}});
  EXPECT_NEAR(units(pod448), 220.0 / 3, 1e-9);
  EXPECT_NEAR(units(topologies::test_support::bcc(4)), 184, 1e-9);
  const auto gain = [](const topologies::Network& twisted) {
    return uniform_bounds(twisted).throughput_with_self /
           uniform_bounds(topologies::torus_network("plain", twisted.sizes)).throughput_with_self;
  };
  EXPECT_NEAR(gain(pod448), 1.7455, 5e-5);
  EXPECT_NEAR(gain(topologies::test_support::bcc(4)), 1.3913, 5e-5);
}

}  // namespace
}  // namespace trenza::graphs
