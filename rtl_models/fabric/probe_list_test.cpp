// The variables for waves: their paths, and what they show of known packets.
#include "rtl_models/fabric/probe_list.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "microarch/arbiters/arbiters.h"
#include "microarch/parameters.h"
#include "rtl_models/common/test_bench.h"
#include "rtl_models/pin_fabric.h"
#include "topologies/topology_test_support.h"

namespace trenza::rtl_models {
namespace {

namespace networks = topologies::test_support;
using microarch::Cycle;
using microarch::FabricParameters;

std::uint64_t word_at(const ProbeWord& word) {
  std::uint64_t value = 0;
  std::memcpy(&value, word.address, word.bytes);  // little endian
  return value;
}

std::string rendered(const Probe& probe) {
  std::string text = "left from the rendering before";
  probe.render(text);
  return text;
}

/// A fabric whose probes are read in every cycle.
struct Watched {
  std::unique_ptr<topologies::Topology> topology;
  std::unique_ptr<PinFabric> fabric;
  std::map<std::string, const Probe*> probes;
  std::map<std::string, std::vector<std::string>> history;  // of the watched paths, by cycle

  Watched(std::unique_ptr<topologies::Topology> network, const FabricParameters& parameters)
      : topology(std::move(network)) {
    test_bench::strict_reports();
    fabric = make_pin_fabric(*topology, parameters);
    for (const Probe& probe : fabric->probes()) probes[probe.path] = &probe;
    fabric->observe([this](Cycle /*cycle*/) {
      for (auto& watched : history) watched.second.push_back(text(watched.first));
    });
  }

  void watch(const std::string& path) {
    ASSERT_EQ(probes.count(path), 1U) << path;
    history[path];
  }

