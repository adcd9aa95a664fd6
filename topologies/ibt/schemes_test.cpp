#include "topologies/ibt/schemes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "topologies/ibt/ibt_spec.h"
#include "topologies/network_test_support.h"

namespace trenza::topologies {

namespace {

using namespace test_support;  // NOLINT(google-build-using-namespace): tests only

using SchemeSet = std::set<BypassScheme>;

SchemeSet schemes(int dimensions, int size, SchemeRule rule) {
  const auto found = qualified_schemes(dimensions, size, rule);
  SchemeSet set(found.begin(), found.end());
  EXPECT_EQ(set.size(), found.size());
  return set;
}

TEST(Schemes, ReferenceTable) {
  std::map<std::pair<int, int>, SchemeSet> conditions;
  std::map<std::pair<int, int>, SchemeSet> algorithm;
  for (const auto& row : ReferenceFile("c_schemes.csv")) {
    const auto scheme = lengths_of(row.text("scheme"));
    const std::pair<int, int> network{row.integer("d"), row.integer("n")};
    EXPECT_EQ(static_cast<int>(scheme.size()), row.integer("k"));
    if (row.integer("in_conditions_1_4") == 1) conditions[network].insert(scheme);
    if (row.integer("in_algorithm_1_2") == 1) algorithm[network].insert(scheme);
  }
  for (const auto& [network, set] : conditions) {
    EXPECT_EQ(schemes(network.first, network.second, SchemeRule::conditions), set) << network.second;
  }
  for (const auto& [network, set] : algorithm) {
    EXPECT_EQ(schemes(network.first, network.second, SchemeRule::algorithm), set) << network.second;
  }
}

TEST(Schemes, NumbersOfKnownSizes) {
  const std::map<std::pair<int, int>, std::size_t> known = {{{2, 16}, 5},  {{2, 24}, 8},   {{2, 36}, 13}, {{3, 12}, 2},
                                                            {{3, 18}, 3},  {{3, 24}, 5},   {{3, 36}, 8},  {{3, 54}, 13},
                                                            {{3, 90}, 25}, {{3, 102}, 29}, {{4, 32}, 5}};
  for (const auto& [network, number] : known) {
    EXPECT_EQ(schemes(network.first, network.second, SchemeRule::conditions).size(), number) << network.second;
    EXPECT_EQ(schemes(network.first, network.second, SchemeRule::algorithm).size(), number) << network.second;
  }
}

TEST(Schemes, TheAlgorithmMissesSchemesOfThreeLengths) {
  const std::vector<std::pair<std::pair<int, int>, BypassScheme>> missed = {
      {{3, 81}, {9, 18, 36}}, {{3, 99}, {9, 18, 36}}, {{3, 108}, {9, 27, 54}}, {{2, 54}, {6, 12, 24}}};
  for (const auto& [network, scheme] : missed) {
    EXPECT_EQ(schemes(network.first, network.second, SchemeRule::conditions).count(scheme), 1U) << network.second;
    EXPECT_EQ(schemes(network.first, network.second, SchemeRule::algorithm).count(scheme), 0U) << network.second;
  }
}

/// The generator and the check of single schemes are written apart.
void expect_all_without_faults(int largest) {
  for (const int dimensions : {1, 2, 3}) {
    for (int size = 2; size <= largest; ++size) {
      SchemeSet expected;
      for (int a = 1; a <= size; ++a) {
        const auto qualifies = [&](const BypassScheme& scheme) {
          return scheme_faults(symmetric_ibt(dimensions, size, scheme)).empty();
        };
        if (qualifies({a})) expected.insert({a});
        for (int b = a + 1; b <= size; ++b) {
          if (qualifies({a, b})) expected.insert({a, b});
          for (int c = b + 1; c <= size; ++c) {
            if (qualifies({a, b, c})) expected.insert({a, b, c});
          }
        }
      }
      const auto found = schemes(dimensions, size, SchemeRule::conditions);
      SchemeSet short_ones;
      for (const auto& scheme : found) {
        EXPECT_TRUE(scheme_faults(symmetric_ibt(dimensions, size, scheme)).empty());
        if (scheme.size() <= 3) short_ones.insert(scheme);
      }
      EXPECT_EQ(short_ones, expected) << dimensions << " " << size;
    }
  }
}
TEST(Schemes, AreThoseWithoutFaults) { expect_all_without_faults(20); }
TEST(Schemes, OfSizesUpTo40AreThoseWithoutFaultsSlow) { expect_all_without_faults(40); }

TEST(Schemes, TheAlgorithmGivesASubset) {
  for (int size = 2; size <= 240; ++size) {
    for (const int dimensions : {2, 3}) {
      const auto conditions = schemes(dimensions, size, SchemeRule::conditions);
      for (const auto& scheme : schemes(dimensions, size, SchemeRule::algorithm)) {
        EXPECT_EQ(conditions.count(scheme), 1U) << size << " " << scheme_text(scheme);
      }
    }
  }
}

TEST(Schemes, Bounds) {
  EXPECT_EQ(max_bypass_length(3, 102), 51);
  EXPECT_EQ(max_bypass_length(3, 100), 48);
  EXPECT_EQ(max_bypass_length(4, 6), 0);
  EXPECT_EQ(max_bypass_lengths(3, 102), 3);
  EXPECT_EQ(max_bypass_lengths(3, 24), 2);
  EXPECT_EQ(max_bypass_lengths(3, 23), 1);
  EXPECT_EQ(max_bypass_lengths(3, 5), 0);
  EXPECT_TRUE(qualified_schemes(3, 100).empty());
  EXPECT_THROW(qualified_schemes(0, 12), TopologyError);
  EXPECT_THROW(qualified_schemes(3, 1), TopologyError);
}

TEST(Schemes, ComeInAFixedOrder) {
  EXPECT_EQ(qualified_schemes(2, 16), (std::vector<BypassScheme>{{2}, {4}, {6}, {8}, {4, 8}}));
  EXPECT_EQ(qualified_schemes(2, 16, SchemeRule::algorithm), qualified_schemes(2, 16));
}

}  // namespace

}  // namespace trenza::topologies
