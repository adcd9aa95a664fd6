#include "recorder/goal_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <fstream>

#include "recorder/part_test_support.h"

namespace trenza::recorder {
namespace {

using testing::HasSubstr;

class GoalText : public testing::Test {
 protected:
  RankScript rank(std::int32_t number, std::int32_t ranks) {
    return {folder_.path() / ("rank." + std::to_string(number)), number, ranks};
  }
  test::TemporaryFolder folder_;
};

TEST_F(GoalText, BlockingOperationsFollowEachOther) {
  RankScript first = rank(0, 2);
  first.calc(500);
  first.calc(250);  // joins the one before
  first.send(1, 7, 80);
  RankScript second = rank(1, 2);
  second.receive(0, 7, 0, 7);
  second.collective(Kind::barrier, 0);
  first.collective(Kind::barrier, 0);
  GoalCounts counts;
  EXPECT_EQ(goal_of({first.part(), second.part()}, &counts),
            "num_ranks 2\n"
            "rank 0 {\n"
            "l1: calc 750\n"
            "l2: send 80b to 1 tag 7\n"
            "l2 requires l1\n"
            "l3: barrier comm 0\n"
            "l3 requires l2\n"
            "}\n"
            "rank 1 {\n"
            "l1: recv 80b from 0 tag 7\n"
            "l2: barrier comm 0\n"
            "l2 requires l1\n"
            "}\n");
  EXPECT_EQ(counts.messages, 1U);
  EXPECT_EQ(counts.bytes, 80U);
  EXPECT_EQ(counts.collectives, 1U);
  EXPECT_EQ(counts.computation_ns, 750U);
}

TEST_F(GoalText, WaitsLetWhatFollowsDependOnTheEnd) {
  RankScript first = rank(0, 2);
  const auto receive = first.post(1, 1);
  const auto send = first.send(1, 2, 8, kNonBlocking);
  first.calc(1000);
  first.wait(send);
  first.calc(2000);
  first.wait_received(receive, 1, 1);
  first.collective(Kind::allreduce, 16);
  const auto last = first.collective(Kind::bcast, 4, 1, 0, kNonBlocking);
  first.wait(last);
  first.calc(100);
  RankScript second = rank(1, 2);
  second.send(0, 1, 9, kNonBlocking);  // never waited for
  second.receive(0, 2, 0, 2);
  second.collective(Kind::allreduce, 16);
  second.collective(Kind::bcast, 4, 1);
  EXPECT_EQ(goal_of({first.part(), second.part()}),
            "num_ranks 2\n"
            "rank 0 {\n"
            "l1: recv 9b from 1 tag 1\n"
            "l2: send 8b to 1 tag 2\n"
            "l2 irequires l1\n"
            "l3: calc 1000\n"
            "l3 irequires l2\n"
            "l4: calc 2000\n"
            "l4 requires l3\n"
            "l4 requires l2\n"
            "l5: allreduce 16b comm 0\n"
            "l5 requires l4\n"
            "l5 requires l1\n"
            "l6: bcast 4b root 1 comm 0\n"
            "l6 requires l5\n"
            "l7: calc 100\n"
            "l7 requires l6\n"
            "}\n"
            "rank 1 {\n"
            "l1: send 9b to 0 tag 1\n"
            "l2: recv 8b from 0 tag 2\n"
            "l2 irequires l1\n"
            "l3: allreduce 16b comm 0\n"
            "l3 requires l2\n"
            "l4: bcast 4b root 1 comm 0\n"
            "l4 requires l3\n"
            "}\n");
}

TEST_F(GoalText, ReceivesFromAnySourceAsPostedOrResolved) {
  RankScript first = rank(0, 2);
  const auto any = first.post(kAny, kAny);
  first.wait_received(any, 1, 6);
  first.receive(kAny, 5, 1, 5);
  RankScript second = rank(1, 2);
  second.send(0, 6, 0);  // a message of no bytes
  second.send(0, 5, 2);
  const std::vector<Part> parts{first.part(), second.part()};
  GoalCounts counts;
  const std::string posted = goal_of(parts, &counts);
  EXPECT_THAT(posted, HasSubstr("l1: recv 1b from -1 tag -1\nl2: recv 2b from -1 tag 5\n"));
  EXPECT_EQ(counts.any_source, 2U);
  EXPECT_EQ(counts.bytes, 3U);
  const std::string resolved = goal_of(parts, &counts, true);
  EXPECT_THAT(resolved, HasSubstr("l1: recv 1b from 1 tag 6\nl2: recv 2b from 1 tag 5\n"));
  EXPECT_EQ(counts.any_source, 0U);
}

TEST_F(GoalText, TagsTellCommunicatorsApart) {
  RankScript first = rank(0, 2);
  RankScript second = rank(1, 2);
  first.communicator(1, 0, 0, {0, 1});
  second.communicator(4, 0, 0, {0, 1});  // the same, by another number of its own
  first.send(1, 99, 8, 0, 1);
  first.send(1, 99, 8);
  second.receive(kAny, kAny, 0, 99, 4);
  second.receive(0, kAny, 0, 99);  // any tag would take messages of the other communicator too
  const std::string text = goal_of({first.part(), second.part()});
  EXPECT_THAT(text, HasSubstr("num_ranks 2\ncomm 1 { 0 1 }\n"));
  EXPECT_THAT(text, HasSubstr("l1: send 8b to 1 tag 199\nl2: send 8b to 1 tag 99\n"));
  EXPECT_THAT(text, HasSubstr("l1: recv 8b from -1 tag 199\nl2: recv 8b from 0 tag 99\n"));
}

TEST_F(GoalText, CommunicatorsOfDifferentRanksAreOneByOriginAndMembers) {
  std::deque<RankScript> ranks;
  for (std::int32_t i = 0; i < 4; ++i) ranks.emplace_back(folder_.path() / ("rank." + std::to_string(i)), i, 4);
  const std::vector<std::int32_t> low{1, 0};
  const std::vector<std::int32_t> high{2, 3};
  for (std::int32_t i = 0; i < 4; ++i) {
    auto& script = ranks[static_cast<std::size_t>(i)];
    const auto& members = i < 2 ? low : high;
    script.communicator(1, 0, 0, members);                // the first split of the world
    if (i != 3) script.communicator(2, 0, 1, {2, 0, 1});  // the second
    script.communicator(3, 1, 0, members);                // a copy of the first
    script.collective(Kind::barrier, 0, 0, 3);
    script.collective(Kind::scan, 4, 0, 1);
  }
  std::vector<Part> parts;
  for (RankScript& script : ranks) parts.push_back(script.part());
  const std::string text = goal_of(parts);
  // The second is not used, so it has no number.
  EXPECT_THAT(text, HasSubstr("num_ranks 4\ncomm 1 { 1 0 }\ncomm 2 { 1 0 }\ncomm 3 { 2 3 }\ncomm 4 { 2 3 }\nrank 0 {"));
  EXPECT_THAT(text, HasSubstr("rank 1 {\nl1: barrier comm 2\nl2: scan 4b comm 1\n"));
  EXPECT_THAT(text, HasSubstr("rank 3 {\nl1: barrier comm 4\nl2: scan 4b comm 3\n"));
}

TEST_F(GoalText, ListsOfCollectives) {
  RankScript first = rank(0, 2);
  RankScript second = rank(1, 2);
  first.list(Kind::alltoallv, {0, 12});
  second.list(Kind::alltoallv, {7, 0});
  first.list(Kind::reduce_scatter, {4, 8});
  second.list(Kind::reduce_scatter, {4, 8});
  const std::string text = goal_of({first.part(), second.part()});
  EXPECT_THAT(text, HasSubstr("rank 0 {\nl1: alltoallv comm 0 { 0 12 }\nl2: reduce_scatter comm 0 { 4 8 }\n"));
  EXPECT_THAT(text, HasSubstr("rank 1 {\nl1: alltoallv comm 0 { 7 0 }\n"));
}

TEST_F(GoalText, TheRegionCutsMessagesAtTheirNumber) {
  RankScript first = rank(0, 2);
  RankScript second = rank(1, 2);
  first.outside(true);
  first.send(1, 0, 10);  // is received inside
  first.collective(Kind::barrier, 0);
  first.outside(false);
  first.send(1, 0, 20);  // whole
  first.send(1, 0, 30);  // is received outside
  second.outside(true);
  second.outside(false);
  second.receive(0, 0, 0, 0);
  second.collective(Kind::barrier, 0);  // not all members are inside
  second.receive(0, 0, 0, 0);
  second.outside(true);
  second.receive(0, 0, 0, 0);
  GoalCounts counts;
  const std::string text = goal_of({first.part(), second.part()}, &counts);
  EXPECT_EQ(text, "num_ranks 2\nrank 0 {\nl1: send 20b to 1 tag 0\n}\nrank 1 {\nl1: recv 20b from 0 tag 0\n}\n");
  EXPECT_EQ(counts.messages, 1U);
  EXPECT_EQ(counts.cut_messages, 2U);
  EXPECT_EQ(counts.collectives, 0U);
  EXPECT_EQ(counts.cut_collectives, 1U);
}

TEST_F(GoalText, CancelledAndLostMessagesAreLeftOut) {
  RankScript first = rank(0, 2);
  RankScript second = rank(1, 2);
  const auto cancelled = first.post(1, 0);
  first.cancel(cancelled);
  const auto taken = first.post(kAny, 0);
  first.wait_received(taken, 1, 0);
  first.post(kAny, kAny);  // nothing came
  second.send(0, 0, 3);
  second.send(0, 8, 4);  // nobody takes it
  GoalCounts counts;
  const std::string text = goal_of({first.part(), second.part()}, &counts);
  EXPECT_EQ(text, "num_ranks 2\nrank 0 {\nl1: recv 3b from -1 tag 0\n}\nrank 1 {\nl1: send 3b to 0 tag 0\n}\n");
  EXPECT_EQ(counts.cut_messages, 1U);
}

std::string fault_of(const std::vector<Part>& parts) {
  try {
    goal_of(parts);
  } catch (const RecordingError& error) {
    return error.what();
  }
  return "";
}

TEST_F(GoalText, RefusesPartsThatDoNotBelongTogether) {
  RankScript first = rank(0, 2);
  RankScript second = rank(1, 2);
  first.collective(Kind::bcast, 4, 0);
  second.collective(Kind::bcast, 4, 1);
  const std::vector<Part> parts{first.part(), second.part()};
  EXPECT_THAT(fault_of(parts), HasSubstr("ranks 0 and 1 called different collectives, or with different roots"));
  EXPECT_EQ(fault_of({parts[1], parts[0]}), "part 0 is of rank 1 of 2; there are 2 parts");
  EXPECT_EQ(fault_of({parts[0]}), "part 0 is of rank 0 of 2; there are 1 parts");

  RankScript third = rank(2, 1);
  third.communicator(1, 0, 0, {0, 5});
  Part alone = third.part();
  alone.rank = 0;
  EXPECT_THAT(fault_of({alone}), HasSubstr("known to 1 of them"));
}

TEST_F(GoalText, PartsThatAreNotWholeAreRefused) {
  RankScript script = rank(0, 1);
  script.list(Kind::alltoallv, {1});
  script.part();
  const auto file = folder_.path() / "rank.0";
  const std::string whole = test::read_file(file);
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    std::ofstream(file, std::ios::binary) << whole.substr(0, bytes);
    EXPECT_THROW(read_part(file), RecordingError) << bytes;
  }
  std::ofstream(file, std::ios::binary) << "some other file, which is longer than a header";
  EXPECT_THROW(read_part(file), RecordingError);
}

}  // namespace
}  // namespace trenza::recorder
