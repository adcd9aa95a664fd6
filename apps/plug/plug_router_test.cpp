// Routers from outside in the place of ours: built by their port maps alone, run in a twisted torus, and caught when
// they break their contract.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cosim/plug/plug_error.h"
#include "cosim/plug/router_pins.h"
#include "microarch/parameters.h"
#include "tests/support/experiments.h"
#include "tests/support/plug_bench.h"

namespace trenza::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

microarch::FabricParameters router(int adaptive_vcs) {
  microarch::FabricParameters parameters = bubble_router(kPlugFlits);
  parameters.adaptive_vcs = adaptive_vcs;
  return parameters;
}

cosim::Numbers router_numbers() { return {{"depth", router(1).buffer_flits()}}; }

testbench::Experiment router_traffic() {
  testbench::Experiment experiment = uniform(0.15, kPlugFlits, 1500);
  experiment.synthetic->lengths = {{1, 1}, {kPlugFlits, 2}};
  return experiment;
}

constexpr int kRingNodes = 4;
constexpr int kRingCycles = 1000;

std::string run_router(int adaptive_vcs, const std::shared_ptr<const cosim::Plug>& plug,
                       const std::vector<topologies::NodeId>& nodes = {}) {
  return run_with(*network("rtt", 2), router(adaptive_vcs), router_traffic(), "router", plug, nodes);
}

TEST(PlugRouter, AWormholeRouterOfAnotherHouseStandsInTwistedRings) {
  const PluggedBlock block("router", "noc_node", router_numbers());
  const std::string own = run_router(1, nullptr);
  const std::string all = run_router(1, block.plug());
  EXPECT_GT(packets_of(all), packets_of(own) * 9 / 10) << all;
  EXPECT_NE(all, own) << "it has a latency of its own";
  const std::string one = run_router(1, block.plug(), {3});
  EXPECT_GT(packets_of(one), packets_of(own) * 9 / 10) << one;
}

TEST(PlugRouter, ABrokenRouterIsCaughtWithBlockAndCycle) {
  const PluggedBlock block("router", "noc_node", router_numbers());
  const std::map<int, std::string> messages = {
      {1, "it is late or lost"}, {3, "way; its escape route leaves by port"}, {4, "packet"}};
  for (const auto& [bug, message] : messages) {
    const std::string said = run_router(1, block.plug({}, static_cast<std::uint64_t>(bug)), {5});
    EXPECT_THAT(said, AllOf(HasSubstr("broken contract: noc.r_1_1, block.so (noc_node): cycle "), HasSubstr(message)))
        << "bug " << bug;
  }
  EXPECT_THAT(run_router(1, block.plug({{"progress_within", "200"}}, 5), {5}),
              AllOf(HasSubstr("blocked in cycle "), HasSubstr(": r_1_1, slot router, block.so (noc_node): packet "),
                    HasSubstr("progress_within: 200")));
  const std::string gaps = run_router(1, block.plug({{"contiguous", "on"}}));
  EXPECT_THAT(gaps, HasSubstr("a packet leaves with a gap, and the map says contiguous: on"));
}

/// The flits that arrive when every node of a ring sends as much as it can to the next node.
long flits_to_the_neighbour(int flits, const std::shared_ptr<const cosim::Plug>& plug) {
  testbench::Experiment experiment = uniform(2, flits, kRingCycles);
  experiment.synthetic->pattern = "permutation";
  for (int node = 0; node < kRingNodes; ++node) experiment.synthetic->destinations.push_back((node + 1) % kRingNodes);
  microarch::FabricParameters parameters = bubble_router(8);
  parameters.adaptive_vcs = 1;
  return flits * packets_of(run_with(*network({kRingNodes}), parameters, experiment, "router", plug));
}

TEST(PlugRouter, TheTerminalSendsPacketsBackToBack) {
  microarch::FabricParameters parameters = bubble_router(8);
  const PluggedBlock block("router", "noc_node", {{"depth", parameters.buffer_flits()}});
  const long all = long{kRingCycles} * kRingNodes;
  for (const int flits : {1, 2, 4, 8}) {
    EXPECT_GE(flits_to_the_neighbour(flits, block.plug()), all * 96 / 100)
        << flits << ": all but the way of the last ones";
  }
}

TEST(PlugRouter, TheTemplateFulfilsTheContract) {
  const PluggedBlock block("router", router_numbers());
  EXPECT_GT(packets_of(run_router(0, block.plug())), packets_of(run_router(0, nullptr)) * 9 / 10);
}

// The same blocks as in plug_worm_router_test.
TEST(PlugRouter, ReadyAndValidHoldFlitsBackAsCreditsDo) {
  const cosim::Numbers small = {{"depth", 4}, {"vcs", 2}};
  const PluggedBlock block("router", "flit_node", small, flit_node_links(1, "ready_valid", "ready"));
  EXPECT_GT(packets_of(run_router(1, block.plug())), packets_of(run_router(1, nullptr)) * 9 / 10);
}

TEST(PlugRouter, WhatDoesNotFitIsRefused) {
  const PluggedBlock block("router", "noc_node", router_numbers());
  const auto refusal = [&](const std::map<std::string, std::string>& settings, int adaptive_vcs) -> std::string {
    try {
      cosim::check_router_in(*block.plug(settings), *network("rtt", 2), router(adaptive_vcs));
    } catch (const cosim::PlugError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal({}, 1), "");
  EXPECT_THAT(refusal({}, 2), HasSubstr("has 2 virtual channels; expected 3, as the routers of"));
  EXPECT_THAT(refusal({{"xp", "-1"}}, 1),
              HasSubstr("xp: is missing; expected the number of that port in the block, 0 to 4"));
  EXPECT_THAT(refusal({{"xp", "4"}}, 1), HasSubstr("xm: port 4 is `xp` already"));
  EXPECT_THAT(refusal({{"payload_at", "20"}}, 1), HasSubstr("payload_at: bits 20 to 47 are outside the flit"));
  EXPECT_THAT(refusal({{"head_at", "-1"}}, 1), HasSubstr("head_at: is missing"));
  EXPECT_THAT(refusal({{"vc_at", "-1"}}, 1), HasSubstr("no flit says which is its; expected `vc_at`"));
}

}  // namespace
}  // namespace trenza::test
