#include "microarch/ledger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "microarch/machine_state.h"
#include "microarch/parameters.h"
#include "topologies/registry.h"

namespace trenza::microarch {
namespace {

using testing::HasSubstr;

class LedgerTest : public testing::Test {
 protected:
  static Delivery delivery(NodeId source, NodeId destination, int flits, Cycle ejected) {
    Delivery packet;
    packet.source = source;
    packet.destination = destination;
    packet.flits = flits;
    packet.ejected = ejected;
    return packet;
  }
  template <class Body>
  static std::string refusal(Body body) {
    try {
      body();
    } catch (const InvariantViolation& fault) {
      return fault.what();
    }
    return "";
  }

  std::unique_ptr<topologies::Topology> torus_ =
      topologies::make_topology({"torus", {{"size", std::vector<int>{4, 2}}}});
  FabricParameters parameters_;
  Ledger ledger_{*torus_, parameters_};
};

TEST_F(LedgerTest, NumbersPacketsAtTheirSource) {
  EXPECT_EQ(ledger_.offer(3, 0, 2, 0, 5), 0U);
  EXPECT_EQ(ledger_.offer(3, 1, 2, 0, 5), 1U);
  EXPECT_EQ(ledger_.offer(0, 3, 16, 0, 5), 0U);
  EXPECT_EQ(ledger_.offer(0, 0, 1, 0, 5), 1U) << "to its own node";
  EXPECT_EQ(ledger_.totals().packets_offered, 4U);
  EXPECT_EQ(ledger_.totals().flits_offered, 21U);
  EXPECT_EQ(ledger_.identify(), 0U);
  EXPECT_EQ(ledger_.identify(), 1U);
}

TEST_F(LedgerTest, RefusesWhatIsNoPacket) {
  struct Wrong {
    NodeId source, destination;
    int flits, message_class;
  };
  for (const Wrong& wrong : {Wrong{-1, 0, 1, 0}, Wrong{8, 0, 1, 0}, Wrong{0, -1, 1, 0}, Wrong{0, 8, 1, 0},
                             Wrong{0, 1, 0, 0}, Wrong{0, 1, 17, 0}, Wrong{0, 1, 1, -1}, Wrong{0, 1, 1, 1}}) {
    EXPECT_THAT(refusal([&] { ledger_.offer(wrong.source, wrong.destination, wrong.flits, wrong.message_class, 7); }),
                HasSubstr("in cycle 7: not a packet of this fabric"));
  }
  EXPECT_EQ(ledger_.totals().packets_offered, 0U);
}

TEST_F(LedgerTest, AgeIsBySourceThenByNumber) {
  struct Offer {
    NodeId source;
    int number;
  };
  std::vector<Offer> offers{{2, 0}, {0, 0}, {2, 1}, {0, 1}, {1, 0}};
  Ledger::sort_by_age(offers);
  std::string order;
  for (const Offer& offer : offers) order += std::to_string(offer.source) + std::to_string(offer.number) + " ";
  EXPECT_EQ(order, "00 01 10 20 21 ");
}

TEST_F(LedgerTest, ChecksAndCountsDeliveries) {
  ledger_.offer(0, 3, 4, 0, 0);
  ledger_.deliver(delivery(0, 3, 4, 20), 3, 4);
  EXPECT_EQ(ledger_.delivered().size(), 1U);
  EXPECT_EQ(ledger_.totals().packets_delivered, 1U);
  EXPECT_EQ(ledger_.totals().flits_delivered, 4U);
  EXPECT_FALSE(ledger_.is_quiet(20));
  EXPECT_TRUE(ledger_.is_quiet(21));
  EXPECT_TRUE(ledger_.audit(0).empty());
  EXPECT_THAT(ledger_.audit(1), testing::ElementsAre("1 packets offered, 1 delivered, 1 inside"));
  EXPECT_THAT(refusal([&] { ledger_.deliver(delivery(0, 3, 4, 20), 2, 4); }), HasSubstr("leaves at node 2"));
  EXPECT_THAT(refusal([&] { ledger_.deliver(delivery(0, 3, 4, 20), 3, 3); }), HasSubstr("with 3 flits, in cycle 20"));
  ledger_.begin(21, 30);
  EXPECT_TRUE(ledger_.delivered().empty());
  EXPECT_EQ(refusal([&] { ledger_.begin(21, 21); }), "advance to cycle 21 in cycle 21");
}

TEST_F(LedgerTest, GoesOnWithTheBooksOfAnotherMachine) {
  ledger_.offer(1, 3, 4, 0, 0);
  ledger_.identify();
  ledger_.deliver(delivery(1, 3, 4, 20), 3, 4);
  MachineState state = empty_machine(*torus_, parameters_);
  ledger_.write(state);
  state.counters = ledger_.totals();
  Ledger other(*torus_, parameters_);
  other.fill(state);
  EXPECT_EQ(other.identify(), 1U);
  EXPECT_EQ(other.offer(1, 3, 4, 0, 30), 1U);
  EXPECT_EQ(other.delivered().size(), 1U);
  EXPECT_EQ(other.totals().packets_offered, 2U);
  EXPECT_FALSE(other.is_quiet(20));
}

TEST_F(LedgerTest, WantsTheEscapeChannelsOfTheRelation) {
  parameters_.escape_vcs = 2;
  EXPECT_THAT(refusal([&] { Ledger(*torus_, parameters_); }),
              HasSubstr("2 escape virtual channels for torus(4x2), which needs 1"));
}

}  // namespace
}  // namespace trenza::microarch
