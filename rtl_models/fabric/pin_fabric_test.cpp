// The pin view as a whole: latency to the cycle, offers, idle jumps, counters and audits.
#include "rtl_models/pin_fabric.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <vector>

#include "microarch/parameters.h"
#include "rtl_models/fabric/strict_fabric.h"
#include "topologies/topology_test_support.h"

namespace trenza::rtl_models {
namespace {

namespace networks = topologies::test_support;
using microarch::Cycle;
using microarch::Delivery;
using microarch::FabricParameters;
using microarch::InvariantViolation;
using test_bench::strict_fabric;
using topologies::NodeId;

/// Lets time pass until everything offered is delivered. Fails after `limit` cycles.
std::vector<Delivery> drain(PinFabric& fabric, Cycle limit = 100000) {
  std::vector<Delivery> all;
  const Cycle end = fabric.now() + limit;
  while (!fabric.idle() && fabric.now() < end) {
    fabric.advance(fabric.now() + 1);
    all.insert(all.end(), fabric.delivered().begin(), fabric.delivered().end());
  }
  EXPECT_TRUE(fabric.idle());
  return all;
}

struct Delays {
  int router, link, credit, flits;
};

/// The text of a case in the list of tests.
std::ostream& operator<<(std::ostream& out, const Delays& d) {
  return out << "R " << d.router << " L " << d.link << " C " << d.credit << ", " << d.flits << " flits";
}

class ZeroLoad : public testing::TestWithParam<Delays> {};

TEST_P(ZeroLoad, LatencyOfEveryPair) {
  const auto topology = networks::make("rtt", 2);
  const Delays delays = GetParam();
  FabricParameters parameters;
  parameters.router_delay = delays.router;
  parameters.link_delay = delays.link;
  parameters.credit_delay = delays.credit;
  const auto fabric = strict_fabric(*topology, parameters);
  std::uint64_t tag = 0;
  for (NodeId source = 0; source < 8; ++source) {
    const std::vector<int> distances = networks::graph_distances(topology->graph(), source);
    std::uint64_t number = 0;
    for (NodeId destination = 0; destination < 8; ++destination) {
      if (destination == source) continue;
      const Cycle created = fabric->now();
      EXPECT_EQ(fabric->offer(source, destination, delays.flits, ++tag), number);
      const int hops = distances[static_cast<std::size_t>(destination)];
      const auto latency =
          static_cast<Cycle>(hops * (delays.router + delays.link) + delays.flits - 1 + delays.router - 1);
      fabric->advance(created + 10000);
      ASSERT_EQ(fabric->delivered().size(), 1U);
      const Delivery& packet = fabric->delivered().front();
      EXPECT_EQ(packet.source, source);
      EXPECT_EQ(packet.destination, destination);
      EXPECT_EQ(packet.number, number++);
      EXPECT_EQ(packet.flits, delays.flits);
      EXPECT_EQ(packet.hops, hops);
      EXPECT_EQ(packet.tag, tag);
      EXPECT_EQ(packet.created, created);
      EXPECT_EQ(packet.entered, created + static_cast<Cycle>(delays.router) - 1);
      EXPECT_EQ(packet.ejected, created + latency) << source << " to " << destination;
      EXPECT_EQ(fabric->now(), packet.ejected + 1) << "advance ends with the first delivery";
      drain(*fabric);
      EXPECT_LE(fabric->now(), packet.ejected + static_cast<Cycle>(delays.credit));
      EXPECT_TRUE(fabric->audit().empty());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Delays, ZeroLoad,
                         testing::Values(Delays{1, 1, 1, 1}, Delays{1, 1, 1, 3}, Delays{1, 1, 1, 16},
                                         Delays{2, 1, 1, 5}, Delays{3, 1, 2, 16}, Delays{1, 4, 1, 2},
                                         Delays{1, 1, 7, 9}, Delays{3, 2, 5, 4}, Delays{4, 6, 3, 1}),
                         [](const auto& tested) {
                           const Delays& d = tested.param;
                           return "R" + std::to_string(d.router) + "L" + std::to_string(d.link) + "C" +
                                  std::to_string(d.credit) + "F" + std::to_string(d.flits);
                         });

TEST(PinFabric, TimingOfATwoHopPacket) {
  const auto topology = networks::make_torus({5, 2});
  const auto fabric = strict_fabric(*topology, {});
  fabric->offer(0, 2, 3, 0);
  fabric->advance(100);
  ASSERT_EQ(fabric->delivered().size(), 1U);
  EXPECT_EQ(fabric->delivered()[0].ejected, 6U);
}

TEST(PinFabric, AnEmptyFabricJumps) {
  const auto topology = networks::make("rtt", 2);
  const auto fabric = strict_fabric(*topology, {});
  EXPECT_TRUE(fabric->idle());
  fabric->advance(5000000000000ULL);
  EXPECT_EQ(fabric->now(), 5000000000000ULL);
  EXPECT_TRUE(fabric->delivered().empty());
  fabric->offer(0, 1, 2, 0);
  EXPECT_FALSE(fabric->idle()) << "an offer makes it busy at once";
  fabric->advance(fabric->now() + 1000000);
  ASSERT_EQ(fabric->delivered().size(), 1U);
  EXPECT_EQ(fabric->delivered()[0].created, 5000000000000ULL);
  EXPECT_EQ(fabric->delivered()[0].ejected, 5000000000003ULL);
  fabric->advance(fabric->now() + 1000000);
  EXPECT_EQ(fabric->now(), 5000000000004ULL + 1000000ULL) << "the rest of the way is empty again";
  EXPECT_TRUE(fabric->delivered().empty());
}

TEST(PinFabric, CreditsComeHomeBeforeAJump) {
  const auto topology = networks::make("rtt", 2);
  FabricParameters parameters;
  parameters.credit_delay = 100;
  const auto fabric = strict_fabric(*topology, parameters);
  for (int round = 0; round < 5; ++round) {
    fabric->offer(0, 1, 16, 0);
    fabric->advance(fabric->now() + 1000);
    const Cycle ejected = fabric->delivered().at(0).ejected;
    while (!fabric->idle()) {
      EXPECT_TRUE(fabric->audit().empty());
      fabric->advance(fabric->now() + 1);
    }
    EXPECT_GE(fabric->now(), ejected + 100) << "the last credit is usable from here on";
    EXPECT_TRUE(fabric->waiting().credits_in_flight.empty());
    fabric->advance(fabric->now() + 1000000);
    EXPECT_TRUE(fabric->audit().empty());
  }
}

TEST(PinFabric, AdvanceStopsAtItsLimit) {
  const auto topology = networks::make("rtt", 2);
  const auto fabric = strict_fabric(*topology, {});
  fabric->offer(0, 1, 16, 0);
  for (Cycle limit = 1; limit <= 17; ++limit) {
    fabric->advance(limit);
    EXPECT_EQ(fabric->now(), limit);
    EXPECT_TRUE(fabric->delivered().empty());
  }
  fabric->advance(18);
  EXPECT_EQ(fabric->delivered().size(), 1U);
  EXPECT_THROW(fabric->advance(18), InvariantViolation);
  EXPECT_THROW(fabric->advance(3), InvariantViolation);
}

TEST(PinFabric, RefusesWhatIsNotAPacket) {
  const auto topology = networks::make("rtt", 2);
  const auto fabric = strict_fabric(*topology, {});
  EXPECT_THROW(fabric->offer(-1, 1, 1, 0), InvariantViolation);
  EXPECT_THROW(fabric->offer(8, 1, 1, 0), InvariantViolation);
  EXPECT_THROW(fabric->offer(0, 8, 1, 0), InvariantViolation);
  EXPECT_THROW(fabric->offer(0, -1, 1, 0), InvariantViolation);
  EXPECT_THROW(fabric->offer(0, 1, 0, 0), InvariantViolation);
  EXPECT_THROW(fabric->offer(0, 1, 17, 0), InvariantViolation);
  EXPECT_TRUE(fabric->idle()) << "a refused offer leaves nothing behind";
  EXPECT_EQ(fabric->counters().packets_offered, 0U);
  EXPECT_EQ(fabric->offer(0, 1, 16, 0), 0U);
}

TEST(PinFabric, DeliveriesOfACycleAreOrdered) {
  const auto topology = networks::make_torus({5, 5});
  FabricParameters parameters;
  parameters.ejectors = 2;
  const auto fabric = strict_fabric(*topology, parameters);
  for (const NodeId source : {24, 17, 10, 3}) fabric->offer(source, source == 24 ? 20 : source + 1, 1, 0);
  fabric->advance(100);
  ASSERT_EQ(fabric->delivered().size(), 4U);
  for (std::size_t i = 1; i < 4; ++i)
    EXPECT_LT(fabric->delivered()[i - 1].destination, fabric->delivered()[i].destination);
}

TEST(PinFabric, RandomTrafficIsConserved) {
  const auto topology = networks::make("rtt", 2);
  FabricParameters parameters;
  parameters.max_packet_flits = 6;
  parameters.buffer_packets = 2;
  parameters.link_delay = 2;
  parameters.credit_delay = 3;
  parameters.injectors = 2;
  parameters.ejectors = 2;
  const auto fabric = strict_fabric(*topology, parameters);
  std::mt19937 random(5);
  std::vector<Delivery> all;
  std::uint64_t flits = 0;
  std::uint64_t tag = 0;
  while (fabric->now() < 3000) {
    for (NodeId source = 0; source < 8; ++source) {
      if (random() % 10 != 0) continue;
      const int length = 1 + static_cast<int>(random() % 6);
      fabric->offer(source, static_cast<NodeId>((source + 1 + random() % 7) % 8), length, tag++);
      flits += static_cast<std::uint64_t>(length);
    }
    fabric->advance(fabric->now() + 1);
    all.insert(all.end(), fabric->delivered().begin(), fabric->delivered().end());
    const std::vector<std::string> faults = fabric->audit();
    ASSERT_TRUE(faults.empty()) << "cycle " << fabric->now() << ": " << faults.front();
  }
  const std::vector<Delivery> rest = drain(*fabric);
  all.insert(all.end(), rest.begin(), rest.end());
  const microarch::Counters counters = fabric->counters();
  EXPECT_EQ(all.size(), tag);
  EXPECT_EQ(counters.packets_offered, tag);
  EXPECT_EQ(counters.packets_delivered, tag);
  EXPECT_EQ(counters.flits_offered, flits);
  EXPECT_EQ(counters.flits_delivered, flits);
  std::uint64_t flit_hops = 0;
  std::uint64_t packet_hops = 0;
  for (const Delivery& packet : all) {
    flit_hops += static_cast<std::uint64_t>(packet.flits * packet.hops);
    packet_hops += static_cast<std::uint64_t>(packet.hops);
    EXPECT_EQ(packet.hops, topology->routing().distance(packet.source, packet.destination));
  }
  EXPECT_EQ(counters.flit_hops, flit_hops);
  EXPECT_EQ(counters.network_grants, packet_hops);
  EXPECT_LE(counters.escape_grants, packet_hops);
  std::uint64_t on_channels = 0;
  for (const std::uint64_t count : counters.channel_flits) on_channels += count;
  EXPECT_EQ(on_channels, flit_hops);
  EXPECT_TRUE(fabric->waiting().heads.empty());
}

TEST(PinFabric, ObservesEverySimulatedCycleAndNoOther) {
  const auto topology = networks::make("rtt", 2);
  const auto fabric = strict_fabric(*topology, {});
  std::vector<Cycle> observed;
  fabric->observe([&](Cycle cycle) { observed.push_back(cycle); });
  fabric->advance(1000);
  EXPECT_TRUE(observed.empty()) << "the empty fabric jumped";
  fabric->offer(0, 1, 2, 0);
  fabric->advance(2000);
  EXPECT_EQ(observed, (std::vector<Cycle>{1000, 1001, 1002, 1003}));
  fabric->observe({});
  fabric->offer(0, 1, 2, 0);
  fabric->advance(2000);
  EXPECT_EQ(observed.size(), 4U);
}

// So that waves which begin there have values.
TEST(PinFabric, ShowsTheFirstCycleThatIsWantedAlsoWhenItIsQuiet) {
  const auto topology = networks::make("rtt", 2);
  const auto fabric = strict_fabric(*topology, {});
  std::vector<Cycle> observed;
  fabric->observe([&](Cycle cycle) { observed.push_back(cycle); }, 7);
  fabric->advance(5);
  EXPECT_TRUE(observed.empty()) << "the cycle lies ahead";
  fabric->advance(1000);
  EXPECT_EQ(observed, (std::vector<Cycle>{7}));
  fabric->offer(0, 1, 2, 0);
  fabric->advance(2000);
  EXPECT_EQ(observed, (std::vector<Cycle>{7, 1000, 1001, 1002, 1003}));
}

}  // namespace
}  // namespace trenza::rtl_models
