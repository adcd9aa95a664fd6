// Every fault that a fabric can make is found: each test lets the double lie in one way.
#include "testbench/scoreboard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "microarch/parameters.h"
#include "testbench/run_experiment.h"
#include "tests/support/ideal_fabric.h"
#include "topologies/tables/table_topology.h"
#include "topologies/twisted_torus.h"

namespace trenza::testbench {
namespace {

using microarch::Delivery;
using testing::HasSubstr;

class ScoreboardTest : public testing::Test {
 protected:
  ScoreboardTest() : torus_(topologies::make_twisted_torus("torus", {4, 2}, {})), fabric_(*torus_, parameters()) {
    experiment_.synthetic = SyntheticTraffic{};
    experiment_.synthetic->load_ppb = 200'000'000;
    experiment_.run.cycles = 2000;
  }

  static microarch::FabricParameters parameters() {
    microarch::FabricParameters p;
    p.router_delay = 2;
    return p;
  }

  /// The message that the run of the experiment throws; empty if it passes.
  std::string violation() {
    try {
      run_experiment(fabric_, experiment_);
      return "";
    } catch (const microarch::InvariantViolation& error) {
      return error.what();
    }
  }

  std::string violation(const std::function<void(Delivery&)>& lie) {
    fabric_.lie = [lie](Delivery& delivery) {
      if (delivery.source == 3 && delivery.number == 5) lie(delivery);
    };
    return violation();
  }

  std::unique_ptr<topologies::Topology> torus_;
  test::IdealFabric fabric_;
  Experiment experiment_;
};

TEST_F(ScoreboardTest, HonestFabricPasses) { EXPECT_EQ(violation(), ""); }

TEST_F(ScoreboardTest, NamesThePacketThePlaceAndTheCycle) {
  const std::string what = violation([](Delivery& d) { d.hops += 2; });
  EXPECT_THAT(
      what, testing::MatchesRegex(
                "cycle [0-9]+: packet 3:5 delivered at r_[0-9]_[0-9]: it took [0-9] hops, a shortest path has [0-9]"));
}

TEST_F(ScoreboardTest, WrongDestination) {
  EXPECT_THAT(violation([](Delivery& d) { d.destination = d.destination == 0 ? 1 : 0; }),
              HasSubstr("it belongs to r_"));
}

TEST_F(ScoreboardTest, DestinationThatDoesNotExist) {
  EXPECT_THAT(violation([](Delivery& d) { d.destination = 99; }), HasSubstr("delivered at no node"));
}

TEST_F(ScoreboardTest, WrongLength) {
  EXPECT_THAT(violation([](Delivery& d) { --d.flits; }), HasSubstr("it has 15 flits, 16 were offered"));
}

TEST_F(ScoreboardTest, WrongTag) {
  EXPECT_THAT(violation([](Delivery& d) { ++d.tag; }), HasSubstr("it has the tag"));
}

TEST_F(ScoreboardTest, WrongMessageClass) {
  EXPECT_THAT(violation([](Delivery& d) { d.message_class = 1; }),
              HasSubstr("it is of message class 1, 0 was offered"));
}

TEST_F(ScoreboardTest, WrongCreation) {
  EXPECT_THAT(violation([](Delivery& d) { ++d.created; }), HasSubstr("its creation cycle is"));
}

TEST_F(ScoreboardTest, UnknownSource) {
  EXPECT_THAT(violation([](Delivery& d) { d.source = 8; }), HasSubstr("its source does not exist"));
}

TEST_F(ScoreboardTest, NeverOffered) {
  EXPECT_THAT(violation([](Delivery& d) { d.number = 1'000'000; }), HasSubstr("it was never offered"));
}

TEST_F(ScoreboardTest, DeliveredBefore) {
  EXPECT_THAT(violation([](Delivery& d) { d.number = 0; }), HasSubstr("it was delivered before"));
}

TEST_F(ScoreboardTest, DeliveredTwice) {
  fabric_.duplicates = [](const Delivery& d) { return d.source == 2 && d.number == 3; };
  EXPECT_THAT(violation(), HasSubstr("packet 2:3 delivered at"));
}

TEST_F(ScoreboardTest, FasterThanLight) {
  EXPECT_THAT(violation([](Delivery& d) { --d.ejected; }), HasSubstr("cycles from entry to ejection"));
  EXPECT_EQ(fabric_.parameters().router_delay, 2);
}

TEST_F(ScoreboardTest, EntersBeforeTheRouterDelay) {
  EXPECT_THAT(violation([](Delivery& d) { --d.entered; }), HasSubstr("it entered after 0 cycles, the delays allow 1"));
}

TEST_F(ScoreboardTest, EntersBeforeCreation) {
  EXPECT_THAT(violation([](Delivery& d) { d.entered = d.created - 1; }), HasSubstr("not in order"));
}

TEST_F(ScoreboardTest, EjectedInTheFuture) {
  EXPECT_THAT(violation([](Delivery& d) { d.ejected += 5; }), HasSubstr("has not been simulated yet"));
}

TEST_F(ScoreboardTest, EjectedEarlierThanToldBefore) {
  fabric_.extra_latency = 100;
  EXPECT_THAT(violation([](Delivery& d) { d.ejected -= 50; }), HasSubstr("not in order of (cycle, destination)"));
}

TEST_F(ScoreboardTest, LostPackets) {
  fabric_.loses = [](const Delivery&) { return true; };
  EXPECT_THAT(violation(), HasSubstr("the fabric is empty, but"));
}

TEST_F(ScoreboardTest, AuditLinesEndTheRun) {
  fabric_.audit_lines = {"credits of r_0_0.xp.vc1: 3 are missing"};
  EXPECT_THAT(violation(), HasSubstr("are not conserved:\n  credits of r_0_0.xp.vc1: 3 are missing"));
}

TEST_F(ScoreboardTest, AFabricMustStartAtCycleZero) {
  fabric_.advance(10);
  EXPECT_THAT(violation(), HasSubstr("the fabric is at cycle 10"));
}

/// A fabric that numbers packets wrongly, miscounts, or does not move.
class OddFabric : public test::IdealFabric {
 public:
  using test::IdealFabric::IdealFabric;
  std::uint64_t number_offset = 0;
  std::uint64_t miscounted = 0;
  bool stands_still = false;

