// Two fabrics in step: what is the same passes, and whatever is not is named.
#include "cosim/lockstep_fabric.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "microarch/parameters.h"
#include "tests/support/ideal_fabric.h"
#include "topologies/twisted_torus.h"

namespace trenza::cosim {
namespace {

using microarch::Cycle;
using microarch::Delivery;
using testing::HasSubstr;

/// Test double: a fabric that also tells one hop of each packet, at its source in the cycle of its offer.
class OneHopFabric : public test::IdealFabric {
 public:
  using test::IdealFabric::IdealFabric;
  int output = 0;

  std::uint64_t offer(topologies::NodeId source, topologies::NodeId destination, int flits, std::uint64_t tag,
                      int message_class) override {
    const std::uint64_t number = test::IdealFabric::offer(source, destination, flits, tag, message_class);
    if (observer_) observer_({now(), source, 4, output, 1, source, number});
    return number;
  }
  void observe_hops(const microarch::HopObserver& observer) override { observer_ = observer; }
  bool is_observed() const { return static_cast<bool>(observer_); }

 private:
  microarch::HopObserver observer_;
};

/// A ring of four routers with one adaptive VC: inputs 0 to 3 are those of the two ports, 4 is the injector.
class LockstepTest : public testing::Test {
 protected:
  LockstepTest() : ring_(topologies::make_twisted_torus("ring", {4}, {})) {
    parameters_.adaptive_vcs = 1;
    renew();
  }

  void renew() {
    one_ = std::make_unique<OneHopFabric>(*ring_, parameters_);
    other_ = std::make_unique<OneHopFabric>(*ring_, parameters_);
  }
  std::unique_ptr<LockstepFabric> both() {
    return std::make_unique<LockstepFabric>(Side{"one", one_.get()}, Side{"other", other_.get()});
  }
  /// Offers five packets and runs; the report, empty if there is no difference.
  std::string run() {
    const auto fabric = both();
    try {
      for (int k = 0; k < 5; ++k) fabric->offer(k % 4, (k + 2) % 4, 3, 7, 0);
      while (fabric->now() < 60) fabric->advance(60);
      fabric->counters();
      fabric->waiting();
    } catch (const Divergence& difference) {
      cycle_ = difference.cycle();
      return difference.what();
    }
    return {};
  }

