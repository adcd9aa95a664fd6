// Routers from outside in flit-level networks: with credits, ready and valid, on and off; in twisted rings, by
// coordinates of their own, after idle cycles; audited in every cycle, and caught when they break their contract.
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "cosim/plug/plug_error.h"
#include "cosim/plug/router_pins.h"
#include "cosim/worm_blocks.h"
#include "microarch/hash.h"
#include "microarch/parameters.h"
#include "rtl_models/wormhole/fabric/worm_pin_fabric.h"
#include "rtl_models/wormhole/worm_test_support.h"
#include "tests/support/experiments.h"
#include "tests/support/plug_bench.h"

namespace trenza::test {
namespace {

using microarch::Cycle;
using microarch::FabricParameters;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

constexpr int kDepth = 4;
constexpr int kWormFlits = 6;  // longer than a buffer: a packet is never whole in one

FabricParameters parameters_of(int vcs) {
  FabricParameters parameters = rtl_models::test_bench::worm_parameters(vcs, kDepth);
  parameters.link_delay = 1;
  parameters.max_packet_flits = kWormFlits;
  return parameters;
}

using Network = std::shared_ptr<const topologies::Topology>;

Network twisted(int vcs, topologies::WormRoute route = topologies::WormRoute::dimension_order) {
  topologies::WormRouting routing;
  routing.vcs = vcs;
  routing.route = route;
  return topologies::with_worm_routing(network("rtt", 2), routing);
}

Network mesh(int vcs) { return rtl_models::test_bench::worm_mesh({3, 3}, vcs); }

/// What each node offers in a cycle: with a chance of one in `period` a packet of 1 to kFlits flits.
struct Load {
  int period = 20;
  Cycle cycles = 600;
};

/// Runs a network of which some routers (none: all) are the block, and audits it in every cycle. Returns "N packets in
/// M cycles" when all have arrived, or what broke.
std::string run_worms(const Network& network, const FabricParameters& parameters,
                      const std::shared_ptr<const cosim::Plug>& plug, Load load,
                      std::vector<topologies::NodeId> nodes = {}) {
  const auto count = network->graph().nodes();
  if (nodes.empty()) {
    nodes.resize(static_cast<std::size_t>(count));
    std::iota(nodes.begin(), nodes.end(), 0);
  }
  return isolated([&]() -> std::string {
    cosim::RouterPlugs plugs;
    if (plug) plugs.add("router", nodes, plug);
    const auto blocks = cosim::make_worm_rtl_blocks(cosim::RtlSelection(*network), plugs);
    const auto fabric = rtl_models::make_worm_pin_fabric(*network, parameters, *blocks);
    long offered = 0;
    long delivered = 0;
    constexpr Cycle kDrain = 6000;
    while (fabric->now() < load.cycles + kDrain && (fabric->now() < load.cycles || !fabric->idle())) {
      const Cycle now = fabric->now();
      for (topologies::NodeId node = 0; now < load.cycles && node < count; ++node) {
        const std::uint64_t draw = microarch::hash(7, node, now);
        if (draw % static_cast<std::uint64_t>(load.period) != 0) continue;
        const auto to = static_cast<topologies::NodeId>((node + 1 + (draw >> 20) % (count - 1)) % count);
        fabric->offer(node, to, 1 + static_cast<int>((draw >> 40) % kWormFlits), static_cast<std::uint64_t>(offered++),
                      0);
      }
      fabric->advance(now + 1);
      delivered += static_cast<long>(fabric->delivered().size());
      const auto faults = fabric->audit();
      if (!faults.empty()) return fmt::format("cycle {}: {}", now, faults.front());
      if (!fabric->blocked().empty()) return fabric->blocked();
    }
    if (delivered != offered) return fmt::format("{} of {} packets arrived", delivered, offered);
    return fmt::format("{} packets in {} cycles", delivered, fabric->now());
  });
}

long cycles_of(const std::string& ran) {
  const auto at = ran.find(" packets in ");
  return at == std::string::npos ? 1'000'000 : std::stol(ran.substr(at + std::string(" packets in ").size()));
}

TEST(PlugWormRouter, StandsInTwistedRingsByTheVcsThatItIsOffered) {
  const FabricParameters parameters = parameters_of(2);
  const PluggedBlock block("router", "flit_node", {{"depth", kDepth}, {"vcs", 2}});
  const std::string own = run_worms(twisted(2), parameters, nullptr, {});
  const std::string all = run_worms(twisted(2), parameters, block.plug(), {});
  EXPECT_EQ(own.substr(0, own.find(" in ")), all.substr(0, all.find(" in ")));
  EXPECT_LT(cycles_of(all), cycles_of(own) + 200) << own << "; " << all;
  EXPECT_THAT(run_worms(twisted(2), parameters, block.plug(), {}, {3}), HasSubstr(" packets in "));
  // All that the network carries, and a mesh, whose edges have ports without links.
  EXPECT_THAT(run_worms(twisted(2), parameters, block.plug(), {2, 400}), HasSubstr(" packets in "));
  EXPECT_THAT(run_worms(mesh(2), parameters, block.plug(), {4, 400}), HasSubstr(" packets in "));
  // Long links, late credits and slow wires of the terminal.
  FabricParameters slow = parameters;
  slow.link_delay = 3;
  slow.credit_delay = 3;
  slow.wormhole.injection_delay = 3;
  slow.wormhole.injection_credit_delay = 2;
  EXPECT_THAT(run_worms(twisted(2), slow, block.plug(), {8, 400}), HasSubstr(" packets in "));
}

/// Latency of one packet alone, of one flit, from node 0 to `destination`.
Cycle latency(const std::shared_ptr<const cosim::Plug>& plug, topologies::NodeId destination) {
  const FabricParameters parameters = parameters_of(2);
  const Network line = rtl_models::test_bench::worm_mesh({4, 2}, 2);
  std::vector<topologies::NodeId> nodes(8);
  std::iota(nodes.begin(), nodes.end(), 0);
  return static_cast<Cycle>(std::stol(isolated([&]() -> std::string {
    cosim::RouterPlugs plugs;
    plugs.add("router", nodes, plug);
    const auto blocks = cosim::make_worm_rtl_blocks(cosim::RtlSelection(*line), plugs);
    const auto fabric = rtl_models::make_worm_pin_fabric(*line, parameters, *blocks);
    fabric->offer(0, destination, 1, 0, 0);
    while (fabric->delivered().empty() && fabric->now() < 200) fabric->advance(fabric->now() + 1);
    return std::to_string(fabric->now());
  })));
}

TEST(PlugWormRouter, AHopTakesTheCyclesOfTheBlockItsRegisterAndTheLink) {
  const PluggedBlock block("router", "flit_node", {{"depth", kDepth}, {"vcs", 2}});
  // An edge to store the flit, one to allocate, one into the register at the output; the register of the adapter; the
  // link.
  constexpr Cycle kHop = 3 + 1 + 1;
  const Cycle one = latency(block.plug(), 1);
  EXPECT_EQ(latency(block.plug(), 2), one + kHop);
  EXPECT_EQ(latency(block.plug(), 3), one + 2 * kHop);
}

TEST(PlugWormRouter, ABrokenRouterIsCaughtWithBlockAndCycle) {
  const PluggedBlock block("router", "flit_node", {{"depth", kDepth}, {"vcs", 2}});
  const std::map<int, std::string> messages = {{1, "it is late or lost"},
                                               {2, "may not leave there; it may by ports 0x"},
                                               {3, "may not leave there; it may by ports 0x"},
                                               {4, "flits are lost or come twice"},
                                               {6, "leaves without a credit"},
                                               {7, "or come twice"},
                                               {8, "comes between flits of another"},
                                               {9, "flits are swapped or come twice"}};
  for (const auto& [bug, message] : messages) {
    const std::string said =
        run_worms(twisted(2), parameters_of(2), block.plug({}, static_cast<std::uint64_t>(bug)), {4, 1000}, {5});
    EXPECT_THAT(said, AllOf(HasSubstr("broken contract: noc.r_1_1, block.so (flit_node): cycle "), HasSubstr(message)))
        << "bug " << bug;
  }
  EXPECT_THAT(run_worms(twisted(2), parameters_of(2), block.plug({{"progress_within", "200"}}, 5), {4, 1000}, {5}),
              AllOf(StartsWith("blocked in cycle "), HasSubstr(": r_1_1, slot router, block.so (flit_node): packet "),
                    HasSubstr("progress_within: 200")));
}

/// A block that sends each flit where its own bits say is right where every flit has them.
TEST(PlugWormRouter, MayReadTheRouteInEveryFlitIfItsMapSaysSo) {
  const PluggedBlock block("router", "flit_node", {{"depth", kDepth}, {"vcs", 2}});
  constexpr std::uint64_t kRoutesEachFlit = 8;
  EXPECT_THAT(run_worms(twisted(2), parameters_of(2), block.plug({{"head_only", "off"}}, kRoutesEachFlit), {4, 400}),
              HasSubstr(" packets in "));
}

TEST(PlugWormRouter, ReadyAndValidWithABitForEachVc) {
  const PluggedBlock block("router", "flit_node", {{"depth", kDepth}, {"vcs", 2}},
                           flit_node_links(1, "ready_valid", "ready"));
  EXPECT_THAT(run_worms(twisted(2), parameters_of(2), block.plug(), {2, 400}), HasSubstr(" packets in "));
  EXPECT_THAT(run_worms(twisted(2), parameters_of(2), block.plug(), {4, 400}, {0, 3}), HasSubstr(" packets in "));
}

TEST(PlugWormRouter, OneReadyBitForAllVcsDependsOnTheFlit) {
  auto replaced = flit_node_links(3, "ready_valid", "ready");
  replaced.back().second = "links: ready_valid\nvcs: 2\nlocal: 0";
  const PluggedBlock block("router", "flit_node", {{"depth", 2}, {"vcs", 2}}, replaced);
  EXPECT_THAT(run_worms(mesh(2), parameters_of(2), block.plug(), {60, 400}), HasSubstr(" packets in "));
  // A packet waits for an output VC whose holder stands behind it, because both VCs share the link.
  EXPECT_THAT(run_worms(mesh(2), parameters_of(2), block.plug(), {2, 400}), StartsWith("blocked in cycle "));
}

TEST(PlugWormRouterSlow, OneReadyBitForOneVcNeverBlocks) {
  const PluggedBlock one("router", "flit_node", {{"depth", 2}, {"vcs", 1}}, flit_node_links(3, "ready_valid", "ready"));
  EXPECT_THAT(run_worms(mesh(1), parameters_of(1), one.plug(), {2, 400}), HasSubstr(" packets in "));
}

/// A block that knows its place and begins a little after the reset.
std::vector<std::pair<std::string, std::string>> late_flit_node() {
  auto replaced = flit_node_links(2, "on_off", "on");
  replaced.emplace_back("DEPTH:", "XY: 1, INIT: 5, DEPTH:");
  return replaced;
}

TEST(PlugWormRouter, OnAndOffByCoordinatesOfItsOwnAfterIdleCycles) {
  auto idle = late_flit_node();
  idle.emplace_back("kind: sync", "kind: sync, idle: 5");
  const PluggedBlock block("router", "flit_node", {{"depth", kDepth}, {"vcs", 1}}, idle);
  EXPECT_THAT(run_worms(mesh(1), parameters_of(1), block.plug(), {4, 400}), HasSubstr(" packets in "));
  // Its register at the output makes one flit more leave.
  EXPECT_THAT(run_worms(mesh(1), parameters_of(1), block.plug({{"on_off_slack", "0"}}), {2, 400}),
              HasSubstr("more than on_off_slack flits after `out_on` has fallen"));
}

TEST(PlugWormRouterSlow, WithoutIdleCyclesItForgetsWhatComesFirst) {
  const PluggedBlock at_once("router", "flit_node", {{"depth", kDepth}, {"vcs", 1}}, late_flit_node());
  EXPECT_THAT(run_worms(mesh(1), parameters_of(1), at_once.plug(), {1, 400}),
              AllOf(StartsWith("blocked in cycle 1000: r_"), HasSubstr("0 of its flits have left")));
}

TEST(PlugWormRouter, TheTemplateStandsInAMesh) {
  FabricParameters parameters = parameters_of(1);
  parameters.wormhole.buffer_flits =
      bubble_router(4).buffer_flits();  // as in the packet-level network of plug_router_test
  const PluggedBlock block("router", {{"depth", parameters.wormhole.buffer_flits}});
  EXPECT_THAT(run_worms(mesh(1), parameters, block.plug(), {4, 400}), HasSubstr(" packets in "));
}

TEST(PlugWormRouter, WhatDoesNotFitIsRefused) {
  const PluggedBlock block("router", "flit_node", {{"depth", kDepth}, {"vcs", 1}}, flit_node_links(2, "on_off", "on"));
  const auto refusal = [&](const std::map<std::string, std::string>& settings,
                           const FabricParameters& parameters) -> std::string {
    try {
      cosim::check_router_in(*block.plug(settings), *mesh(1), parameters);
    } catch (const cosim::PlugError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal({}, parameters_of(1)), "");
  EXPECT_THAT(refusal({{"on_off_slack", "4"}}, parameters_of(1)),
              HasSubstr("there would never be leave to send; expected less"));
  EXPECT_THAT(refusal({{"links", "credits"}}, parameters_of(1)),
              HasSubstr("ports.in_on: is of `links: on_off`; the links are `credits`"));
  EXPECT_THAT(refusal({{"vcs", "3"}}, parameters_of(1)), HasSubstr("vcs: 3, and the links have 1"));
  EXPECT_THAT(refusal({{"vcs_at", "44"}}, parameters_of(1)), HasSubstr("vcs_at: bits 44 to 44 are outside the flit"));
}

}  // namespace
}  // namespace trenza::test
