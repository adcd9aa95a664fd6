// The keys of the flit-level machine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "microarch/allocators/allocators.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/parameters.h"
#include "settings/configuration.h"
#include "settings/configuration_test_support.h"
#include "settings/schema.h"
#include "topologies/worm/worm_routing.h"

namespace trenza::settings {
namespace {

using microarch::AllocatorPolicy;
using microarch::FabricParameters;
using microarch::PipelinePolicy;
using test_support::fault;
using test_support::kTorus;
using test_support::kUniform;
using test_support::read;
using test_support::set;

RunConfiguration worms(const std::string& router = "", const std::string& more = "") {
  return read(kTorus + "router: {switching: wormhole" + (router.empty() ? "" : ", " + router) + "}\n" + kUniform +
              more);
}

std::string worm_fault(const std::string& router, const std::string& more = "") {
  return fault(kTorus + "router: {switching: wormhole, " + router + "}\n" + kUniform + more);
}

TEST(WormSettings, Defaults) {
  const FabricParameters fabric = worms().fabric;
  EXPECT_TRUE(fabric.by_flits());
  EXPECT_EQ(fabric.wormhole.virtual_channels, 4);
  EXPECT_EQ(fabric.wormhole.buffer_flits, 8);
  EXPECT_EQ(fabric.wormhole.routing_delay, 0);
  EXPECT_EQ(fabric.wormhole.injection_delay, 0);
  EXPECT_EQ(fabric.wormhole.injection_credit_delay, 1);
  EXPECT_EQ(fabric.wormhole.ejection_delay, 1);
  EXPECT_EQ(fabric.wormhole.vc_allocator, AllocatorPolicy("input_first"));
  EXPECT_EQ(fabric.wormhole.vc_requests, microarch::VcRequestPolicy("one"));
  EXPECT_EQ(fabric.wormhole.reallocation, microarch::ReallocationPolicy("tail"));
  EXPECT_EQ(fabric.wormhole.injection, microarch::WormInjectionPolicy("side_by_side"));
  EXPECT_EQ(fabric.ejectors, 1);
  EXPECT_EQ(fabric.link_delay, 0);
  EXPECT_EQ(fabric.credit_delay, 1);
  EXPECT_EQ(fabric.pipeline, PipelinePolicy("joint"));
  EXPECT_EQ(fabric.crossbar, microarch::CrossbarKind("per_vc"));
  EXPECT_EQ(fabric.max_packet_flits, 16);
}

TEST(WormSettings, ReadsEveryKey) {
  const RunConfiguration run = worms(
      "virtual_channels: {count: 16}, buffer_flits: 16383, message_classes: 2, max_packet_flits: 99,"
      " routing: dimension_order, dateline: crossing, routing_delay: 15, pipeline: {two_step: {depth: 3}},"
      " allocator: output_first, arbiter: stride, strides: {ports: [1, 2, 3, 4]},"
      " vc_allocation: {allocator: {islip: {iterations: 2}}, requests: all}, reallocation: atomic,"
      " injection: one_at_a_time, injection_delay: 255, injection_credit_delay: 7, ejectors: 8, ejection_delay: 9,"
      " credit_delay: 11, crossbar: {inputs_per_port: 16}",
      "link: {delay: 3, dimension_delay: [0, 5]}\n");
  const FabricParameters& fabric = run.fabric;
  EXPECT_EQ(fabric.vcs(), 32);
  EXPECT_EQ(fabric.wormhole.buffer_flits, 16383);
  EXPECT_EQ(fabric.max_packet_flits, 99);
  EXPECT_EQ(fabric.wormhole.routing_delay, 15);
  EXPECT_EQ(fabric.pipeline, PipelinePolicy("two_step").with(3));
  EXPECT_EQ(fabric.allocator, AllocatorPolicy("output_first"));
  EXPECT_EQ(fabric.arbiter, microarch::ArbiterPolicy("stride"));
  EXPECT_THAT(fabric.strides.ports, testing::ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(fabric.wormhole.vc_allocator, AllocatorPolicy("islip").with(2));
  EXPECT_EQ(fabric.wormhole.vc_requests, microarch::VcRequestPolicy("all"));
  EXPECT_TRUE(fabric.wormhole.atomic());
  EXPECT_EQ(fabric.wormhole.injection, microarch::WormInjectionPolicy("one_at_a_time"));
  EXPECT_EQ(fabric.wormhole.injection_delay, 255);
  EXPECT_EQ(fabric.wormhole.injection_credit_delay, 7);
  EXPECT_EQ(fabric.ejectors, 8);
  EXPECT_EQ(fabric.wormhole.ejection_delay, 9);
  EXPECT_EQ(fabric.credit_delay, 11);
  EXPECT_EQ(fabric.crossbar_inputs(), 16);
  EXPECT_EQ(fabric.link_delay, 3);
  EXPECT_THAT(fabric.port_link_delay, testing::ElementsAre(0, 0, 5, 5));
}

TEST(WormSettings, StridesOfLocalChannels) {
  const FabricParameters fabric =
      worms("virtual_channels: {count: 3}, arbiter: stride, strides: {injectors: [1, 2, 3]}").fabric;
  EXPECT_THAT(fabric.strides.injectors, testing::ElementsAre(1, 2, 3));
  EXPECT_THAT(worm_fault("arbiter: stride, strides: {injectors: [1, 2, 3]}"),
              testing::HasSubstr("router.strides.injectors: 3 strides for the 4 local virtual channels of a node"));
}

/// The routes are those of the keys.
TEST(WormSettings, NetworksHaveTheRoutesOfTheMachine) {
  const auto plain = read(kTorus + kUniform).topology;
  const auto tiers = [&](const std::string& router) { return worms(router).topology->routing().choices(0, 5, {}); };
  EXPECT_EQ(worms("").topology->routing().escape_vcs(), 4);
  EXPECT_EQ(worms("virtual_channels: {count: 6}").topology->routing().escape_vcs(), 6);
  EXPECT_EQ(worms("routing: duato").topology->routing().escape_vcs(), 2);
  EXPECT_EQ(tiers("routing: dimension_order").adaptive_ports(), 0U);
  for (const char* const dateline : {"memoryless", "static", "crossing"})
    EXPECT_EQ(worms(std::string("dateline: ") + dateline).topology->name(), plain->name());
}

/// Whether a key is for routes by negative hops alone.
bool of_classes(const Key& key) {
  const std::vector<std::string>& values = key.condition.values;
  return std::find(values.begin(), values.end(), "duato_nbc") != values.end();
}

TEST(WormSettings, ResolvedDocumentsNameAllKeysOfTheMachineAndReadBack) {
  const RunConfiguration run = worms("routing: duato");
  const auto& router = (*run.resolved)["router"];
  for (const Key& key : keys()) {
    if (key.switching != "wormhole" || key.path.rfind("router.", 0) != 0 || key.path.rfind("router.strides", 0) == 0 ||
        key.path == "router.profile")
      continue;
    if (of_classes(key)) continue;
    const std::string name = key.path.substr(std::string("router.").size());
    const auto dot = name.find('.');
    EXPECT_TRUE(dot == std::string::npos ? router.contains(name)
                                         : router[name.substr(0, dot)].contains(name.substr(dot + 1)))
        << key.path;
  }
  for (const char* const none : {"buffer_packets", "selection", "injectors", "transit_guard", "bubble", "router_delay"})
    EXPECT_FALSE(router.contains(none)) << none;
  EXPECT_EQ(router["injection"], "side_by_side");
  EXPECT_EQ(router["sticky_escape"], true);
  EXPECT_EQ((*run.resolved)["link"]["delay"], 0);
  EXPECT_EQ(*read(run.resolved->dump()).resolved, *run.resolved);
}

/// Every key of one machine, beside the other.
TEST(WormSettings, KeysOfTheOtherMachineAreRefused) {
  int seen = 0;
  for (const Key& key : keys()) {
    if (key.switching.empty()) continue;
    const std::string other = key.switching == "wormhole" ? "virtual_cut_through" : "wormhole";
    if (find_key(key.path, other) != nullptr) continue;
    ++seen;
    const std::string value = key.choices.empty() ? (key.kind == KeyKind::boolean ? "on" : "2") : key.choices[0];
    std::string text = kTorus + kUniform;
    text.append("router: {switching: ").append(other).append("}\n");
    std::string wrong;
    try {
      read(text, {{"--set", key.path, value}, {"--set", "router.switching", other}});
    } catch (const ConfigError& error) {
      wrong = error.what();
    }
    EXPECT_EQ(wrong, "--set " + key.path + ": does not apply here; it is for switching `" + key.switching +
                         "` only, not for `" + other + "`");
  }
  EXPECT_GE(seen, 20);
}

TEST(WormSettings, ALaterChoiceOfTheMachineDropsWhatIsOfTheOther) {
  const std::string text = kTorus + kUniform + "router: {buffer_packets: 5, injection: shortest, bubble: on}\n";
  EXPECT_EQ(read(text).fabric.buffer_packets, 5);
  EXPECT_THAT(fault(text, {set("router.switching=wormhole")}),
              testing::HasSubstr("router.injection: `shortest` is unknown; expected one of `side_by_side`"));
  const std::string shared = kTorus + kUniform + "router: {buffer_packets: 5, ejectors: 3}\n";
  EXPECT_EQ(read(shared, {set("router.switching=wormhole")}).fabric.ejectors, 3);
  EXPECT_EQ(read(shared, {set("router.profile=booksim2")}).fabric.ejectors, 3);
}

TEST(WormSettings, ArbitersServeBothAllocators) {
  EXPECT_EQ(worms("arbiter: age, allocator: islip").fabric.arbiter, microarch::ArbiterPolicy("age"));
  EXPECT_EQ(worms("arbiter: age, vc_allocation: {allocator: pim}").fabric.arbiter, microarch::ArbiterPolicy("age"));
  EXPECT_THAT(worm_fault("allocator: islip, vc_allocation: {allocator: pim}, arbiter: age, pipeline: two_step"),
              testing::HasSubstr("router.arbiter: does not apply here; it is for allocator `input_first` or "
                                 "`output_first`, or vc_allocation.allocator `input_first` or `output_first` only"));
}

TEST(WormSettings, RoutesThatANetworkDoesNotHaveAreRefused) {
  EXPECT_THAT(
      worm_fault("routing: duato, virtual_channels: {count: 2}"),
      testing::StartsWith("exp.yaml:2:40: router.routing: torus(4x4): routing: duato takes 2 virtual channels"));
  EXPECT_THAT(fault("topology: {kind: de_bruijn, k: 2, n: 4}\nrouter: {switching: wormhole}\n" + kUniform),
              testing::HasSubstr("a network without dimensions has no dimension order; use routing: up_down"));
  EXPECT_THAT(worm_fault("routing: up_down, dateline: static"),
              testing::HasSubstr("router.dateline: does not apply here; it is for routing `dimension_order` or `duato` "
                                 "only, not for `up_down`"));
  EXPECT_THAT(worm_fault("sticky_escape: off"), testing::HasSubstr("it is for routing `duato` only"));
}

/// Virtual channels, and of these those of escapes.
std::pair<int, int> channels(const std::string& router, const std::string& size = "[8, 8]") {
  const RunConfiguration run =
      read("topology: {kind: torus, size: " + size + "}\nrouter: {switching: wormhole, " + router + "}\n" + kUniform);
  const auto& resolved = (*run.resolved)["router"]["virtual_channels"];
  const int escape = run.topology->routing().escape_vcs();
  EXPECT_EQ(resolved["count"], run.fabric.wormhole.virtual_channels);
  if (resolved.contains("escape")) {
    EXPECT_EQ(resolved["escape"], escape);
    EXPECT_EQ(resolved["adaptive"], run.fabric.wormhole.virtual_channels - escape);
  }
  EXPECT_EQ(*read(run.resolved->dump()).resolved, *run.resolved) << router;
  return {run.fabric.wormhole.virtual_channels, escape};
}

TEST(WormSettings, ChannelsOfNegativeHops) {
  using Pair = std::pair<int, int>;
  EXPECT_EQ(channels("routing: duato_nbc, virtual_channels: {count: 10}"), Pair(10, 5));
  EXPECT_EQ(channels("routing: duato_nbc, virtual_channels: {count: 10}", "[16, 16]"), Pair(10, 9));
  EXPECT_EQ(channels("routing: duato_nbc, virtual_channels: {adaptive: 4, escape: 6}"), Pair(10, 6));
  EXPECT_EQ(channels("routing: duato_nbc, virtual_channels: {adaptive: 4}"), Pair(9, 5));
  EXPECT_EQ(channels("routing: duato_nbc, virtual_channels: {count: 12, adaptive: 4}"), Pair(12, 8));
  EXPECT_EQ(channels("routing: duato_nbc, virtual_channels: {escape: 7}"), Pair(8, 7));
  EXPECT_EQ(channels("routing: duato_nbc"), Pair(6, 5));
  EXPECT_EQ(channels("routing: duato_nbc", "[4, 2]"), Pair(4, 2));
  EXPECT_EQ(channels("routing: nbc"), Pair(5, 5));
  EXPECT_EQ(channels("routing: nbc, virtual_channels: {count: 7}"), Pair(7, 7));
  EXPECT_EQ(channels("routing: nhop", "[16, 16]"), Pair(9, 9));
  EXPECT_EQ(channels("routing: nhop", "[4, 2]"), Pair(4, 4));
  EXPECT_TRUE(worms("routing: duato_nbc").fabric.wormhole.atomic());
  EXPECT_FALSE(worms("routing: nbc").fabric.wormhole.atomic());
}

TEST(WormSettings, ChannelsThatContradictEachOtherAreRefused) {
  EXPECT_THAT(
      worm_fault("routing: duato_nbc, virtual_channels: {count: 9, adaptive: 4, escape: 4}"),
      testing::EndsWith("router.virtual_channels.count: 9 virtual channels are not 4 for escapes and 4 adaptive "
                        "ones; expected 8, or no value"));
  EXPECT_THAT(worm_fault("routing: duato_nbc, virtual_channels: {count: 4, adaptive: 4}"),
              testing::EndsWith("router.virtual_channels.count: 4 virtual channels with 4 adaptive ones leave none for "
                                "escapes; expected 7 or more"));
  EXPECT_THAT(worm_fault("routing: duato_nbc, virtual_channels: {adaptive: 14}"),
              testing::EndsWith("router.virtual_channels.adaptive: 3 virtual channels for escapes and 14 adaptive ones "
                                "are 17; the most is 16"));
  EXPECT_THAT(worm_fault("routing: duato_nbc, virtual_channels: {adaptive: 6, escape: 2}"),
              testing::HasSubstr("router.routing: torus(4x4): routing: duato_nbc needs 3 escape virtual channels"));
  EXPECT_THAT(worm_fault("routing: nbc, virtual_channels: {adaptive: 2}"),
              testing::HasSubstr("it is for routing `duato_nbc` only, not for `nbc`"));
  EXPECT_THAT(worm_fault("routing: nhop, bonus_cards: all"),
              testing::HasSubstr("it is for routing `duato_nbc` or `nbc` only, not for `nhop`"));
}

TEST(WormSettings, FlitBubbles) {
  const RunConfiguration run = worms("escape: flit_bubble, buffer_flits: 20, max_packet_flits: 16");
  EXPECT_TRUE(run.fabric.wormhole.flit_bubble);
  EXPECT_EQ(run.topology->routing().escape_vcs(), 4);
  EXPECT_FALSE(worms("").fabric.wormhole.flit_bubble);
  EXPECT_EQ(worms("routing: duato, escape: flit_bubble, buffer_flits: 17, max_packet_flits: 16")
                .topology->routing()
                .escape_vcs(),
            1);
  EXPECT_THAT(worm_fault("escape: flit_bubble, buffer_flits: 16, max_packet_flits: 16"),
              testing::EndsWith("router.buffer_flits: 16 flits have no room for a packet of 16 and a flit more, which "
                                "escape `flit_bubble` needs; expected 17 to 16383"));
  const std::string sound = "escape: flit_bubble, buffer_flits: 17, max_packet_flits: 16, ";
  EXPECT_THAT(worm_fault(sound + "dateline: static"), testing::HasSubstr("it is for escape `dateline` only"));
  EXPECT_THAT(worm_fault(sound + "reallocation: atomic"), testing::HasSubstr("expected `tail`"));
  EXPECT_THAT(worm_fault(sound + "routing: duato, sticky_escape: off"), testing::HasSubstr("expected `on`"));
  EXPECT_THAT(worm_fault(sound + "routing: up_down"), testing::HasSubstr("router.escape: does not apply here"));
  const std::string bubbles = "escape: flit_bubble, buffer_flits: 17, max_packet_flits: 16";
  EXPECT_EQ(worm_fault(bubbles, "detail: {rtl: [r_0_0]}\n"), "");
  EXPECT_EQ(worm_fault(bubbles, "detail: {pin: [r_0_0]}\n"), "");
}

TEST(WormSettings, ManyInputsAreNoLimit) {
  const RunConfiguration run = read(
      "topology: {kind: torus, size: [2, 2, 2, 2, 2, 2]}\nrouter: {switching: wormhole, message_classes: 2, "
      "virtual_channels: {count: 16}}\n" +
      kUniform);
  EXPECT_EQ(run.fabric.inputs(run.topology->graph().ports()), 13 * 32);
}

TEST(WormSettings, RefusesWhatTheMachineHasNot) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"run: {view: tlm}\nwaves: {file: a.vcd, window: \"5:9\"}\n",
       "run.view: switching `wormhole` records waves in the view `pin` only"},
      {"waves: {file: a.vcd, window: \"-9:\"}\n", "waves.window: `pin` cannot know which cycles are the last ones"},
      {"rtl: {crossbar: all}\nrun: {view: tlm}\n", "run.view: blocks in `rtl` are part of the pin view"},
      {"detail: {rtl: [r_9_0]}\n", "detail.rtl: `r_9_0` is no router of"},
      {"detail: {pin: [r_9_0]}\n", "detail.pin: `r_9_0` is no router of"},
      {"detail: {pin: [r_0_0]}\nrun: {view: pin}\n", "detail.pin: in the view `pin` all routers are at pin level"},
      {"detail: {pin: [r_0_0]}\nwaves: {file: a.vcd, window: \"-9:\"}\n",
       "waves.window: the last cycles are recorded of all routers only"}};
  for (const auto& [more, message] : cases) EXPECT_THAT(worm_fault("ejectors: 2", more), testing::HasSubstr(message));
  for (const char* const waves : {"", "waves: {file: a.vcd}\n", "waves: {file: a.vcd, window: \"5:9\"}\n"}) {
    const RunConfiguration run = worms("ejectors: 2", std::string("detail: {pin: [r_0_0, r_0_1]}\n") + waves);
    EXPECT_EQ(run.pin_routers.size(), 2U);
    EXPECT_EQ(run.view, View::tlm);
    const RunConfiguration rtl = worms("ejectors: 2", std::string("detail: {rtl: [r_0_1], pin: [r_0_0]}\n") + waves);
    EXPECT_EQ(rtl.pin_routers.size(), 2U);
    EXPECT_EQ(rtl.rtl_routers.size(), 1U);
    EXPECT_EQ(rtl.view, View::tlm);
  }
  for (const char* const stalls : {"off", "on", "detail"})
    EXPECT_EQ(worm_fault("ejectors: 2", std::string("run: {view: tlm, stalls: ") + stalls + "}\n"), "");
}

TEST(WormSettings, UnknownKeysListThoseOfTheMachine) {
  EXPECT_THAT(worm_fault("buffer_flit: 3"), testing::EndsWith("; did you mean `buffer_flits`?"));
  EXPECT_THAT(worm_fault("buffer_flit: 3"), testing::HasSubstr(" keys of `router` (docs/configuration.md)"));
  const std::string other = fault(kTorus + kUniform + "router: {buffer_flit: 3}\n");
  EXPECT_THAT(other, testing::HasSubstr("`bubble`"));
  EXPECT_THAT(other, testing::EndsWith("; did you mean `buffer_flits`?"));
  EXPECT_LE(other.size(), 500U);
  EXPECT_LE(worm_fault("buffer_flit: 3").size(), 500U);
}

}  // namespace
}  // namespace trenza::settings
