// The wiring of the fabric: every port at its neighbour, every module under its name.
#include "rtl_models/fabric/noc.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

#include "microarch/parameters.h"
#include "rtl_models/common/test_bench.h"
#include "rtl_models/fabric/fabric_test_support.h"
#include "topologies/topology_test_support.h"

namespace trenza::rtl_models {
namespace {

using test_bench::Nobody;
namespace networks = topologies::test_support;
using topologies::ChannelId;
using topologies::ChannelKind;
using topologies::NodeId;

struct Wired {
  std::unique_ptr<topologies::Topology> topology;
  Nobody nobody;
  std::unique_ptr<Noc> noc;

  Wired(std::unique_ptr<topologies::Topology> network, const microarch::FabricParameters& parameters)
      : topology(std::move(network)) {
    test_bench::strict_reports();  // a name given twice is an error
    noc = std::make_unique<Noc>("noc", *topology, parameters, nobody);
    noc->reset.write(true);
    run(2);
  }

  static void run(int cycles) { sc_core::sc_start(cycles * static_cast<int>(Noc::kPeriodPicoseconds), sc_core::SC_PS); }
};

template <class Port>
bool at(Port& port, const sc_core::sc_interface& signal) {
  return port.get_interface() == &signal;
}

/// Each end of a channel, the right way round.
template <class Ports>
bool all_at(Ports& ports, const FlitSignals& wires) {
  return at(ports.valid, wires.valid) && at(ports.vc, wires.vc) && at(ports.flit, wires.flit) &&
         at(ports.header, wires.header);
}

void check_wiring(std::unique_ptr<topologies::Topology> network, int credit_delay) {
  microarch::FabricParameters parameters;
  parameters.credit_delay = credit_delay;
  Wired wired(std::move(network), parameters);
  const auto& graph = wired.topology->graph();
  for (ChannelId c = 0; c < graph.channels(); ++c) {
    const topologies::Channel& channel = graph.channel(c);
    const Noc::Channel& wires = wired.noc->wires(c);
    RouterPorts& sender = wired.noc->router(channel.from);
    RouterPorts& receiver = wired.noc->router(channel.to);
    const auto out = static_cast<std::size_t>(channel.out_port);
    const auto in = static_cast<std::size_t>(channel.in_port);
    EXPECT_TRUE(all_at(*sender.out[out], wires.sent)) << c;
    EXPECT_TRUE(all_at(*receiver.in[in], wires.arriving)) << c;
    EXPECT_TRUE(at(receiver.credit_out[in], wires.credit_sent)) << c;
    EXPECT_TRUE(at(sender.credit_in[out], credit_delay > 1 ? wires.credit_arriving : wires.credit_sent)) << c;
    Link& link = const_cast<Link&>(wired.noc->link(c));
    EXPECT_TRUE(all_at(link.in, wires.sent)) << c;
    EXPECT_TRUE(all_at(link.out, wires.arriving)) << c;
  }
}

TEST(Noc, WiringOfATwistedTorus) { check_wiring(networks::make("rtt", 4), 1); }
TEST(Noc, WiringOfATwistedTorusWithCreditLinks) { check_wiring(networks::make("rtt", 2), 3); }
TEST(Noc, WiringOfTwistsByOddAmounts) { check_wiring(networks::make_torus({7, 3}, {{1, 0, 3}}), 2); }
TEST(Noc, WiringInThreeDimensions) { check_wiring(networks::make("pdtt", 2), 1); }
TEST(Noc, WiringOfOneDimension) { check_wiring(networks::make_torus({2}), 1); }
TEST(Noc, WiringInFiveDimensions) { check_wiring(networks::make_torus({2, 2, 2, 3, 2}, {{4, 0, 1}}), 1); }

bool exists(const std::string& name) { return sc_core::sc_find_object(name.c_str()) != nullptr; }

TEST(Noc, NamesFollowTheNetwork) {
  microarch::FabricParameters parameters;
  parameters.credit_delay = 2;
  Wired wired(networks::make("rtt", 4), parameters);
  for (const char* name :
       {"noc.r_3_2", "noc.r_3_2.in_xp_from_2_2", "noc.r_3_2.out_xp_to_4_2", "noc.r_3_2.bubble_ym_to_3_1",
        "noc.r_3_2.route_yp_from_3_1", "noc.r_3_2.vc_allocator", "noc.r_3_2.switch_allocator", "noc.r_3_2.crossbar",
        "noc.r_3_2.network_interface", "noc.link_2_2_xp_to_3_2", "noc.credits_2_2_xp_to_3_2", "noc.clk", "noc.reset",
        "noc.cycle"}) {
    EXPECT_TRUE(exists(name)) << name;
  }
  EXPECT_TRUE(exists("noc.link_7_0_xp_to_0_0_wrap"));
  EXPECT_TRUE(exists("noc.link_1_3_yp_to_5_0_twist"));
  EXPECT_TRUE(exists("noc.r_5_0.in_yp_from_1_3_twist"));
  EXPECT_FALSE(exists("noc.credits_2_2_xp_to_3_3"));
}

TEST(Noc, TwistedWrapsAndOnlyTheyCarryTwist) {
  Wired wired(networks::make("rtt", 4), {});
  const auto& graph = wired.topology->graph();
  std::set<std::string> names;
  int twists = 0;
  for (ChannelId c = 0; c < graph.channels(); ++c) {
    const std::string name = wired.noc->link(c).basename();
    EXPECT_TRUE(names.insert(name).second) << name;
    const ChannelKind kind = graph.channel(c).kind;
    EXPECT_EQ(name.find("_twist") != std::string::npos, kind == ChannelKind::twist) << name;
    EXPECT_EQ(name.find("_wrap") != std::string::npos, kind == ChannelKind::wrap) << name;
    twists += kind == ChannelKind::twist ? 1 : 0;
  }
  EXPECT_EQ(twists, 16) << "8 columns, both directions";
}

TEST(Noc, CountsCyclesFromTheEndOfReset) {
  Wired wired(networks::make("rtt", 2), {});
  Cycle observed = 1000;
  int calls = 0;
  wired.noc->observe([&](Cycle cycle) {
    observed = cycle;
    ++calls;
  });
  EXPECT_EQ(wired.noc->cycle.read(), 0U);
  wired.noc->reset.write(false);
  for (Cycle cycle = 0; cycle < 5; ++cycle) {
    Wired::run(1);
    EXPECT_EQ(observed, cycle);
  }
  EXPECT_EQ(wired.noc->cycle.read(), 5U);
  wired.noc->jump(1000000000000ULL);
  Wired::run(1);
  EXPECT_EQ(observed, 1000000000000ULL);
  EXPECT_EQ(wired.noc->cycle.read(), 1000000000001ULL);
  EXPECT_EQ(calls, 6);
}

}  // namespace
}  // namespace trenza::rtl_models