  std::unique_ptr<topologies::Topology> ring_;
  microarch::FabricParameters parameters_;
  std::unique_ptr<OneHopFabric> one_;
  std::unique_ptr<OneHopFabric> other_;
  Cycle cycle_ = 0;
};

TEST_F(LockstepTest, TheSameIsTheSame) {
  const auto fabric = both();
  EXPECT_EQ(fabric->offer(0, 2, 3, 7, 0), 0U);
  EXPECT_EQ(fabric->offer(0, 1, 3, 8, 0), 1U);
  EXPECT_FALSE(fabric->idle());
  std::uint64_t seen = 0;
  while (fabric->now() < 60) {
    fabric->advance(60);
    seen += fabric->delivered().size();
  }
  EXPECT_EQ(seen, 2U);
  EXPECT_TRUE(fabric->idle());
  EXPECT_EQ(fabric->first().packets, 2U);
  EXPECT_EQ(fabric->first().digest, fabric->second().digest);
  EXPECT_NE(fabric->first().digest, 0U);
  EXPECT_EQ(fabric->counters().packets_delivered, 2U);
}

TEST_F(LockstepTest, StopsObservingAtTheEnd) {
  both()->offer(0, 1, 1, 0, 0);
  EXPECT_FALSE(one_->is_observed());
  EXPECT_FALSE(other_->is_observed());
}

TEST_F(LockstepTest, NamesADeliveryThatIsLate) {
  other_->extra_latency = 1;
  const std::string report = run();
  EXPECT_THAT(
      report,
      HasSubstr("the first delivery that differs\n  one: packet 2:0 of r_2 to r_0, 3 flits of class request, created "
                "in cycle 0"));
  EXPECT_THAT(report, HasSubstr("\n  other: nothing\n"));
  EXPECT_THAT(report,
              HasSubstr("history of packet 2:0 in one:\n    cycle 0: r_2 injector0 -> xp_to_3.vc1 (ready in 0)\n"));
  EXPECT_THAT(report, HasSubstr("its tail leaves at r_0"));
  EXPECT_THAT(report, HasSubstr("history of packet 2:0 in other:\n    cycle 0: r_2 injector0 -> xp_to_3.vc1"));
  EXPECT_THAT(report, HasSubstr("not delivered"));
}

TEST_F(LockstepTest, NamesADeliveryThatIsLateInTheLeader) {
  one_->extra_latency = 1;
  const std::string report = run();
  EXPECT_THAT(report, HasSubstr("\n  one: nothing\n  other: packet 2:0 of r_2"));
}

TEST_F(LockstepTest, SeesEveryFieldOfADelivery) {
  const std::vector<std::function<void(Delivery&)>> lies = {
      [](Delivery& d) { d.source ^= 1; },  [](Delivery& d) { d.destination ^= 1; },
      [](Delivery& d) { d.number += 1; },  [](Delivery& d) { d.flits += 1; },
      [](Delivery& d) { d.hops += 1; },    [](Delivery& d) { d.created += 1; },
      [](Delivery& d) { d.entered += 1; }, [](Delivery& d) { d.ejected += 1; },
      [](Delivery& d) { d.tag += 1; },     [](Delivery& d) { d.message_class += 1; }};
  for (std::size_t k = 0; k < lies.size(); ++k) {
    renew();
    other_->lie = [&, told = 0](Delivery& delivery) mutable {
      if (++told == 3) lies[k](delivery);
    };
    EXPECT_THAT(run(), HasSubstr("the first delivery that differs")) << k;
  }
}

TEST_F(LockstepTest, SeesWhatIsLostAndWhatComesTwice) {
  other_->loses = [](const Delivery& d) { return d.source == 3; };
  EXPECT_THAT(run(), HasSubstr("one: packet 3:0 of r_3"));
  renew();
  other_->duplicates = [](const Delivery& d) { return d.source == 1; };
  EXPECT_THAT(run(), HasSubstr("other: packet 1:0 of r_1"));
}

TEST_F(LockstepTest, SeesAnotherWay) {
  other_->output = 1;
  EXPECT_THAT(run(), HasSubstr("went another way"));
}

TEST_F(LockstepTest, SeesOtherCounters) {
  // Offered before the comparison began.
  other_->offer(0, 1, 1, 0, 0);
  const auto fabric = both();
  EXPECT_THROW(fabric->counters(), Divergence);
  EXPECT_THROW(fabric->offer(0, 1, 1, 0, 0), Divergence);  // it gets another number
}

TEST_F(LockstepTest, SeesOtherWaiting) {
  microarch::WaitingHead head;
  head.router = 2;
  other_->snapshot.heads.push_back(head);
  EXPECT_THAT(run(), HasSubstr("who waits for what differ, one / other: nobody / router 2"));
}

TEST_F(LockstepTest, DoesNotAskWhoSaysNothing) {
  microarch::WaitingHead head;
  head.router = 2;
  other_->snapshot.heads.push_back(head);
  const LockstepFabric first_is_silent({"one", one_.get(), false}, {"other", other_.get()});
  EXPECT_EQ(first_is_silent.waiting().heads.size(), 1U);
  const LockstepFabric second_is_silent({"one", one_.get()}, {"other", other_.get(), false});
  EXPECT_EQ(second_is_silent.waiting().heads.size(), 0U);
}

TEST_F(LockstepTest, AuditsBothSides) {
  one_->audit_lines = {"a"};
  other_->audit_lines = {"b"};
  EXPECT_EQ(both()->audit(), (std::vector<std::string>{"one: a", "other: b"}));
}

}  // namespace
}  // namespace trenza::cosim
