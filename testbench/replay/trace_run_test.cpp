// Replay on a network without contention: every time is known from the contract.
#include "testbench/replay/trace_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "microarch/hash.h"
#include "microarch/parameters.h"
#include "testbench/process_map.h"
#include "testbench/replay/program.h"
#include "testbench/results_json.h"
#include "testbench/run_experiment.h"
#include "tests/support/goal_text.h"
#include "tests/support/ideal_fabric.h"
#include "tests/support/temporary_file.h"
#include "topologies/twisted_torus.h"

namespace trenza::testbench {
namespace {

using microarch::NodeId;
using testing::HasSubstr;

/// Takes note of all offers.
class OfferRecordingFabric : public test::IdealFabric {
 public:
  using test::IdealFabric::IdealFabric;
  struct Offered {
    Cycle cycle;
    NodeId source, destination;
    int flits;
    bool operator==(const Offered& o) const {
      return cycle == o.cycle && source == o.source && destination == o.destination && flits == o.flits;
    }
  };
  std::vector<Offered> offers;

  std::uint64_t offer(NodeId source, NodeId destination, int flits, std::uint64_t tag, int message_class) override {
    offers.push_back({now(), source, destination, flits});
    return IdealFabric::offer(source, destination, flits, tag, message_class);
  }
};

class TraceRunTest : public testing::Test {
 protected:
  TraceRunTest() : ring_(topologies::make_twisted_torus("ring", {4}, {})), fabric_(*ring_, parameters_) {
    experiment_.trace = TraceTraffic{};
    experiment_.run.cycles = 0;
  }

  Results run(const std::string& text) {
    const test::TemporaryFile file(std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ".goal",
                                   text);
    experiment_.trace->file = file.path();
    return run_experiment(fabric_, experiment_);
  }

  std::string refusal(const std::string& text) {
    try {
      run(text);
      return "";
    } catch (const InputError& error) {
      EXPECT_EQ(fabric_.now(), 0U);
      return error.what();
    }
  }

