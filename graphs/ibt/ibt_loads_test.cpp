#include <gtest/gtest.h>

#include <algorithm>

#include "graphs/metrics/distances.h"
#include "graphs/metrics/link_load.h"
#include "topologies/ibt/ibt_network.h"
#include "topologies/ibt/ibt_test_support.h"
#include "topologies/network_test_support.h"

namespace trenza::graphs {

namespace {

using namespace topologies::test_support;  // NOLINT(google-build-using-namespace): tests only

double largest_load(const UniformBounds& bounds, const std::string& link_class) {
  for (const auto& [name, load] : bounds.largest_load_by_class) {
    if (name == link_class) return load;
  }
  return 0;
}

double mean_load(const topologies::Network& network, const LinkLoad& load, const std::string& link_class) {
  double sum = 0;
  int channels = 0;
  for (topologies::NodeId node = 0; node < network.nodes; ++node) {
    for (topologies::PortId port = 0; port < network.ports; ++port) {
      if (network.port_classes[static_cast<std::size_t>(port)] != link_class) continue;
      sum += load.at(network, node, port);
      ++channels;
    }
  }
  return sum / channels;
}

TEST(IbtLoads, UniformBoundsRows) {
  int checked = 0;
  for (const auto& row : ReferenceFile("f_uniform_bounds.csv")) {
    const auto& name = row.text("network");
    if (name.rfind("iBT", 0) != 0) continue;
    const auto spec = topologies::symmetric_ibt(2, name.find("16") != std::string::npos ? 16 : 8, {4});
    const auto network = topologies::ibt_network(spec);
    const auto distances = measure_distances(network);
    const auto load = uniform_link_load(network, topologies::source_class_of(spec));
    const auto bounds = uniform_bounds(network, load);
    row.expect("N", network.nodes);
    row.expect("degree", network.ports);
    row.expect("directed_links_multigraph", static_cast<double>(network.next.size()));
    row.expect("diameter_max", distances.diameter);
    row.expect("zero_load_hops_excl", distances.mean);
    row.expect("zero_load_hops_incl", distances.mean_with_self);
    row.expect("bound_all_links_excl", bounds.all_links);
    // For iBT this column takes the links of one kind, torus or bypass, together rather than those of a dimension.
    const double busiest_kind = std::max(mean_load(network, load, "torus"), mean_load(network, load, "bypass"));
    row.expect("bound_max_dimension_excl", 1 / busiest_kind);
    row.expect("max_link_load_path_split_excl", bounds.largest_load);
    row.expect("throughput_path_split_excl", bounds.throughput);
    row.expect("throughput_path_split_incl", bounds.throughput_with_self);
    row.expect("max_link_load_torus_links", largest_load(bounds, "torus"));
    row.expect("max_link_load_bypass_links", largest_load(bounds, "bypass"));
    row.expect("mean_link_load", bounds.mean_load);
    ++checked;
  }
  EXPECT_EQ(checked, 2);
}

/// Loads see every port, so they tell whether the automorphisms behind the classes keep them.
TEST(IbtLoads, ClassesGiveTheLoadsOfAllSources) {
  for (const auto& spec : small_networks()) {
    const auto network = topologies::ibt_network(spec);
    if (network.nodes > 600) continue;
    const auto by_class = uniform_link_load(network, topologies::source_class_of(spec));
    const auto by_node = uniform_link_load(network);
    for (topologies::NodeId node = 0; node < network.nodes; ++node) {
      for (topologies::PortId port = 0; port < network.ports; ++port) {
        ASSERT_NEAR(by_class.at(network, node, port), by_node.at(network, node, port), 1e-9)
            << network.name << " " << node;
      }
    }
  }
}

}  // namespace

}  // namespace trenza::graphs
