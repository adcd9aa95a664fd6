// The watchdog on snapshots made by hand.
#include "testbench/watchdog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "microarch/parameters.h"
#include "testbench/run_experiment.h"
#include "tests/support/ideal_fabric.h"
#include "topologies/twisted_torus.h"

namespace trenza::testbench {
namespace {

using microarch::WaitingHead;
using microarch::WaitSnapshot;
using microarch::WaitTarget;
using testing::HasSubstr;

/// A ring of 4 routers: ports 0 (x+) and 1 (x-), VCs 0 (escape) and 1, one injector: inputs 0 = x+ VC 0, 1 = x+ VC 1,
/// 2, 3 = x-, 4 = injector.
class WatchdogTest : public testing::Test {
 protected:
  WatchdogTest() : ring_(topologies::make_twisted_torus("ring", {4}, {})) {
    parameters_.adaptive_vcs = 1;
    parameters_.max_packet_flits = 4;
    parameters_.buffer_packets = 1;
  }

  static constexpr int kInputs = 5;
  static std::uint64_t place(int router, int input) { return static_cast<std::uint64_t>(router * kInputs + input); }

  static WaitingHead head(int router, int input, std::vector<WaitTarget> targets) {
    WaitingHead waiting;
    waiting.router = router;
    waiting.input = input;
    waiting.source = router;
    waiting.destination = (router + 2) % 4;
    waiting.number = 30 + static_cast<std::uint64_t>(router);
    waiting.flits = 4;
    waiting.targets = std::move(targets);
    return waiting;
  }
  static WaitTarget escape(int port, int available = 0, int needed = 1) {
    return WaitTarget{port, 0, available, needed, true};
  }
  static WaitTarget adaptive(int port, int available = 0) { return WaitTarget{port, 1, available, 4, true}; }

  /// All four escape VCs of x+ full, each waits for the next.
  static WaitSnapshot full_ring() {
    WaitSnapshot snapshot;
    for (int router = 0; router < 4; ++router) snapshot.heads.push_back(head(router, 0, {escape(0)}));
    return snapshot;
  }

  /// What a fabric would tell in this state.
  static std::optional<Deadlock> check(Watchdog& watchdog, const WaitSnapshot& snapshot, Cycle now) {
    return watchdog.check(
        standing_heads(snapshot), [&] { return snapshot; }, now);
  }

  std::optional<Deadlock> find(const WaitSnapshot& snapshot) const {
    return find_deadlock(snapshot, *ring_, parameters_);
  }

  /// Every link of the cycle waits for the input where the next one stands.
  void expect_true_cycle(const Deadlock& deadlock) const {
    ASSERT_TRUE(deadlock.closed);
    ASSERT_FALSE(deadlock.cycle.empty());
    for (std::size_t k = 0; k < deadlock.cycle.size(); ++k) {
      const WaitLink& link = deadlock.cycle[k];
      const WaitingHead& next = deadlock.cycle[(k + 1) % deadlock.cycle.size()].head;
      const topologies::Channel& channel = ring_->graph().out(link.head.router, link.target.output);
      EXPECT_EQ(channel.to, next.router);
      EXPECT_EQ(channel.in_port * parameters_.vcs() + link.target.vc, next.input);
      EXPECT_LT(link.target.available, link.target.needed);
    }
  }

