#include "testbench/traffic/generator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "testbench/input_error.h"

namespace trenza::testbench {
namespace {

using testing::HasSubstr;

struct Made {
  Cycle cycle;
  PacketOffer offer;
};

std::vector<Made> generate(const SyntheticTraffic& traffic, const ProcessMap& map, const std::vector<int>& grid,
                           Cycle cycles, std::uint64_t seed = 1) {
  TrafficGenerator generator(traffic, map, grid, 64, seed);
  std::vector<Made> made;
  std::vector<PacketOffer> offers;
  while (generator.next_cycle() < cycles) {
    const Cycle cycle = generator.next_cycle();
    offers.clear();
    generator.take(offers);
    EXPECT_GT(generator.next_cycle(), cycle);
    for (const PacketOffer& offer : offers) made.push_back({cycle, offer});
  }
  return made;
}

std::uint64_t flits_of(const std::vector<Made>& made) {
  std::uint64_t sum = 0;
  for (const Made& packet : made) sum += static_cast<std::uint64_t>(packet.offer.flits);
  return sum;
}

TEST(Generator, OffersTheLoad) {
  for (const std::uint64_t load_ppb : {10'000'000ULL, 300'000'000ULL, 4'000'000'000ULL}) {
    SyntheticTraffic traffic;
    traffic.load_ppb = load_ppb;
    traffic.lengths = {{1, 1}};
    const auto made = generate(traffic, ProcessMap({}, 8), {4, 2}, 50'000);
    EXPECT_NEAR(static_cast<double>(flits_of(made)) / (8 * 50'000), static_cast<double>(load_ppb) / 1e9, 0.005);
  }
}

TEST(Generator, LoadAboveOnePacketPerCycleIsExact) {
  SyntheticTraffic traffic;
  traffic.load_ppb = 4 * kBillion;
  traffic.lengths = {{1, 1}};
  EXPECT_EQ(generate(traffic, ProcessMap({}, 8), {4, 2}, 100).size(), 8U * 4 * 100);
}

TEST(Generator, MixesLengthsByWeight) {
  SyntheticTraffic traffic;
  traffic.load_ppb = kBillion;
  traffic.lengths = {{1, 3}, {16, 1}};
  const auto made = generate(traffic, ProcessMap({}, 8), {4, 2}, 50'000);
  std::map<int, double> count;
  for (const Made& packet : made) ++count[packet.offer.flits];
  EXPECT_NEAR(count[1] / (count[1] + count[16]), 0.75, 0.01);
  EXPECT_NEAR(static_cast<double>(flits_of(made)) / (8 * 50'000), 1.0, 0.02);
}

TEST(Generator, OffersOfACycleAscendByProcess) {
  SyntheticTraffic traffic;
  traffic.load_ppb = 2 * kBillion;
  traffic.lengths = {{4, 1}};
  const auto made = generate(traffic, ProcessMap({}, 8), {4, 2}, 1000);
  for (std::size_t k = 1; k < made.size(); ++k) {
    EXPECT_GE(made[k].cycle, made[k - 1].cycle);
    const bool is_ascending = made[k].cycle > made[k - 1].cycle || made[k].offer.source >= made[k - 1].offer.source;
    EXPECT_TRUE(is_ascending) << k;
    EXPECT_NE(made[k].offer.source, made[k].offer.destination);
  }
}

TEST(Generator, FixedPointsAreSilent) {
  SyntheticTraffic traffic;
  traffic.pattern = "transpose";
  traffic.load_ppb = kBillion;
  std::set<microarch::NodeId> sources;
  for (const Made& packet : generate(traffic, ProcessMap({}, 4), {2, 2}, 2000)) sources.insert(packet.offer.source);
  EXPECT_EQ(sources, (std::set<microarch::NodeId>{1, 2}));
}

TEST(Generator, MappingMovesProcesses) {
  SyntheticTraffic traffic;
  traffic.pattern = "neighbour";
  traffic.load_ppb = kBillion;
  const auto made = generate(traffic, ProcessMap({3, 2, 1, 0}, 4), {4}, 1000);
  for (const Made& packet : made) EXPECT_EQ(packet.offer.destination, (packet.offer.source + 3) % 4);
}

TEST(Generator, ProcessesOfANodeShareItsLoad) {
  SyntheticTraffic traffic;
  traffic.load_ppb = 500'000'000;
  traffic.lengths = {{1, 1}};
  const std::vector<microarch::NodeId> mapping{0, 0, 1, 1, 2, 2, 3, 3};
  const auto made = generate(traffic, ProcessMap(mapping, 4), {8}, 50'000);
  // One of 7 destinations is on the own node and not offered.
  EXPECT_NEAR(static_cast<double>(flits_of(made)) / (4 * 50'000), 0.5 * 6 / 7, 0.01);
}

TEST(Generator, PacketsToTheOwnNodeAreMadeWhereTheTrafficSaysSo) {
  SyntheticTraffic traffic;
  traffic.pattern = "transpose";
  traffic.load_ppb = kBillion;
  traffic.self = true;
  std::map<microarch::NodeId, std::set<microarch::NodeId>> destinations;
  for (const Made& packet : generate(traffic, ProcessMap({}, 4), {2, 2}, 2000))
    destinations[packet.offer.source].insert(packet.offer.destination);
  EXPECT_EQ(destinations,
            (std::map<microarch::NodeId, std::set<microarch::NodeId>>{{0, {0}}, {1, {2}}, {2, {1}}, {3, {3}}}));
  traffic.pattern = "uniform";
  traffic.load_ppb = 500'000'000;
  traffic.lengths = {{1, 1}};
  const std::vector<microarch::NodeId> mapping{0, 0, 1, 1, 2, 2, 3, 3};
  const auto made = generate(traffic, ProcessMap(mapping, 4), {8}, 50'000);
  EXPECT_NEAR(static_cast<double>(flits_of(made)) / (4 * 50'000), 0.5, 0.01);
  double own = 0;
  for (const Made& packet : made) own += packet.offer.source == packet.offer.destination ? 1 : 0;
  EXPECT_NEAR(own / static_cast<double>(made.size()), 2.0 / 8, 0.01) << "two of the 8 processes are on the own node";
}

TEST(Generator, SeedsDiffer) {
  SyntheticTraffic traffic;
  traffic.load_ppb = kBillion;
  const ProcessMap map({}, 8);
  const auto describe = [&](std::uint64_t seed) {
    std::vector<std::tuple<Cycle, int, int>> list;
    for (const Made& packet : generate(traffic, map, {4, 2}, 500, seed))
      list.emplace_back(packet.cycle, packet.offer.source, packet.offer.destination);
    return list;
  };
  EXPECT_EQ(describe(1), describe(1));
  EXPECT_NE(describe(1), describe(2));
}

TEST(Generator, SamePacketsOnEveryMachine) {
  SyntheticTraffic traffic;
  traffic.load_ppb = 300'000'000;
  traffic.lengths = {{16, 2}, {8, 1}};
  std::uint64_t sum = 0;
  for (const char* arrival : {"bernoulli", "poisson", "on_off"}) {
    traffic.arrival = arrival;
    for (const Made& packet : generate(traffic, ProcessMap({}, 128), {16, 8}, 5000))
      sum += microarch::hash(packet.cycle, packet.offer.source, packet.offer.destination, packet.offer.flits);
  }
  EXPECT_EQ(sum, 12528556024658068603U);
}

TEST(Generator, WrongTrafficIsRefused) {
  const auto refusal = [](const SyntheticTraffic& traffic, const ProcessMap& map,
                          const std::vector<int>& grid) -> std::string {
    try {
      TrafficGenerator generator(traffic, map, grid, 64, 1);
      return "";
    } catch (const InputError& error) {
      return error.what();
    }
  };
  const ProcessMap map({}, 8);
  SyntheticTraffic traffic;
  EXPECT_EQ(refusal(traffic, map, {4, 2}), "");
  EXPECT_THAT(refusal(traffic, map, {4, 4}), HasSubstr("8 processes, but the process grid is 4x4"));
  EXPECT_THAT(refusal(traffic, map, {0, 8}), HasSubstr("sizes must be at least 1"));
  EXPECT_THAT(refusal(traffic, ProcessMap({1}, 8), {1}), HasSubstr("at least 2 processes"));
  traffic.load_ppb = 1001 * kBillion;
  EXPECT_THAT(refusal(traffic, map, {4, 2}), HasSubstr("at most 1000"));
  traffic.load_ppb = 0;
  traffic.lengths = {};
  EXPECT_THAT(refusal(traffic, map, {4, 2}), HasSubstr("at least one is needed"));
  traffic.lengths = {{65, 1}};
  EXPECT_THAT(refusal(traffic, map, {4, 2}), HasSubstr("65 flits; the routers take 1 to 64"));
  traffic.lengths = {{0, 1}};
  EXPECT_THAT(refusal(traffic, map, {4, 2}), HasSubstr("0 flits"));
  traffic.lengths = {{4, 0}};
  EXPECT_THAT(refusal(traffic, map, {4, 2}), HasSubstr("weights must be"));
  traffic.lengths = {{4, kBillion}, {5, 1}};
  EXPECT_THAT(refusal(traffic, map, {4, 2}), HasSubstr("sum of the weights"));
}

TEST(ProcessMap, RefusesNodesThatDoNotExist) {
  EXPECT_THROW(ProcessMap({0, 8}, 8), InputError);
  EXPECT_THROW(ProcessMap({-1}, 8), InputError);
}

}  // namespace
}  // namespace trenza::testbench