  microarch::FabricParameters parameters_;  // R = L = 1, packets of 16 flits
  std::unique_ptr<topologies::Topology> ring_;
  OfferRecordingFabric fabric_;
  Experiment experiment_;  // phits of 4 bytes at 1 Gb/s: a cycle is 32 ns
};

const char* const kOneMessage =
    "num_ranks 2\nrank 0 {\na: calc 100\nb: send 8b to 1\nb requires a\n}\nrank 1 {\nrecv 8b from 0\n}\n";

TEST_F(TraceRunTest, OneMessage) {
  const Results results = run(kOneMessage);
  // 100 ns end in cycle 3: offered in cycle 4; 3 flits over 1 hop take 1 * 2 + 2 = 4 cycles: ejected in 8, received at
  // the begin of cycle 9.
  EXPECT_EQ(fabric_.offers, (std::vector<OfferRecordingFabric::Offered>{{4, 0, 1, 3}}));
  EXPECT_EQ(results.execution_cycles, 9U);
  EXPECT_DOUBLE_EQ(*results.execution_milliseconds, 9 * 32e-6);
  EXPECT_EQ(results.ideal_cycles, 4U);
  EXPECT_EQ(results.messages, 1U);
  EXPECT_EQ(results.self_messages, 0U);
  EXPECT_EQ(results.cycles, 9U);
  EXPECT_FALSE(results.steady.has_value());
  EXPECT_FALSE(results.open_loop);
  EXPECT_EQ(results.latency->max, 4U);
  EXPECT_EQ(results.digest, microarch::hash(0, 1, 0, 3, 4, 4, 8));
  EXPECT_EQ(results.packets, 1U);
}

TEST_F(TraceRunTest, AnOperationThatEndsAtTheBeginOfACycleOffersInIt) {
  run("num_ranks 2\nrank 0 {\na: calc 64\nb: send 0b to 1\nb requires a\n}\nrank 1 {\nrecv 0b from 0\n}\n");
  EXPECT_EQ(fabric_.offers, (std::vector<OfferRecordingFabric::Offered>{{2, 0, 1, 1}}));
}

TEST_F(TraceRunTest, AnAnswerGoesInTheCycleAfterTheEjection) {
  const Results results =
      run("num_ranks 2\nrank 0 {\ns: send 8b to 1\nr: recv 8b from 1\nr requires s\n}\n"
          "rank 1 {\nr: recv 8b from 0\ns: send 8b to 0\ns requires r\n}\n");
  EXPECT_EQ(fabric_.offers,
            (std::vector<OfferRecordingFabric::Offered>{{0, 0, 1, 3}, {5, 1, 0, 3}}));  // ejected in 4 and 9
  EXPECT_EQ(results.execution_cycles, 10U);
  EXPECT_EQ(results.ideal_cycles, 0U);
}

TEST_F(TraceRunTest, ALongMessageIsReceivedWithItsLastPacket) {
  const Results results = run("num_ranks 2\nrank 0 {\nsend 130b to 1\n}\nrank 1 {\nrecv 130b from 0\n}\n");
  // 60 + 60 + 10 bytes: 16, 16 and 4 flits, all offered in cycle 0. Without contention the full ones take longest: 2
  // + 15.
  EXPECT_EQ(fabric_.offers, (std::vector<OfferRecordingFabric::Offered>{{0, 0, 1, 16}, {0, 0, 1, 16}, {0, 0, 1, 4}}));
  EXPECT_EQ(results.execution_cycles, 18U);
}

TEST_F(TraceRunTest, PaddedMessages) {
  experiment_.trace->pad_last_packet = true;
  run("num_ranks 2\nrank 0 {\nsend 61b to 1\n}\nrank 1 {\nrecv 61b from 0\n}\n");
  EXPECT_EQ(fabric_.offers, (std::vector<OfferRecordingFabric::Offered>{{0, 0, 1, 16}, {0, 0, 1, 16}}));
}

TEST_F(TraceRunTest, OffersOfACycleAreInOrderOfProcessAndOperation) {
  // Rank 1 is ready at 10 ns, rank 0 at 20 and 30 ns (the later operation first): all in cycle 1.
  run("num_ranks 3\nrank 0 {\na: calc 30\nb: calc 20 cpu 1\ns: send 1b to 2 tag 1\nt: send 5b to 2 tag 2 cpu 1\ns "
      "requires a\nt requires b\n}\n"
      "rank 1 {\na: calc 10\ns: send 9b to 2\ns requires a\n}\n"
      "rank 2 {\nrecv 1b from 0 tag 1\nrecv 5b from 0 tag 2\nrecv 9b from 1\n}\n");
  EXPECT_EQ(fabric_.offers, (std::vector<OfferRecordingFabric::Offered>{{1, 0, 2, 2}, {1, 0, 2, 3}, {1, 1, 2, 4}}));
}

TEST_F(TraceRunTest, SelfMessagesStayOutOfTheNetwork) {
  const Results results =
      run("num_ranks 1\nrank 0 {\nc: calc 100\ns: send 800b to 0\nr: recv 800b from 0\nd: calc 50\ns requires c\nd "
          "requires r\n}\n");
  EXPECT_TRUE(fabric_.offers.empty());
  EXPECT_EQ(results.self_messages, 1U);
  EXPECT_EQ(results.execution_cycles, 5U);  // 150 ns
  EXPECT_DOUBLE_EQ(*results.execution_milliseconds, 150e-6);
  EXPECT_FALSE(results.latency.has_value());
}

TEST_F(TraceRunTest, RanksOnTheSameNodeDoNotUseTheNetwork) {
  experiment_.mapping = {2, 2};
  const Results results = run(kOneMessage);
  EXPECT_TRUE(fabric_.offers.empty());
  EXPECT_EQ(results.self_messages, 1U);
}

TEST_F(TraceRunTest, MappingMovesRanks) {
  experiment_.mapping = {3, 1};
  run(kOneMessage);
  EXPECT_EQ(fabric_.offers, (std::vector<OfferRecordingFabric::Offered>{{4, 3, 1, 3}}));
}

TEST_F(TraceRunTest, OverheadsTakeTheirTime) {
  experiment_.trace->send_overhead_ps = 30'000;
  experiment_.trace->receive_overhead_ps = 5'000;
  const Results results = run(kOneMessage);
  EXPECT_EQ(fabric_.offers.front().cycle, 5U);  // 130 ns
  EXPECT_DOUBLE_EQ(*results.execution_milliseconds, (10 * 32 + 5) * 1e-6);
  EXPECT_EQ(results.execution_cycles, 11U);
}

TEST_F(TraceRunTest, ComputationScales) {
  experiment_.trace->processor_mhz = 1000;
  experiment_.trace->computation_ppb = 100'000'000;
  run(kOneMessage);  // 20 ns
  EXPECT_EQ(fabric_.offers.front().cycle, 1U);
}

TEST_F(TraceRunTest, IdleTimeIsSkipped) {
  const Results results =
      run("num_ranks 2\nrank 0 {\na: calc 1000000000\ns: send 8b to 1\nb: calc 1000000000\ns requires a\nb requires "
          "s\n}\nrank 1 {\nrecv 8b from 0\n}\n");
  EXPECT_EQ(results.execution_cycles, 62'500'000U);
  EXPECT_EQ(results.cycles, 62'500'000U);
  EXPECT_LT(fabric_.advances(), 10U);
  EXPECT_LT(fabric_.busy_cycles(), 10U);
}

TEST_F(TraceRunTest, TheLimitOfCyclesStopsTheReplay) {
  experiment_.run.cycles = 6;
  const Results results = run(kOneMessage);
  EXPECT_FALSE(results.execution_cycles.has_value());
  EXPECT_FALSE(results.execution_milliseconds.has_value());
  EXPECT_EQ(results.cycles, 6U);
  EXPECT_EQ(results.report, "stopped at the limit of 6 cycles: 2 of 3 operations had ended");
  EXPECT_EQ(results.ideal_cycles, 4U);
}

TEST_F(TraceRunTest, AnEmptyTraceTakesNoTime) {
  const Results results = run("num_ranks 1\nrank 0 {\n}\n");
  EXPECT_EQ(results.execution_cycles, 0U);
  EXPECT_EQ(results.cycles, 0U);
  EXPECT_EQ(results.accepted_load, 0);
}

TEST_F(TraceRunTest, MoreRanksThanNodes) {
  const std::string text = "// five\nnum_ranks 5\nrank 0 {\n}\nrank 1 {\n}\nrank 2 {\n}\nrank 3 {\n}\nrank 4 {\n}\n";
  EXPECT_THAT(refusal(text), HasSubstr(".goal:2:11: the trace has 5 ranks, but the network has 4 nodes"));
  experiment_.mapping = {0, 1};
  EXPECT_THAT(refusal(text), HasSubstr("the trace has 5 ranks, but the mapping places 2 processes"));
}

TEST(TraceRemarks, OnWhatChangesNothing) {
  const auto remarks = [](const std::string& text, std::size_t processes) {
    Experiment experiment;
    experiment.trace.emplace();
    experiment.trace->file = "t.goal";
    for (std::size_t k = 0; k < processes; ++k) experiment.mapping.push_back(static_cast<topologies::NodeId>(k));
    return trace_remarks(build_program(test::parse_goal(text), *experiment.trace), experiment,
                         ProcessMap(experiment.mapping, 4));
  };
  const std::string head = "num_ranks 2\nrank 0 {\nsend 8b to 1 nic 0\n";
  const std::string tail = "}\nrank 1 {\nrecv 8b from 0\n}\n";
  EXPECT_THAT(remarks(head + tail, 0),
              testing::ElementsAre("the trace has 2 ranks and the network 4 nodes: the other nodes send nothing"));
  EXPECT_THAT(remarks(head + tail, 3),
              testing::ElementsAre(
                  "the trace has 2 ranks and the mapping places 3 processes: the other processes send nothing"));
  EXPECT_THAT(remarks(head + tail, 2), testing::IsEmpty());
  EXPECT_THAT(remarks(head + "send 8b to 0 nic 1\nrecv 8b from 0 nic 2\n" + tail, 2),
              testing::ElementsAre(HasSubstr("t.goal:4:18: nic has no effect")));
}

TEST_F(TraceRunTest, UnitsAreChecked) {
  experiment_.link.phit_bytes = 0;
  EXPECT_THAT(refusal(kOneMessage), HasSubstr("at least 1 byte"));
  experiment_.link.phit_bytes = 4;
  experiment_.link.bits_per_microsecond = 0;
  EXPECT_THAT(refusal(kOneMessage), HasSubstr("the speed must be above 0"));
  experiment_.link.bits_per_microsecond = 100'000'000;
  EXPECT_THAT(refusal(kOneMessage), HasSubstr("shorter than half a picosecond"));
}

TEST_F(TraceRunTest, MessagesNeedPacketsOfTwoFlits) {
  parameters_.max_packet_flits = 1;
  OfferRecordingFabric small(*ring_, parameters_);
  const test::TemporaryFile file("two_flits.goal", kOneMessage);
  experiment_.trace->file = file.path();
  EXPECT_THROW(run_experiment(small, experiment_), InputError);
}

TEST_F(TraceRunTest, ALostPacketIsAViolation) {
  fabric_.loses = [](const microarch::Delivery&) { return true; };
  try {
    run(kOneMessage);
    FAIL();
  } catch (const microarch::InvariantViolation& violation) {
    EXPECT_THAT(violation.what(), HasSubstr("the fabric is empty, but 1 packets have not been delivered"));
  }
}

TEST_F(TraceRunTest, ChecksWithoutRunning) {
  const test::TemporaryFile file("checked.goal", "num_ranks 1\nrank 0 {\nsend 8b to 0\n}\n");
  experiment_.trace->file = file.path();
  EXPECT_THROW(check_experiment(experiment_, *ring_, parameters_), InputError);
}

TEST(LinkUnits, CycleTime) {
  EXPECT_EQ(LinkUnits{}.cycle_picoseconds(), 32'000U);
  EXPECT_EQ((LinkUnits{8, 10'000}).cycle_picoseconds(), 6'400U);
  EXPECT_EQ((LinkUnits{1, 3'000}).cycle_picoseconds(), 2'667U);  // 2666.7
}

}  // namespace
}  // namespace trenza::testbench