  std::uint64_t offer(microarch::NodeId source, microarch::NodeId destination, int flits, std::uint64_t tag,
                      int message_class) override {
    return IdealFabric::offer(source, destination, flits, tag, message_class) + number_offset;
  }
  microarch::Counters counters() const override {
    microarch::Counters counters = IdealFabric::counters();
    counters.flits_delivered += miscounted;
    return counters;
  }
  void advance(Cycle limit) override {
    if (!stands_still) IdealFabric::advance(limit);
  }
};

TEST_F(ScoreboardTest, WrongNumbers) {
  OddFabric odd(*torus_, parameters());
  odd.number_offset = 1;
  EXPECT_THROW(run_experiment(odd, experiment_), microarch::InvariantViolation);
}

TEST_F(ScoreboardTest, WrongTotals) {
  OddFabric odd(*torus_, parameters());
  odd.miscounted = 1;
  try {
    run_experiment(odd, experiment_);
    FAIL();
  } catch (const microarch::InvariantViolation& violation) {
    EXPECT_THAT(violation.what(), HasSubstr("flits delivered: the fabric counts"));
  }
}

TEST_F(ScoreboardTest, TimeThatStandsStill) {
  OddFabric odd(*torus_, parameters());
  odd.stands_still = true;
  EXPECT_THROW(run_experiment(odd, experiment_), microarch::InvariantViolation);
}

/// The message that is thrown when a packet of node 0 is delivered after `hops` hops and `cycles` cycles from entry to
/// ejection.
std::string verdict(const topologies::Topology& network, const microarch::FabricParameters& parameters,
                    microarch::NodeId destination, int hops, Cycle cycles) {
  Scoreboard scoreboard(network, parameters);
  scoreboard.offered({0, destination, 3}, 0, 10);
  Delivery delivery;
  delivery.source = 0;
  delivery.destination = destination;
  delivery.flits = 3;
  delivery.hops = hops;
  delivery.created = delivery.entered = 10;
  delivery.ejected = 10 + cycles;
  try {
    scoreboard.delivered(delivery, 1000);
    return "";
  } catch (const microarch::InvariantViolation& error) {
    return error.what();
  }
}

TEST(ScoreboardHops, MayBeMoreThanMinimalOnlyWhereEscapesDetour) {
  const auto torus = topologies::make_twisted_torus("torus", {4, 4}, {});
  const auto conflict = topologies::make_mesh_ordered_torus("conflict", {{4, 4}, {{1, 0, 1}, {0, 1, 3}}, {}, 2});
  const microarch::FabricParameters parameters;
  for (const topologies::Topology* network : {torus.get(), conflict.get()}) {
    const int least = network->routing().distance(0, 10);
    ASSERT_GE(least, 2);
    EXPECT_EQ(verdict(*network, parameters, 10, least, 500), "");
    EXPECT_THAT(verdict(*network, parameters, 10, least - 1, 500), HasSubstr("a shortest path has"));
  }
  EXPECT_THAT(verdict(*torus, parameters, 10, torus->routing().distance(0, 10) + 2, 500),
              HasSubstr("a shortest path has"));
  EXPECT_EQ(verdict(*conflict, parameters, 10, conflict->routing().distance(0, 10) + 2, 500), "");
}

TEST(ScoreboardHops, TakeAtLeastTheShortestLinkEach) {
  const auto torus = topologies::make_twisted_torus("torus", {8, 2}, {});
  microarch::FabricParameters parameters;
  parameters.router_delay = 1;
  parameters.link_delay = 9;
  parameters.port_link_delay = {4, 4, 3, 6};
  EXPECT_EQ(verdict(*torus, parameters, 3, 3, 3 * (1 + 3) + 2), "");
  EXPECT_THAT(verdict(*torus, parameters, 3, 3, 3 * (1 + 3) + 1), HasSubstr("3 hops and 3 flits need 14"));
}

}  // namespace
}  // namespace trenza::testbench
