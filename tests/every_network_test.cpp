// Experiments on networks of every family that can be routed: scoreboard, audits and watchdog look on, at loads that no
// network can take, with the smallest buffers that the proof allows. The test named Slow
// is the long form, on pins.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "microarch/parameters.h"
#include "tests/places.h"
#include "tests/support/experiments.h"
#include "tests/support/isolated.h"
#include "topologies/proof.h"
#include "topologies/tables/table_topology.h"

namespace trenza::test {
namespace {

using topologies::Topology;

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

using Sizes = std::vector<int>;
using Twists = std::map<std::string, int>;
using Open = std::vector<bool>;

topologies::TopologySpec ibt(const Sizes& sizes, const std::string& placement, const std::string& escape) {
  return {"ibt", {{"size", sizes}, {"bypass", Sizes{4}}, {"placement", placement}, {"escape", escape}}};
}

/// A network, and whether its escapes may leave the shortest ways.
struct NetworkCase {
  const char* name;
  topologies::TopologySpec spec;  ///< without a kind: the tree
  bool detours;
};

std::vector<NetworkCase> cases() {
  const std::string petersen = std::string(TRENZA_SOURCE_DIR) + "/configs/networks/petersen.net";
  return {
      // Tori whose steps commute: dimension order, bubbles on rings.
      {"Rtt", {"rtt", {{"a", 4}}}, false},
      {"TwistedIn3d", {"twisted_torus", {{"size", Sizes{6, 4, 4}}, {"twist", Twists{{"yx", 3}, {"zx", 2}}}}}, false},
      {"Slice", {"tpu", {{"slice", std::string("2x4x4_twisted")}}}, false},
      // Conflicting twists: mesh order.
      {"ConflictingTwists", {"twisted_torus", {{"size", Sizes{5, 4}}, {"twist", Twists{{"yx", 2}, {"xy", 1}}}}}, true},
      {"ConflictIn3d", {"twisted_torus", {{"size", Sizes{4, 3, 4}}, {"twist", Twists{{"yx", 1}, {"zy", 1}}}}}, true},
      // Open and mixed dimensions: mesh order in those that are open.
      {"Mesh", {"mesh", {{"size", Sizes{5, 4}}}}, false},
      {"Cylinder", {"torus", {{"size", Sizes{6, 4}}, {"wrap", Open{true, false}}}}, false},
      {"Hypercube", {"hypercube", {{"n", 4}}}, false},
      {"Tofu", {"tofu", {{"units", Sizes{3, 2, 2}}, {"wrap", Open{true, true, false}}}}, false},
      // Bypass links that are adaptive only (option A).
      {"BypassTorus", ibt({8, 8}, "interlaced", "torus_order"), true},
      {"ExpressTorus", ibt({8, 8}, "all", "torus_order"), true},
      // Bypass links in escape routes too (option B).
      {"BypassTorusOfThreeClasses", ibt({8, 8}, "interlaced", "three_classes"), true},
      {"LongBypassTorusOfThreeClasses", ibt({12, 8}, "interlaced", "three_classes"), true},
      // Any network: up and down a tree.
      {"Tree", {"", {}}, true},
      {"Petersen", {"custom", {{"file", petersen}}}, true},
      {"DeBruijn", {"de_bruijn", {{"k", 2}, {"n", 4}}}, true},
      {"BarrelShifter", {"barrel_shifter", {{"n", 4}}}, true},
  };
}

std::unique_ptr<Topology> make(const NetworkCase& of) { return of.spec.kind.empty() ? tree() : make_topology(of.spec); }

/// The smallest depth in packets with which the proof holds; 0 if there is none.
int smallest_buffers(const Topology& network) {
  constexpr int kEnough = 4;
  for (int packets = 1; packets <= kEnough; ++packets) {
    topologies::EscapeParameters escape;
    escape.buffer_packets = packets;
    if (topologies::prove_deadlock_free(network, escape).holds()) return packets;
  }
  return 0;
}

/// Overload; what went wrong, or nothing.
std::string overload(RunExperiment run, const NetworkCase& of, int adaptive_vcs, microarch::Cycle cycles) {
  return isolated([&]() -> std::string {
    const auto network = make(of);
    microarch::FabricParameters parameters = bubble_router(4);
    parameters.escape_vcs = network->routing().escape_vcs();
    parameters.adaptive_vcs = adaptive_vcs;
    parameters.buffer_packets = smallest_buffers(*network);
    if (parameters.buffer_packets == 0) return "the proof fails";
    for (int p = 0; p < network->graph().ports(); ++p) parameters.port_link_delay.push_back(1 + p / 2);
    testbench::Experiment experiment = uniform(4, 4, cycles);
    experiment.run.watchdog_cycles = 100;
    const testbench::Results results = run(*network, parameters, experiment);
    fmt::print(
        "  {}, buffers of {}, {} adaptive VCs: {} cycles, {} packets, accepted {:.3f}, {:.1f} % of the hops on escape "
        "VCs, {:.3f} hops\n",
        network->name(), parameters.buffer_packets, adaptive_vcs, results.cycles, results.packets,
        results.accepted_load, 100 * results.escape_share, results.hops_mean);
    std::fflush(stdout);
    if (results.outcome == testbench::Outcome::deadlock) return results.report;
    if (results.cycles != cycles) return fmt::format("stopped after {} cycles", results.cycles);
    const std::uint64_t fewest = cycles / 20 * static_cast<std::uint64_t>(network->graph().nodes());
    if (results.packets < fewest) return fmt::format("only {} packets came through", results.packets);
    if (results.escape_share <= 0) return "no packet escaped";
    if (of.detours != network->routing().escape_traits().detours) return "the relation says something else of detours";
    return "";
  });
}

/// The text of a case in the list of tests, which would show addresses otherwise.
std::ostream& operator<<(std::ostream& out, const NetworkCase& shown) { return out << shown.name; }

class EveryNetwork : public testing::TestWithParam<NetworkCase> {};

TEST_P(EveryNetwork, RunsAtFullLoad) { EXPECT_EQ(overload(run_on_tlm, GetParam(), 1, 1'500), ""); }
TEST_P(EveryNetwork, RunsByEscapeAlone) { EXPECT_EQ(overload(run_on_tlm, GetParam(), 0, 1'500), ""); }

std::string case_name(const testing::TestParamInfo<NetworkCase>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(Networks, EveryNetwork, testing::ValuesIn(cases()), case_name);

TEST(EveryNetworkSlow, RunsAtFullLoadForLong) {
  constexpr microarch::Cycle kCycles = 20'000;
  for (const NetworkCase& of : cases()) {
    for (const int adaptive_vcs : {1, 0}) EXPECT_EQ(overload(run_on_pins, of, adaptive_vcs, kCycles), "") << of.name;
  }
}

}  // namespace
}  // namespace trenza::test
