#include "testbench/traffic/pattern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <vector>

#include "testbench/input_error.h"

namespace trenza::testbench {
namespace {

using testing::HasSubstr;

PatternContext context(const std::vector<int>& grid, const SyntheticTraffic& traffic) {
  return PatternContext{5, std::accumulate(grid.begin(), grid.end(), 1, std::multiplies<>()), grid, &traffic};
}

/// Destination of every process of a permutation.
std::vector<ProcessId> image(const std::string& name, const std::vector<int>& grid) {
  const SyntheticTraffic traffic;
  const PatternContext c = context(grid, traffic);
  const auto pattern = make_pattern(name, c);
  std::vector<ProcessId> destinations;
  for (ProcessId p = 0; p < c.processes; ++p) {
    destinations.push_back(pattern->destination(p, 0));
    EXPECT_EQ(pattern->destination(p, 17), destinations.back());
  }
  EXPECT_EQ(std::set<ProcessId>(destinations.begin(), destinations.end()).size(), destinations.size())
      << name << " is no permutation";
  return destinations;
}

std::string pattern_refusal(const std::string& name, const std::vector<int>& grid,
                            const SyntheticTraffic& traffic = {}) {
  try {
    make_pattern(name, context(grid, traffic));
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

/// How often `source` chooses each process in `count` packets.
std::vector<int> frequencies(const Pattern& pattern, ProcessId source, ProcessId processes, int count) {
  std::vector<int> found(static_cast<std::size_t>(processes), 0);
  for (int k = 0; k < count; ++k)
    ++found[static_cast<std::size_t>(pattern.destination(source, static_cast<std::uint64_t>(k)))];
  return found;
}

void expect_count(int found, double expected) { EXPECT_NEAR(found, expected, 5 * std::sqrt(expected)); }

TEST(Pattern, AllToAllReachesEveryOtherOnceInEachRound) {
  const SyntheticTraffic traffic;
  const auto pattern = make_pattern("all_to_all", context({4, 2}, traffic));
  std::set<std::vector<ProcessId>> orders;
  for (const ProcessId source : {0, 3, 7}) {
    for (std::uint64_t round = 0; round < 20; ++round) {
      std::vector<ProcessId> order;
      for (std::uint64_t k = 0; k < 7; ++k) order.push_back(pattern->destination(source, 7 * round + k));
      orders.insert(order);
      std::sort(order.begin(), order.end());
      std::vector<ProcessId> others;
      for (ProcessId p = 0; p < 8; ++p) {
        if (p != source) others.push_back(p);
      }
      EXPECT_EQ(order, others);
    }
  }
  EXPECT_GT(orders.size(), 50U);
}

TEST(Pattern, UniformReachesAllOthersEqually) {
  const SyntheticTraffic traffic;
  const auto pattern = make_pattern("uniform", context({4, 2}, traffic));
  for (const ProcessId source : {0, 3, 7}) {
    const std::vector<int> found = frequencies(*pattern, source, 8, 70'000);
    for (ProcessId p = 0; p < 8; ++p) {
      if (p == source) {
        EXPECT_EQ(found[static_cast<std::size_t>(p)], 0);
      } else {
        expect_count(found[static_cast<std::size_t>(p)], 10'000);
      }
    }
  }
}

TEST(Pattern, ProcessesThatDrawThemselvesDrawAmongAll) {
  SyntheticTraffic traffic;
  traffic.self = true;
  const auto uniform = make_pattern("uniform", context({4, 2}, traffic));
  for (const ProcessId source : {0, 3, 7}) {
    for (const int found : frequencies(*uniform, source, 8, 80'000)) expect_count(found, 10'000);
  }
  const auto exchange = make_pattern("all_to_all", context({4, 2}, traffic));
  std::set<ProcessId> firsts;
  for (std::uint64_t round = 0; round < 50; ++round) {
    std::set<ProcessId> reached;
    for (std::uint64_t k = 0; k < 8; ++k) reached.insert(exchange->destination(3, 8 * round + k));
    EXPECT_EQ(reached.size(), 8U);
    firsts.insert(exchange->destination(3, 8 * round));
  }
  EXPECT_EQ(firsts.size(), 8U);

  traffic.alpha_ppb = 400'000'000;
  const auto local = make_pattern("local_global", context({5, 4}, traffic));
  const std::set<ProcessId> neighbours{0, 3, 9, 19};  // of process 4
  const std::vector<int> found = frequencies(*local, 4, 20, 100'000);
  for (ProcessId p = 0; p < 20; ++p) {
    const double expected = neighbours.count(p) != 0 ? 100'000 * 0.4 / 4 : 100'000 * 0.6 / 16;
    expect_count(found[static_cast<std::size_t>(p)], expected);
  }
  const auto small = make_pattern("local_global", context({3}, traffic));  // all others are neighbours
  const std::vector<int> three = frequencies(*small, 1, 3, 30'000);
  expect_count(three[1], 30'000 * 0.6);
  expect_count(three[0], 30'000 * 0.4 / 2);

  traffic.hot_spots = {2, 5};
  traffic.hot_share_ppb = 500'000'000;
  const auto hot = make_pattern("hot_spot", context({4, 2}, traffic));
  for (const ProcessId source : {2, 3}) {
    const std::vector<int> of = frequencies(*hot, source, 8, 80'000);
    for (ProcessId p = 0; p < 8; ++p)
      expect_count(of[static_cast<std::size_t>(p)], p == 2 || p == 5 ? 20'000 + 5'000 : 5'000);
  }
}

TEST(Pattern, UniformOfTwoProcesses) { EXPECT_EQ(image("uniform", {2}), (std::vector<ProcessId>{1, 0})); }

TEST(Pattern, LocalGlobalSplitsByAlpha) {
  SyntheticTraffic traffic;
  traffic.alpha_ppb = 400'000'000;
  const auto pattern = make_pattern("local_global", context({5, 4}, traffic));
  // Process 4 is at (4, 0): neighbours (0, 0), (3, 0), (4, 1), (4, 3).
  const std::set<ProcessId> neighbours{0, 3, 9, 19};
  const std::vector<int> found = frequencies(*pattern, 4, 20, 100'000);
  for (ProcessId p = 0; p < 20; ++p) {
    const int n = found[static_cast<std::size_t>(p)];
    if (p == 4) {
      EXPECT_EQ(n, 0);
    } else {
      expect_count(n, neighbours.count(p) != 0 ? 100'000 * 0.4 / 4 : 100'000 * 0.6 / 15);
    }
  }
}

TEST(Pattern, LocalGlobalCountsANeighbourOnceInDimensionsOfTwo) {
  SyntheticTraffic traffic;
  traffic.alpha_ppb = kBillion;
  const auto pattern = make_pattern("local_global", context({4, 2}, traffic));
  const std::vector<int> found = frequencies(*pattern, 0, 8, 30'000);  // (1, 0), (3, 0), (0, 1)
  for (const std::size_t p : {1, 3, 4}) expect_count(found[p], 10'000);
  EXPECT_EQ(found[1] + found[3] + found[4], 30'000);
}

TEST(Pattern, LocalGlobalExtremesOfAlpha) {
  SyntheticTraffic traffic;
  traffic.alpha_ppb = 0;
  const auto global = make_pattern("local_global", context({5, 4}, traffic));
  const std::vector<int> found = frequencies(*global, 7, 20, 30'000);
  EXPECT_EQ(found[7] + found[6] + found[8] + found[2] + found[12], 0);
  EXPECT_EQ(pattern_refusal("local_global", {4, 2}, traffic), "");
  traffic.alpha_ppb = kBillion + 1;
  EXPECT_THAT(pattern_refusal("local_global", {4, 2}, traffic), HasSubstr("alpha must be between 0 and 1"));
}

TEST(Pattern, LocalGlobalWithoutOthersIsLocal) {
  const SyntheticTraffic traffic;  // alpha 0, but all 2 others are neighbours
  const auto pattern = make_pattern("local_global", context({3}, traffic));
  const std::vector<int> found = frequencies(*pattern, 1, 3, 20'000);
  expect_count(found[0], 10'000);
  expect_count(found[2], 10'000);
}

/// The neighbours that a source draws, found by drawing until nobody new can be expected.
std::set<ProcessId> drawn(const Pattern& pattern, ProcessId source, ProcessId processes) {
  std::set<ProcessId> found;
  const std::vector<int> counts = frequencies(pattern, source, processes, 2'000);
  for (std::size_t p = 0; p < counts.size(); ++p) {
    if (counts[p] > 0) found.insert(static_cast<ProcessId>(p));
  }
  return found;
}

SyntheticTraffic on_a_mesh(std::uint64_t alpha_ppb) {
  SyntheticTraffic traffic;
  traffic.alpha_ppb = alpha_ppb;
  traffic.wrap = false;
  return traffic;
}

TEST(Pattern, LocalGlobalOnAMeshDrawsEvenlyAmongTheNeighboursThereAre) {
  const SyntheticTraffic traffic = on_a_mesh(kBillion);
  const auto pattern = make_pattern("local_global", context({5, 4}, traffic));
  const auto expect_even = [&](ProcessId source, const std::set<ProcessId>& neighbours) {
    const std::vector<int> found = frequencies(*pattern, source, 20, 60'000);
    int sum = 0;
    for (const ProcessId p : neighbours) {
      expect_count(found[static_cast<std::size_t>(p)], 60'000.0 / static_cast<double>(neighbours.size()));
      sum += found[static_cast<std::size_t>(p)];
    }
    EXPECT_EQ(sum, 60'000) << "of process " << source;
  };
  expect_even(0, {1, 5});            // a corner
  expect_even(4, {3, 9});            // the next one, which a wraparound would join with it
  expect_even(2, {1, 3, 7});         // an edge
  expect_even(19, {14, 18});         // the last process
  expect_even(12, {7, 11, 13, 17});  // inside
}

TEST(Pattern, LocalGlobalOnAMeshHasTheNeighboursOfTheGridInAnyDimension) {
  for (const std::vector<int>& grid :
       {std::vector<int>{7}, {2, 3}, {1, 4}, {4, 1}, {3, 1, 2}, {3, 2, 4}, {2, 1, 3, 2}, {2, 2, 2, 2, 2}}) {
    const SyntheticTraffic traffic = on_a_mesh(kBillion);
    const PatternContext c = context(grid, traffic);
    const auto pattern = make_pattern("local_global", c);
    for (ProcessId source = 0; source < c.processes; ++source) {
      std::set<ProcessId> neighbours;  // by number: one stride up or down, within the same line
      ProcessId stride = 1;
      for (const int size : grid) {
        const ProcessId x = source / stride % size;
        if (x + 1 < size) neighbours.insert(source + stride);
        if (x > 0) neighbours.insert(source - stride);
        stride *= size;
      }
      ASSERT_EQ(drawn(*pattern, source, c.processes), neighbours) << "process " << source;
    }
  }
}

TEST(Pattern, LocalGlobalOnAMeshSendsTheRestToAllOthers) {
  const SyntheticTraffic traffic = on_a_mesh(250'000'000);
  const auto pattern = make_pattern("local_global", context({4, 3}, traffic));
  const std::vector<int> found = frequencies(*pattern, 3, 12, 90'000);  // the corner (3, 0): 2 and 7
  for (ProcessId p = 0; p < 12; ++p) {
    const int n = found[static_cast<std::size_t>(p)];
    if (p == 3) {
      EXPECT_EQ(n, 0);
    } else {
      expect_count(n, p == 2 || p == 7 ? 90'000 * 0.25 / 2 : 90'000 * 0.75 / 9);
    }
  }
}

TEST(Pattern, TorusAndMeshDifferOnlyAtTheBorder) {
  const auto differing = [](const std::vector<int>& grid, ProcessId source) {
    SyntheticTraffic torus;
    torus.alpha_ppb = 600'000'000;
    const SyntheticTraffic mesh = on_a_mesh(600'000'000);
    const auto closed = make_pattern("local_global", context(grid, torus));
    const auto open = make_pattern("local_global", context(grid, mesh));
    int count = 0;
    for (std::uint64_t k = 0; k < 500; ++k) count += closed->destination(source, k) != open->destination(source, k);
    return count;
  };
  EXPECT_EQ(differing({4, 4}, 5), 0);
  EXPECT_GT(differing({4, 4}, 4), 0);
  EXPECT_EQ(differing({2, 2}, 0), 0);  // two processes are neighbours anyway
}

TEST(Pattern, TransposeOfASquare) {
  EXPECT_EQ(image("transpose", {3, 3}), (std::vector<ProcessId>{0, 3, 6, 1, 4, 7, 2, 5, 8}));
}

TEST(Pattern, TransposeOfEqualHalves) {
  // (x, y, z, w) -> (z, w, x, y) with sizes 2, 3, 2, 3: process 1 = (1, 0, 0, 0) -> (0, 0, 1, 0) = 6; process 2 = (0,
  // 1, 0, 0) -> (0, 0, 0, 1) = 12.
  const auto destinations = image("transpose", {2, 3, 2, 3});
  EXPECT_EQ(destinations[1], 6);
  EXPECT_EQ(destinations[6], 1);
  EXPECT_EQ(destinations[2], 12);
}

TEST(Pattern, TransposeOfBitHalves) {
  const auto destinations = image("transpose", {8, 2});  // 4 bits: 0b0111 -> 0b1101
  EXPECT_EQ(destinations[7], 13);
  EXPECT_EQ(image("transpose", {4, 4})[7], 13);  // the same where both exist: (3, 1) -> (1, 3)
}

TEST(Pattern, TransposeRefusesOtherShapes) {
  EXPECT_THAT(pattern_refusal("transpose", {8, 4}), HasSubstr("two equal halves"));
  EXPECT_THAT(pattern_refusal("transpose", {6, 3}), HasSubstr("6x3"));
  EXPECT_THAT(pattern_refusal("transpose", {3, 3, 3}), HasSubstr("pattern transpose"));
}

TEST(Pattern, BitPermutations) {
  EXPECT_EQ(image("bit_complement", {4, 2}), (std::vector<ProcessId>{7, 6, 5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(image("bit_reversal", {4, 2}), (std::vector<ProcessId>{0, 4, 2, 6, 1, 5, 3, 7}));
  EXPECT_EQ(image("shuffle", {4, 2}), (std::vector<ProcessId>{0, 2, 4, 6, 1, 3, 5, 7}));
}

TEST(Pattern, BitPermutationsNeedAPowerOfTwo) {
  for (const char* name : {"bit_complement", "bit_reversal", "shuffle"}) {
    EXPECT_THAT(pattern_refusal(name, {6, 3}), HasSubstr("power-of-two number of processes; there are 18")) << name;
    EXPECT_THAT(pattern_refusal(name, {6, 3}), HasSubstr(name));
  }
}

TEST(Pattern, TornadoGoesAlmostHalfWay) {
  const auto destinations = image("tornado", {8, 5});  // offsets 3 and 2
  EXPECT_EQ(destinations[0], 3 + 2 * 8);
  EXPECT_EQ(destinations[7 + 4 * 8], 2 + 1 * 8);
  EXPECT_EQ(image("tornado", {2, 2}), (std::vector<ProcessId>{0, 1, 2, 3}));  // all fixed points: silent
}

TEST(Pattern, NeighbourGoesOneStep) {
  const auto destinations = image("neighbour", {4, 3});
  EXPECT_EQ(destinations[0], 1 + 1 * 4);
  EXPECT_EQ(destinations[3 + 2 * 4], 0);
}

TEST(Pattern, HotSpotsGetTheirShare) {
  SyntheticTraffic traffic;
  traffic.hot_spots = {5, 2};
  traffic.hot_share_ppb = 300'000'000;
  const auto pattern = make_pattern("hot_spot", context({4, 2}, traffic));
  const std::vector<int> found = frequencies(*pattern, 0, 8, 70'000);
  expect_count(found[1], 7000);
  expect_count(found[2], 7000 + 10'500);
  expect_count(found[5], 7000 + 10'500);
  const std::vector<int> of_spot =
      frequencies(*pattern, 2, 8, 70'000);  // a hot spot sends the hot share to the other one
  EXPECT_EQ(of_spot[2], 0);
  expect_count(of_spot[5], 7000 + 21'000);
}

TEST(Pattern, TheOnlyHotSpotSendsUniformly) {
  SyntheticTraffic traffic;
  traffic.hot_spots = {2};
  traffic.hot_share_ppb = kBillion;
  const auto pattern = make_pattern("hot_spot", context({4, 2}, traffic));
  EXPECT_EQ(frequencies(*pattern, 0, 8, 100)[2], 100);
  expect_count(frequencies(*pattern, 2, 8, 70'000)[7], 10'000);
}

TEST(Pattern, HotSpotsAreChecked) {
  SyntheticTraffic traffic;
  EXPECT_THAT(pattern_refusal("hot_spot", {4, 2}, traffic), HasSubstr("at least one hot spot"));
  traffic.hot_spots = {8};
  EXPECT_THAT(pattern_refusal("hot_spot", {4, 2}, traffic), HasSubstr("there is no process 8; processes are 0 to 7"));
  traffic.hot_spots = {-1};
  EXPECT_THAT(pattern_refusal("hot_spot", {4, 2}, traffic), HasSubstr("there is no process -1"));
  traffic.hot_spots = {3, 3};
  EXPECT_THAT(pattern_refusal("hot_spot", {4, 2}, traffic), HasSubstr("process 3 is given twice"));
  traffic.hot_spots = {3};
  traffic.hot_share_ppb = kBillion + 1;
  EXPECT_THAT(pattern_refusal("hot_spot", {4, 2}, traffic), HasSubstr("between 0 and 1"));
}

TEST(Pattern, PermutationIsWhatIsGiven) {
  SyntheticTraffic traffic;
  traffic.destinations = {2, 1, 3, 0};
  const auto pattern = make_pattern("permutation", context({2, 2}, traffic));
  for (ProcessId p = 0; p < 4; ++p)
    EXPECT_EQ(pattern->destination(p, 9), traffic.destinations[static_cast<std::size_t>(p)]);
}

TEST(Pattern, PermutationIsChecked) {
  SyntheticTraffic traffic;
  EXPECT_THAT(pattern_refusal("permutation", {2, 2}, traffic), HasSubstr("for each of the 4 processes; 0 are given"));
  traffic.destinations = {2, 1, 3, 0, 4};
  EXPECT_THAT(pattern_refusal("permutation", {2, 2}, traffic), HasSubstr("for each of the 4 processes; 5 are given"));
  traffic.destinations = {2, 1, 4, 0};
  EXPECT_THAT(pattern_refusal("permutation", {2, 2}, traffic),
              HasSubstr("there is no process 4; processes are 0 to 3"));
  traffic.destinations = {2, -1, 3, 0};
  EXPECT_THAT(pattern_refusal("permutation", {2, 2}, traffic), HasSubstr("there is no process -1"));
  traffic.destinations = {2, 1, 2, 0};
  EXPECT_THAT(pattern_refusal("permutation", {2, 2}, traffic), HasSubstr("processes 0 and 2 both send to 2"));
}

TEST(Pattern, UnknownNameIsRefusedWithASuggestion) {
  EXPECT_EQ(pattern_refusal("neighbor", {4, 2}), "unknown pattern \"neighbor\"; did you mean \"neighbour\"?");
  EXPECT_THAT(pattern_refusal("zebra", {4, 2}), HasSubstr("there are: uniform, local_global"));
}

TEST(Pattern, EveryRegisteredPatternIsDescribed) {
  EXPECT_EQ(pattern_kinds().size(), 11U);
  for (const PartKind& kind : pattern_kinds()) EXPECT_FALSE(kind.summary.empty()) << kind.name;
}

}  // namespace
}  // namespace trenza::testbench
