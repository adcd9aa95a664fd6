// Experiments on networks that are no closed tori without conflicts: scoreboard, audits and watchdog look on, at loads
// that no network can take, with the smallest buffers that the proof allows.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <memory>

#include "tests/support/experiments.h"
#include "tests/support/isolated.h"
#include "topologies/proof.h"
#include "topologies/tables/table_topology.h"
#include "topologies/twisted_torus.h"

namespace trenza::test {
namespace {

using topologies::Topology;
using Maker = std::unique_ptr<Topology> (*)();

std::unique_ptr<Topology> mesh() {
  topologies::TorusShape shape;
  shape.sizes = {5, 4};
  shape.wrap = {false, false};
  return topologies::make_twisted_torus("mesh", shape);
}

std::unique_ptr<Topology> hypercube() {
  topologies::TorusShape shape;
  shape.sizes = {2, 2, 2, 2};
  shape.size_two_links = 1;
  return topologies::make_twisted_torus("hypercube", shape);
}

std::unique_ptr<Topology> conflicting_twists() {
  return topologies::make_mesh_ordered_torus("conflict", {{5, 4}, {{1, 0, 2}, {0, 1, 1}}, {}, 2});
}

std::unique_ptr<Topology> ibt(topologies::IbtEscape escape) {
  topologies::IbtSpec spec;
  spec.sizes = {8, 8};
  spec.lengths = {4};
  return topologies::make_ibt(spec, escape);
}

/// A binary tree of 15 nodes whose leaves form a line: ports 0 up, 1 and 2 down, 3 and 4 to the neighbours of a leaf.
std::unique_ptr<Topology> tree() {
  topologies::Network network;
  network.name = "tree";
  network.nodes = 15;
  network.ports = 5;
  network.port_names = {"up", "left", "right", "before", "after"};
  for (int node = 0; node < 15; ++node) {
    const bool leaf = node >= 7;
    network.next.push_back(node == 0 ? -1 : (node - 1) / 2);
    network.next.push_back(leaf ? -1 : 2 * node + 1);
    network.next.push_back(leaf ? -1 : 2 * node + 2);
    network.next.push_back(leaf && node > 7 ? node - 1 : -1);
    network.next.push_back(leaf && node < 14 ? node + 1 : -1);
  }
  return topologies::make_up_down_network(network);
}

/// Overload; what went wrong, or nothing.
std::string overload(Maker make, int adaptive_vcs, bool detours) {
  return isolated([=]() -> std::string {
    const auto network = make();
    microarch::FabricParameters parameters = bubble_router(4);
    parameters.escape_vcs = network->routing().escape_vcs();
    parameters.adaptive_vcs = adaptive_vcs;
    parameters.buffer_packets = 2;
    for (int p = 0; p < network->graph().ports(); ++p) parameters.port_link_delay.push_back(1 + p / 2);
    topologies::EscapeParameters escape;
    escape.buffer_packets = parameters.buffer_packets;
    for (const topologies::Obligation& obligation : topologies::prove_deadlock_free(*network, escape).obligations) {
      if (!obligation.holds) return obligation.name + ": " + obligation.evidence;
    }
    testbench::Experiment experiment = uniform(4, 4, 2000);
    experiment.run.watchdog_cycles = 100;
    const testbench::Results results = run_on_pins(*network, parameters, experiment);
    fmt::print("  {}, {} adaptive VCs: {} packets, accepted {:.3f}, {:.1f} % of the hops on escape VCs, {:.3f} hops\n",
               network->name(), adaptive_vcs, results.packets, results.accepted_load, 100 * results.escape_share,
               results.hops_mean);
    std::fflush(stdout);
    if (results.outcome == testbench::Outcome::deadlock) return results.report;
    if (results.packets < 3000) return fmt::format("only {} packets came through", results.packets);
    if (results.escape_share <= 0) return "no packet escaped";
    if (detours != network->routing().escape_detours()) return "the relation says something else of detours";
    return "";
  });
}

std::unique_ptr<Topology> ibt_by_torus_order() { return ibt(topologies::IbtEscape::torus_order); }
std::unique_ptr<Topology> ibt_by_three_classes() { return ibt(topologies::IbtEscape::three_classes); }

TEST(EveryNetworkRuns, Mesh) { EXPECT_EQ(overload(mesh, 1, false), ""); }
TEST(EveryNetworkRuns, MeshByEscapeAlone) { EXPECT_EQ(overload(mesh, 0, false), ""); }
TEST(EveryNetworkRuns, Hypercube) { EXPECT_EQ(overload(hypercube, 1, false), ""); }
TEST(EveryNetworkRuns, ConflictingTwists) { EXPECT_EQ(overload(conflicting_twists, 1, true), ""); }
TEST(EveryNetworkRuns, ConflictingTwistsByEscapeAlone) { EXPECT_EQ(overload(conflicting_twists, 0, true), ""); }
TEST(EveryNetworkRuns, InterlacedBypassTorus) { EXPECT_EQ(overload(ibt_by_torus_order, 1, true), ""); }
TEST(EveryNetworkRuns, InterlacedBypassTorusWithThreeClasses) {
  EXPECT_EQ(overload(ibt_by_three_classes, 1, true), "");
}
TEST(EveryNetworkRuns, InterlacedBypassTorusByThreeClassesAlone) {
  EXPECT_EQ(overload(ibt_by_three_classes, 0, true), "");
}
TEST(EveryNetworkRuns, Tree) { EXPECT_EQ(overload(tree, 1, true), ""); }
TEST(EveryNetworkRuns, TreeByEscapeAlone) { EXPECT_EQ(overload(tree, 0, true), ""); }

}  // namespace
}  // namespace trenza::test
