// Traffic that is one collective: its groups, its operations, and what its speed is compared with.
#include "testbench/goal/collective_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbench/goal/expand_collectives.h"
#include "testbench/goal/traffic_matrix.h"

namespace trenza::testbench {
namespace {

using testing::ElementsAre;

constexpr std::size_t kArrayMemory = ArrayStore::kDefaultMemory;

CollectiveTraffic all_to_all(std::vector<int> dimensions, std::uint64_t repetitions = 1) {
  CollectiveTraffic traffic;
  traffic.kind = CollectiveKind::all_to_all;
  traffic.bytes = 10;
  traffic.dimensions = std::move(dimensions);
  traffic.repetitions = repetitions;
  return traffic;
}

TEST(CollectiveTraffic, GroupsSpanTheirDimensions) {
  EXPECT_THAT(process_groups({3, 2}, {0}), ElementsAre(ElementsAre(0, 1, 2), ElementsAre(3, 4, 5)));
  EXPECT_THAT(process_groups({3, 2}, {1}), ElementsAre(ElementsAre(0, 3), ElementsAre(1, 4), ElementsAre(2, 5)));
  EXPECT_THAT(process_groups({3, 2}, {0, 1}), ElementsAre(ElementsAre(0, 1, 2, 3, 4, 5)));
  EXPECT_THAT(process_groups({3, 2}, {}), ElementsAre(ElementsAre(0, 1, 2, 3, 4, 5)));
  EXPECT_THAT(process_groups({2, 2, 2}, {0, 2}), ElementsAre(ElementsAre(0, 1, 4, 5), ElementsAre(2, 3, 6, 7)));
}

TEST(CollectiveTraffic, EachGroupTalksToItselfOnly) {
  const GoalTrace trace = expand_collectives(collective_trace(all_to_all({1}, 3), {4, 5}, kArrayMemory));
  const TrafficMatrix matrix = traffic_matrix(trace);
  EXPECT_EQ(matrix.entries.size(), 4U * 5 * 4);
  for (const TrafficEntry& entry : matrix.entries) {
    EXPECT_EQ(entry.from % 4, entry.to % 4);
    EXPECT_EQ(entry.bytes, 30U);
  }
}

TEST(CollectiveTraffic, SizesByMemberAreAllTheSame) {
  CollectiveTraffic traffic = all_to_all({});
  traffic.kind = CollectiveKind::reduce_scatter;
  CollectiveChoice choice;
  choice[static_cast<std::size_t>(CollectiveKind::reduce_scatter)] = "pairwise";
  const GoalTrace trace = expand_collectives(collective_trace(traffic, {4}, kArrayMemory), choice);
  EXPECT_EQ(traffic_matrix(trace).bytes(), 4U * 3 * 10);
}

TEST(CollectiveTraffic, WhatDoesNotFitIsRefused) {
  CollectiveTraffic traffic = all_to_all({});
  traffic.kind = CollectiveKind::bcast;
  traffic.root = 6;
  EXPECT_THROW(collective_trace(traffic, {3, 2}, kArrayMemory), InputError);
  traffic.root = 5;
  EXPECT_NO_THROW(collective_trace(traffic, {3, 2}, kArrayMemory));
  traffic.repetitions = std::uint64_t{1} << 28;
  EXPECT_THROW(collective_trace(traffic, {3, 2}, kArrayMemory), InputError);
}

TEST(GoalCommunicators, MembersOfRanks) {
  constexpr std::uint32_t kNone = GoalCommunicator::kNoMember;
  const GoalCommunicator all(0, {0, 1, 2, 3});
  const GoalCommunicator mixed(1, {2, 0, 5});
  const GoalCommunicator nearly_all(2, {0, 1, 3});
  const auto members = [](const GoalCommunicator& of) {
    std::vector<std::uint32_t> found;
    for (std::uint32_t rank = 0; rank < 6; ++rank) found.push_back(of.member_of(rank));
    return found;
  };
  EXPECT_EQ(members(all), (std::vector<std::uint32_t>{0, 1, 2, 3, kNone, kNone}));
  EXPECT_EQ(members(mixed), (std::vector<std::uint32_t>{1, kNone, 0, kNone, kNone, 2}));
  EXPECT_EQ(members(nearly_all), (std::vector<std::uint32_t>{0, 1, kNone, 2, kNone, kNone}));
}

}  // namespace
}  // namespace trenza::testbench