  std::unique_ptr<topologies::Topology> ring_;
  microarch::FabricParameters parameters_;
};

TEST_F(WatchdogTest, FindsTheCycleOfARing) {
  const auto deadlock = find(full_ring());
  ASSERT_TRUE(deadlock);
  EXPECT_EQ(deadlock->stuck_heads, 4U);
  EXPECT_EQ(deadlock->cycle.size(), 4U);
  expect_true_cycle(*deadlock);
  EXPECT_EQ(
      deadlock->report,
      "r_0 in_xp_from_3_wrap.vc0 holds packet 0:30 (4 flits, to r_2), waits for xp.vc0: 0 of 1 slots, held by r_1 "
      "in_xp_from_0.vc0\n"
      "r_1 in_xp_from_0.vc0 holds packet 1:31 (4 flits, to r_3), waits for xp.vc0: 0 of 1 slots, held by r_2 "
      "in_xp_from_1.vc0\n"
      "r_2 in_xp_from_1.vc0 holds packet 2:32 (4 flits, to r_0), waits for xp.vc0: 0 of 1 slots, held by r_3 "
      "in_xp_from_2.vc0\n"
      "r_3 in_xp_from_2.vc0 holds packet 3:33 (4 flits, to r_1), waits for xp.vc0: 0 of 1 slots, held by r_0 "
      "in_xp_from_3_wrap.vc0");
}

TEST_F(WatchdogTest, OthersThatWaitForTheCycleAreStuckToo) {
  WaitSnapshot snapshot = full_ring();
  snapshot.heads.insert(snapshot.heads.begin(), head(2, 4, {adaptive(0), escape(0, 0, 2)}));  // an injector
  snapshot.heads.push_back(head(3, 1, {escape(0)}));  // what its adaptive target holds
  const auto deadlock = find(snapshot);
  ASSERT_TRUE(deadlock);
  EXPECT_EQ(deadlock->stuck_heads, 6U);
  EXPECT_EQ(deadlock->cycle.size(), 4U);  // the way into the cycle is not part of it
  expect_true_cycle(*deadlock);
}

TEST_F(WatchdogTest, AnOrWaitWithAWayOutIsNoDeadlock) {
  WaitSnapshot snapshot = full_ring();
  snapshot.heads[2].targets.push_back(adaptive(1));  // router 1, x- VC 1 = input 3
  snapshot.moving_inputs.push_back(place(1, 3));     // its front packet is crossing
  EXPECT_FALSE(find(snapshot));
}

TEST_F(WatchdogTest, AnOrWaitIntoTheSameCycleIsOne) {
  WaitSnapshot snapshot = full_ring();
  snapshot.heads[2].targets.push_back(adaptive(0));
  snapshot.heads.push_back(head(3, 1, {escape(0)}));
  const auto deadlock = find(snapshot);
  ASSERT_TRUE(deadlock);
  expect_true_cycle(*deadlock);
}

// Inputs: x+ VCs 0..3, x- VCs 4..7, then an injector of each class; VCs 0 and 2 are escape VCs.
TEST_F(WatchdogTest, ARingOfResponsesIsNamed) {
  parameters_.message_classes = 2;
  WaitSnapshot snapshot;
  const WaitTarget escape_of_responses{0, 2, 0, 1, true};
  for (int router = 0; router < 4; ++router) snapshot.heads.push_back(head(router, 2, {escape_of_responses}));
  snapshot.heads.push_back(head(1, 9, {escape_of_responses}));
  const auto deadlock = find(snapshot);
  ASSERT_TRUE(deadlock);
  EXPECT_EQ(deadlock->stuck_heads, 5U);
  EXPECT_EQ(deadlock->cycle.size(), 4U);
  expect_true_cycle(*deadlock);
  EXPECT_THAT(deadlock->report,
              testing::StartsWith("r_0 in_xp_from_3_wrap.vc2_response holds packet 0:30 (4 flits, to r_2), waits for "
                                  "xp.vc2_response: 0 of 1 slots, held by r_1 in_xp_from_0.vc2_response\n"));
}

TEST_F(WatchdogTest, ABusyOutputWithRoomIsNoDeadlock) {
  WaitSnapshot snapshot = full_ring();
  snapshot.heads[1].targets[0].available = 1;
  snapshot.heads[1].targets[0].output_free = false;
  EXPECT_FALSE(find(snapshot));
}

TEST_F(WatchdogTest, CreditsInFlightAreNoDeadlock) {
  WaitSnapshot snapshot = full_ring();
  const int outputs = 3, vcs = 2;
  snapshot.credits_in_flight.push_back(static_cast<std::uint64_t>(2 * outputs * vcs + 0 * vcs + 0));
  EXPECT_FALSE(find(snapshot));
}

TEST_F(WatchdogTest, EjectionAlwaysProgresses) {
  WaitSnapshot snapshot = full_ring();
  snapshot.heads[3].targets = {WaitTarget{2, 0, 0, 1, false}};
  EXPECT_FALSE(find(snapshot));
}

TEST_F(WatchdogTest, NothingWaits) { EXPECT_FALSE(find({})); }

TEST_F(WatchdogTest, ABufferThatIsTooSmallIsNamed) {
  WaitSnapshot snapshot;
  snapshot.heads.push_back(head(0, 4, {escape(0, 1, 2)}));  // the bubble asks for 2 slots where there is 1
  const auto deadlock = find(snapshot);
  ASSERT_TRUE(deadlock);
  EXPECT_FALSE(deadlock->closed);
  EXPECT_EQ(deadlock->report,
            "r_0 injector0 holds packet 0:30 (4 flits, to r_2), waits for xp.vc0: 1 of 1 slots (2 needed), held by "
            "nobody (the buffer is too small)");
}

TEST_F(WatchdogTest, LooksOnlyAfterAWholePeriod) {
  Watchdog watchdog(*ring_, parameters_, 100);
  EXPECT_EQ(watchdog.next_check(), 100U);
  EXPECT_FALSE(check(watchdog, full_ring(), 100));  // seen for the first time
  EXPECT_EQ(watchdog.next_check(), 200U);
  EXPECT_TRUE(check(watchdog, full_ring(), 200));
}

TEST_F(WatchdogTest, PacketsThatMoveReset) {
  Watchdog watchdog(*ring_, parameters_, 100);
  for (Cycle now = 100; now < 1000; now += 100) {
    WaitSnapshot snapshot = full_ring();
    for (WaitingHead& waiting : snapshot.heads) waiting.number += now;  // others every time
    EXPECT_FALSE(check(watchdog, snapshot, now));
  }
  check(watchdog, full_ring(), 1000);
  watchdog.check_empty(1050);
  EXPECT_FALSE(check(watchdog, full_ring(), 1150));
}

TEST_F(WatchdogTest, StarvationIsReportedOnce) {
  Watchdog watchdog(*ring_, parameters_, 100);
  WaitSnapshot snapshot;
  snapshot.heads.push_back(head(1, 0, {escape(0, 0, 1)}));
  snapshot.moving_inputs.push_back(place(2, 0));  // those before it move all the time
  Cycle now = 100;
  for (; now < 100 + 50 * 100; now += 100) {
    EXPECT_FALSE(check(watchdog, snapshot, now));
    EXPECT_EQ(watchdog.starvation(), "") << now;
  }
  EXPECT_FALSE(check(watchdog, snapshot, now));
  EXPECT_THAT(watchdog.starvation(), HasSubstr("packet 1:31 has not moved from r_1 in_xp_from_0.vc0 since cycle 100"));
}

TEST_F(WatchdogTest, WaitingInAnInjectorIsSaturation) {
  Watchdog watchdog(*ring_, parameters_, 100);
  WaitSnapshot snapshot;
  snapshot.heads.push_back(head(1, 4, {escape(0, 0, 2)}));
  snapshot.moving_inputs.push_back(place(2, 0));
  for (Cycle now = 100; now < 20'000; now += 100) EXPECT_FALSE(check(watchdog, snapshot, now));
  EXPECT_EQ(watchdog.starvation(), "");
}

TEST_F(WatchdogTest, PeriodZeroNeverLooks) { EXPECT_EQ(Watchdog(*ring_, parameters_, 0).next_check(), ~Cycle{0}); }

TEST_F(WatchdogTest, ADeadlockEndsTheRun) {
  test::IdealFabric fabric(*ring_, parameters_);
  fabric.extra_latency = 1'000'000;
  fabric.snapshot = full_ring();
  Experiment experiment;
  experiment.synthetic = SyntheticTraffic{};
  experiment.synthetic->load_ppb = 100'000'000;
  experiment.synthetic->lengths = {{4, 1}};
  experiment.run.watchdog_cycles = 200;
  const Results results = run_experiment(fabric, experiment);
  EXPECT_EQ(results.outcome, Outcome::deadlock);
  EXPECT_LE(results.cycles, 600U);
  EXPECT_EQ(results.steady, false);
  EXPECT_EQ(results.steady_reason, "the network is deadlocked");
  EXPECT_THAT(
      results.report,
      HasSubstr(
          "4 packets can never move again; they wait for each other in a cycle:\nr_0 in_xp_from_3_wrap.vc0 holds"));
}

/// Something in it stands still from a cycle on.
class BlockedFabric : public test::IdealFabric {
 public:
  using IdealFabric::IdealFabric;
  std::string blocked() const override { return now() < 300 ? "" : "blocked in cycle 299: a block"; }
};

TEST_F(WatchdogTest, WhatTheFabricCallsBlockedEndsTheRun) {
  BlockedFabric fabric(*ring_, parameters_);
  Experiment experiment;
  experiment.synthetic = SyntheticTraffic{};
  experiment.synthetic->load_ppb = 100'000'000;
  experiment.synthetic->lengths = {{4, 1}};
  const Results results = run_experiment(fabric, experiment);
  EXPECT_EQ(results.outcome, Outcome::blocked);
  EXPECT_EQ(results.report, "blocked in cycle 299: a block");
  EXPECT_GE(results.cycles, 300U);
  EXPECT_LE(results.cycles, 400U);
  EXPECT_EQ(results.steady, false);
  EXPECT_EQ(results.steady_reason, "a block stands still");
}

}  // namespace
}  // namespace trenza::testbench