  std::string text(const std::string& path) const {
    const Probe& probe = *probes.at(path);
    if (probe.kind == ProbeKind::text) return rendered(probe);
    const std::uint64_t mask = probe.bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << probe.bits) - 1;
    const std::uint64_t value = (word_at(probe.word) >> probe.shift) & mask;
    return probe.kind == ProbeKind::enumeration ? probe.names.at(value) : std::to_string(value);
  }
};

using Values = std::vector<std::string>;

void check_well_formed(std::unique_ptr<topologies::Topology> network, const FabricParameters& parameters) {
  Watched watched(std::move(network), parameters);
  const std::vector<Probe>& probes = watched.fabric->probes();
  EXPECT_EQ(watched.probes.size(), probes.size()) << "paths are unique";
  std::set<std::string> scopes;
  for (const Probe& probe : probes) {
    EXPECT_EQ(probe.path.compare(0, 6, "noc.r_"), 0) << probe.path;
    EXPECT_EQ(probe.path.find_first_of(" \t[]"), std::string::npos) << probe.path;
    for (std::size_t dot = probe.path.find('.'); dot != std::string::npos; dot = probe.path.find('.', dot + 1)) {
      scopes.insert(probe.path.substr(0, dot));
    }
    if (probe.kind == ProbeKind::text) {
      ASSERT_TRUE(probe.render) << probe.path;
      EXPECT_FALSE(probe.watches.empty()) << probe.path;
      EXPECT_EQ(rendered(probe), "") << probe.path;
      for (const ProbeWord& word : probe.watches) EXPECT_NE(word.address, nullptr);
      continue;
    }
    const std::set<int> sizes{1, 2, 4, 8};
    EXPECT_EQ(sizes.count(probe.word.bytes), 1U) << probe.path;
    ASSERT_NE(probe.word.address, nullptr) << probe.path;
    EXPECT_GE(probe.bits, 1U);
    EXPECT_LE(probe.shift + probe.bits, 8U * probe.word.bytes) << probe.path;
    if (probe.kind == ProbeKind::enumeration) {
      EXPECT_FALSE(probe.names.empty()) << probe.path;
      EXPECT_LE(probe.names.size(), std::size_t{1} << probe.bits) << probe.path;
    }
  }
  for (const Probe& probe : probes) EXPECT_EQ(scopes.count(probe.path), 0U) << "a variable and a scope: " << probe.path;
  EXPECT_EQ(&probes, &watched.fabric->probes()) << "the list is made once";
}

TEST(Probes, AreWellFormedOnATwistedTorus) { check_well_formed(networks::make("rtt", 2), {}); }

TEST(Probes, AreWellFormedInThreeDimensions) {
  FabricParameters parameters;
  parameters.adaptive_vcs = 1;
  parameters.injectors = 2;
  parameters.ejectors = 3;
  parameters.credit_delay = 2;
  check_well_formed(networks::make("pdtt", 2), parameters);
}

TEST(Probes, ShowTheTwoHopPacketOfTheContract) {
  Watched watched(networks::make_torus({5, 2}), {});
  // clang-format off
  std::map<std::string, Values> expected{
      // cycle                                           0    1    2    3    4    5    6
      {"noc.r_0_0.injector0.queue",                    {"1", "1", "1", "0", "0", "0", "0"}},
      {"noc.r_0_0.injector0.waiting",                  {"1", "0", "0", "0", "0", "0", "0"}},
      {"noc.r_0_0.injector0.pick_valid",               {"1", "0", "0", "0", "0", "0", "0"}},
      {"noc.r_0_0.out_xp_to_1_0.valid",                {"1", "1", "1", "0", "0", "0", "0"}},
      {"noc.r_0_0.out_xp_to_1_0.select_valid",         {"1", "1", "1", "0", "0", "0", "0"}},
      {"noc.r_0_0.out_xp_to_1_0.vc1.credits",          {"64", "61", "61", "62", "63", "64", "64"}},
      {"noc.r_0_0.out_xp_to_1_0.vc1.credit_back",      {"0", "0", "1", "1", "1", "0", "0"}},
      {"noc.r_0_0.out_xp_to_1_0.vc0.credits",          {"4", "4", "4", "4", "4", "4", "4"}},
      {"noc.r_0_0.out_xp_to_1_0.may_enter_ring",       {"1", "1", "1", "1", "1", "1", "1"}},
      {"noc.r_0_0.out_xp_to_1_0.may_continue_ring",    {"1", "1", "1", "1", "1", "1", "1"}},
      {"noc.r_1_0.in_xp_from_0_0.vc1.occupancy",       {"0", "0", "1", "1", "1", "0", "0"}},
      {"noc.r_1_0.in_xp_from_0_0.vc1.state",           {"I", "I", "V", "A", "A", "I", "I"}},
      {"noc.r_1_0.in_xp_from_0_0.vc1.pick_valid",      {"0", "0", "1", "0", "0", "0", "0"}},
      {"noc.r_1_0.in_xp_from_0_0.vc2.state",           {"I", "I", "I", "I", "I", "I", "I"}},
      {"noc.r_1_0.out_xp_to_2_0.valid",                {"0", "0", "1", "1", "1", "0", "0"}},
      {"noc.r_1_0.out_xp_to_2_0.vc1.credit_back",      {"0", "0", "0", "0", "1", "1", "1"}},
      {"noc.r_2_0.in_xp_from_1_0.vc1.state",           {"I", "I", "I", "I", "V", "A", "A"}},
      {"noc.r_2_0.ejector0.valid",                     {"0", "0", "0", "0", "1", "1", "1"}},
      {"noc.r_0_0.injector0.stall",
       {"moving", "moving", "moving", "empty", "empty", "empty", "empty"}},
      {"noc.r_1_0.in_xp_from_0_0.vc1.stall",
       {"empty", "empty", "moving", "moving", "moving", "empty", "empty"}},
      {"noc.r_1_0.in_xp_from_0_0.vc1.wish",            {"", "", "xp | xp.vc0", "", "", "", ""}},
      {"noc.r_0_0.out_xp_to_1_0.flit",
       {"H p0 f0/3 0,0>2,0 vc1 hop1", "B p0 f1/3 0,0>2,0 vc1 hop1", "T p0 f2/3 0,0>2,0 vc1 hop1", "", "", "", ""}},
      {"noc.r_1_0.out_xp_to_2_0.flit",
       {"", "", "H p0 f0/3 0,0>2,0 vc1 hop2", "B p0 f1/3 0,0>2,0 vc1 hop2", "T p0 f2/3 0,0>2,0 vc1 hop2", "", ""}},
  };
  // clang-format on
  for (const auto& path : expected) watched.watch(path.first);
  watched.fabric->offer(0, 2, 3, 0);
  watched.fabric->advance(100);
  ASSERT_EQ(watched.fabric->now(), 7U) << "watching changes nothing";
  for (const auto& path : expected) EXPECT_EQ(watched.history[path.first], path.second) << path.first;
}

TEST(Probes, ShowWhoWasPicked) {
  Watched watched(networks::make_torus({5, 2}), {});
  const std::string input = "noc.r_1_0.in_xp_from_0_0.vc1";
  for (const char* name : {".pick_output", ".pick_vc", ".packet"}) watched.watch(input + name);
  watched.watch("noc.r_1_0.out_xp_to_2_0.select_input");
  watched.watch("noc.r_1_0.out_xp_to_2_0.packet");
  watched.watch("noc.r_2_0.in_xp_from_1_0.vc1.pick_output");
  watched.fabric->offer(4, 3, 1, 0);  // packet 0 goes elsewhere
  watched.fabric->offer(4, 3, 1, 0);  // and packet 1
  watched.fabric->offer(0, 2, 3, 0);  // offers of a cycle count by source: this one is packet 0
  watched.fabric->advance(100);
  watched.fabric->advance(100);
  watched.fabric->advance(100);
  EXPECT_EQ(watched.history[input + ".pick_output"][2], "xp");
  EXPECT_EQ(watched.history[input + ".pick_vc"][2], "1");
  EXPECT_EQ(watched.history[input + ".packet"][2], "0");
  EXPECT_EQ(watched.history["noc.r_1_0.out_xp_to_2_0.select_input"][2], "xp.vc1");
  EXPECT_EQ(watched.history["noc.r_1_0.out_xp_to_2_0.packet"][2], "0");
  EXPECT_EQ(watched.history["noc.r_2_0.in_xp_from_1_0.vc1.pick_output"][4], "eject0");
}

TEST(Probes, ALoserOfAnEjectionPortWaitsForIt) {
  FabricParameters parameters;
  parameters.arbiter = microarch::ArbiterPolicy("age");
  Watched watched(networks::make_torus({5, 5}), parameters);
  const std::string winner = "noc.r_2_2.in_yp_from_2_1.vc1.stall";  // from node 7, the lower number
  const std::string loser = "noc.r_2_2.in_xp_from_1_2.vc1.stall";
  watched.watch(winner);
  watched.watch(loser);
  watched.fabric->offer(7, 12, 3, 0);
  watched.fabric->offer(11, 12, 3, 0);
  watched.fabric->advance(100);
  watched.fabric->advance(100);
  EXPECT_EQ(watched.history[winner],
            (Values{"empty", "empty", "moving", "moving", "moving", "empty", "empty", "empty"}));
  EXPECT_EQ(watched.history[loser],
            (Values{"empty", "empty", "lost_output", "eject_busy", "eject_busy", "moving", "moving", "moving"}));
}

// A group that is said not to have changed has not: all probes of all routers, in every cycle of bursts and pauses.
void expect_quiet_groups_to_be_quiet(const FabricParameters& parameters) {
  test_bench::strict_reports();
  const auto topology = networks::make("rtt", 2);
  const auto fabric = make_pin_fabric(*topology, parameters);
  const std::vector<Probe>& probes = fabric->probes();
  const auto value_of = [](const Probe& probe) {
    return probe.kind == ProbeKind::text ? rendered(probe) : std::to_string(word_at(probe.word));
  };
  std::vector<std::string> old(probes.size());
  std::size_t quiet = 0;
  fabric->observe([&](Cycle cycle) {
    const std::vector<std::uint8_t>& changed = fabric->changed_groups();
    for (std::size_t i = 0; i < probes.size(); ++i) {
      std::string value = value_of(probes[i]);
      if (changed.at(static_cast<std::size_t>(probes[i].group)) == 0) {
        ++quiet;
        EXPECT_EQ(value, old[i]) << probes[i].path << " in cycle " << cycle;
      }
      old[i] = std::move(value);
    }
  });
  std::uint64_t draw = 1;
  for (Cycle t = 0; t < 1'500; ++t) {
    for (int node = 0; node < 8; ++node) {
      draw = microarch::mix64(draw + 1);
      if (t % 300 < 60 && draw % 8 == 0) {
        fabric->offer(node, (node + 1 + static_cast<int>((draw >> 8) % 7)) % 8, 1 + static_cast<int>((draw >> 16) % 8),
                      0);
      }
    }
    fabric->advance(t + 1);
  }
  EXPECT_GT(quiet, probes.size() * 20) << "routers do sleep";
}

TEST(Probes, QuietGroupsAreQuiet) {
  FabricParameters parameters;
  parameters.max_packet_flits = 8;
  parameters.buffer_packets = 2;
  expect_quiet_groups_to_be_quiet(parameters);
}

TEST(Probes, QuietGroupsAreQuietWithLongDelays) {
  FabricParameters parameters;
  parameters.max_packet_flits = 8;
  parameters.buffer_packets = 2;
  parameters.adaptive_vcs = 1;
  parameters.router_delay = 3;
  parameters.link_delay = 2;
  parameters.credit_delay = 4;
  parameters.injectors = 2;
  parameters.crossbar = microarch::CrossbarKind("per_port");
  expect_quiet_groups_to_be_quiet(parameters);
}

/// Why the second of two packets of node 0 for the ring x+ waits. No adaptive VCs.
TEST(Probes, AHeadBehindItsBusyPortIsShown) {
  FabricParameters parameters;
  parameters.crossbar = microarch::CrossbarKind("per_port");
  parameters.max_packet_flits = 8;
  parameters.buffer_packets = 1;
  Watched watched(networks::make_torus({5, 5}), parameters);
  const std::string held = "noc.r_2_2.in_xp_from_1_2.vc2.stall";
  watched.watch(held);
  watched.fabric->offer(7, 12, 8, 0);
  watched.fabric->advance(1);
  watched.fabric->offer(11, 12, 8, 1);  // holds the port x+ of router 12 while it is ejected, after the packet from 7
  watched.fabric->offer(11, 13, 2, 2);  // by the other virtual channel of the same port
  while (watched.fabric->now() < 18) watched.fabric->advance(18);
  for (std::size_t cycle = 12; cycle <= 16; ++cycle) EXPECT_EQ(watched.history[held][cycle], "input_busy") << cycle;
}

Values stalls_of_the_second(int buffer_packets, bool bubble) {
  FabricParameters parameters;
  parameters.adaptive_vcs = 0;
  parameters.max_packet_flits = 4;
  parameters.buffer_packets = buffer_packets;
  parameters.bubble = bubble;
  Watched watched(networks::make_torus({5, 5}), parameters);
  watched.watch("noc.r_0_0.injector0.stall");
  watched.fabric->offer(0, 2, 4, 0);
  watched.fabric->offer(0, 2, 4, 0);
  watched.fabric->advance(7);
  return watched.history["noc.r_0_0.injector0.stall"];
}

TEST(Probes, AWaitingHeadShowsWhatItWouldTake) {
  FabricParameters parameters;
  parameters.max_packet_flits = 8;
  parameters.buffer_packets = 1;
  parameters.adaptive_vcs = 1;
  Watched watched(networks::make_torus({5, 5}), parameters);
  watched.watch("noc.r_0_0.injector0.wish");
  watched.watch("noc.r_0_0.injector0.pick_valid");
  watched.watch("noc.r_2_0.in_xp_from_1_0.vc1.wish");
  for (int k = 0; k < 2; ++k) watched.fabric->offer(0, 2, 8, 0);
  watched.fabric->advance(12);
  const Values& wish = watched.history["noc.r_0_0.injector0.wish"];
  EXPECT_EQ(wish[0], "xp | xp.vc0");
  EXPECT_EQ(wish[1], "") << "it crosses";
  EXPECT_EQ(wish[8], "xp | xp.vc0");
  EXPECT_EQ(watched.history["noc.r_0_0.injector0.pick_valid"][8], "0") << "and is not granted";
  EXPECT_EQ(watched.history["noc.r_2_0.in_xp_from_1_0.vc1.wish"][4], "eject");
}

TEST(Probes, ABubbleRefusalIsShown) {
  EXPECT_EQ(stalls_of_the_second(2, true),
            (Values{"moving", "moving", "moving", "moving", "bubble", "bubble", "moving"}));
}

TEST(Probes, AFullBufferIsShown) {
  EXPECT_EQ(stalls_of_the_second(1, false),
            (Values{"moving", "moving", "moving", "moving", "no_credit", "no_credit", "moving"}));
}

}  // namespace
}  // namespace trenza::rtl_models
