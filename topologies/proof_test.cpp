#include "topologies/proof.h"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <utility>

#include "topologies/escape_order.h"
#include "topologies/proof_test_support.h"
#include "topologies/relation_walk.h"
#include "topologies/topology_test_support.h"

namespace trenza::topologies {
namespace {

using test_support::contains;
using test_support::failed;
using test_support::make;
using test_support::make_torus;
using test_support::ReroutedTopology;
using test_support::WrappedRelation;

const Obligation& obligation(const Proof& proof, const std::string& name) {
  for (const Obligation& each : proof.obligations) {
    if (each.name == name) return each;
  }
  throw std::out_of_range(name);
}

const std::string kYp0OfRtt4 =
    "yp0: r_0_0 -> r_0_1 -> r_0_2 -> r_0_3 -> r_4_0 -> r_4_1 -> r_4_2 -> r_4_3 -> r_0_0 (8 channels)";

TEST(ProofTest, HoldsForThePaperNetworks) {
  for (const std::string kind : {"rt", "rtt", "pt", "ptt", "pdtt"}) {
    for (const int a : {2, 3, 4}) {
      const auto network = make(kind, a);
      const Proof proof = prove_deadlock_free(*network, {});
      EXPECT_TRUE(proof.holds()) << network->name();
      ASSERT_EQ(proof.obligations.size(), 4U);
      for (const Obligation& each : proof.obligations) EXPECT_FALSE(each.evidence.empty());
    }
  }
}

TEST(ProofTest, EvidenceCountsWhatWasChecked) {
  const Proof proof = prove_deadlock_free(*make("rtt", 4), {});
  // 31 destinations of which 6 have two records and 1 has four, and arrival.
  EXPECT_TRUE(contains(obligation(proof, "connected").evidence, "41 states"))
      << obligation(proof, "connected").evidence;
  EXPECT_TRUE(contains(obligation(proof, "rings").evidence, "16 rings of 8 channels cover all 128 channels"));
  EXPECT_TRUE(contains(obligation(proof, "order").evidence, "all into rings of a higher dimension"));
}

TEST(ProofTest, SymmetryFindsWhatTheWholeWalkFinds) {
  std::mt19937 random(3);
  for (int i = 0; i < 25; ++i) {
    const auto parameters = test_support::random_torus(random);
    SCOPED_TRACE(parameters.text);
    const auto torus = make_torus(parameters.sizes, parameters.twists);
    const WrappedRelation whole(torus->routing());
    const ReroutedTopology all(*torus, whole);
    const RelationWalk one = walk_relation(*torus);
    const RelationWalk every = walk_relation(all);
    EXPECT_EQ(one.destinations, std::vector<NodeId>{0});
    EXPECT_TRUE(every.destinations.empty());
    EXPECT_EQ(every.lost, "");
    EXPECT_EQ(every.no_escape, "");
    EXPECT_EQ(one.states * torus->graph().nodes(), every.states);
    EXPECT_EQ(one.turns, every.turns);
    EXPECT_TRUE(prove_deadlock_free(all, {}).holds());
  }
}

TEST(ProofTest, IsFast) {
  const auto rtt = make("rtt", 8);
  const auto twisted = make_torus({6, 4, 4}, {{1, 0, 3}, {2, 0, 2}});
  const WrappedRelation whole(rtt->routing());
  const ReroutedTopology all(*rtt, whole);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(prove_deadlock_free(*rtt, {}).holds());
  EXPECT_TRUE(prove_deadlock_free(*twisted, {}).holds());
  EXPECT_TRUE(prove_deadlock_free(all, {}).holds());
  // Milliseconds in a plain build; the limit leaves room for sanitizers and busy machines.
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 5.0);
}

TEST(ProofTest, BubbleNeedsTwoSlotsAndPrintsTheRing) {
  const auto rtt = make("rtt", 4);
  const auto evidence = [&](int depth, int enter, int go_on) {
    const Proof proof = prove_deadlock_free(*rtt, {depth, enter, go_on});
    const Obligation& rings = obligation(proof, "rings");
    EXPECT_EQ(failed(proof), std::vector<std::string>(rings.holds ? 0 : 1, "rings"));
    return rings.holds ? std::string() : rings.evidence;
  };
  EXPECT_EQ(evidence(2, 2, 1), "");
  EXPECT_EQ(evidence(4, 3, 1), "");
  EXPECT_TRUE(contains(evidence(4, 1, 1), "enters a ring with 1 slot free")) << evidence(4, 1, 1);
  EXPECT_TRUE(contains(evidence(4, 1, 1), "all 16 rings")) << evidence(4, 1, 1);
  EXPECT_TRUE(
      contains(evidence(4, 1, 1),
               "xp0: r_0_0 -> r_1_0 -> r_2_0 -> r_3_0 -> r_4_0 -> r_5_0 -> r_6_0 -> r_7_0 -> r_0_0 (8 channels)"));
  EXPECT_TRUE(contains(evidence(1, 2, 1), "hold 1 slot,"));
  EXPECT_TRUE(contains(evidence(2, 3, 1), "it never enters"));
  EXPECT_TRUE(contains(evidence(4, 2, 0), "overflow"));
  EXPECT_TRUE(contains(evidence(4, 3, 2), "can stand still"));
}

TEST(EscapeOrderTest, PrintsARingInFull) {
  const auto rtt = make("rtt", 4);
  for (const Ring& ring : rtt->rings()) {
    if (ring.name != "yp0") continue;
    EXPECT_EQ(ring_text(*rtt, ring), kYp0OfRtt4);
    return;
  }
  FAIL() << "no ring yp0";
}

/// At one router the highest dimension escapes first.
class SwappedOrder : public WrappedRelation {
 public:
  SwappedOrder(const RoutingRelation& base, NodeId where) : WrappedRelation(base), where_(where) {}
  RouteChoice choices(NodeId at, HeaderWord header, ArrivalLane lane) const override {
    RouteChoice choice = WrappedRelation::choices(at, header, lane);
    if (at != where_ || choice.arrived) return choice;
    PortId port = choice.escape_port();
    while ((choice.adaptive_ports() >> (port + 1)) != 0) {
      ++port;
      while ((choice.adaptive_ports() >> port & 1U) == 0) ++port;
    }
    choice.set_escape(port);
    return choice;
  }

 private:
  NodeId where_;
};

TEST(ProofTest, SwappedDimensionOrderAtOneRouterIsACycleOfRings) {
  const auto rtt = make("rtt", 4);
  const NodeId where = rtt->node_at({0, 1});
  const SwappedOrder relation(rtt->routing(), where);
  const Proof proof = prove_deadlock_free(ReroutedTopology(*rtt, relation), {});
  EXPECT_EQ(failed(proof), std::vector<std::string>{"order"});
  const std::string& evidence = obligation(proof, "order").evidence;
  EXPECT_TRUE(contains(evidence, "rings wait for each other: ")) << evidence;
  EXPECT_TRUE(contains(evidence, "an escape route leaves y")) << evidence;
  EXPECT_TRUE(contains(evidence, "(8 channels)")) << evidence;
  // Every ring of the cycle is printed, with all its nodes.
  EXPECT_TRUE(contains(evidence, "\n" + kYp0OfRtt4) || contains(evidence, "\nym0: r_0_0 -> r_4_3 -> ")) << evidence;
  EXPECT_TRUE(contains(evidence, "\nx")) << evidence;
}

TEST(ProofTest, SwappedOrderEverywhereIsAnotherOrder) {
  // z before y before x: rings are left for rings of lower dimensions only, which is as good.
  class Reversed : public WrappedRelation {
   public:
    using WrappedRelation::WrappedRelation;
    RouteChoice choices(NodeId at, HeaderWord header, ArrivalLane lane) const override {
      RouteChoice choice = WrappedRelation::choices(at, header, lane);
      for (PortId port = 0; port < 32; ++port) {
        if ((choice.adaptive_ports() >> port & 1U) != 0) choice.set_escape(port);
      }
      return choice;
    }
  };
  const auto pdtt = make("pdtt", 3);
  const Reversed relation(pdtt->routing());
  const Proof proof = prove_deadlock_free(ReroutedTopology(*pdtt, relation), {});
  EXPECT_TRUE(proof.holds());
  EXPECT_TRUE(contains(obligation(proof, "order").evidence, "without a cycle of rings"));
}

TEST(ProofTest, NamesTheStateWithoutEscape) {
  class NoEscapeAt : public WrappedRelation {
   public:
    NoEscapeAt(const RoutingRelation& base, NodeId where) : WrappedRelation(base), where_(where) {}
    RouteChoice choices(NodeId at, HeaderWord header, ArrivalLane lane) const override {
      RouteChoice choice = WrappedRelation::choices(at, header, lane);
      if (at == where_) choice.set_escape(-1);
      return choice;
    }

   private:
    NodeId where_;
  };
  const auto rtt = make("rtt", 4);
  const NoEscapeAt relation(rtt->routing(), rtt->node_at({3, 2}));
  const Proof proof = prove_deadlock_free(ReroutedTopology(*rtt, relation), {});
  EXPECT_EQ(failed(proof), std::vector<std::string>{"escape always offered"});
  EXPECT_EQ(obligation(proof, "escape always offered").evidence,
            "a packet at r_3_2 to r_0_0 has no escape channel to ask for");
}

TEST(ProofTest, FindsEveryWayToLoseAPacket) {
  enum class Fault { wrong_record, stops, early, passes, bad_port, wrong_destination, no_route };
  class Losing : public WrappedRelation {
   public:
    Losing(const RoutingRelation& base, Fault fault) : WrappedRelation(base), fault_(fault) {}
    HeaderWord initial(NodeId source, NodeId destination, std::uint64_t draw) const override {
      const HeaderWord header = WrappedRelation::initial(source, destination, draw);
      // The record of another pair: it leads elsewhere.
      if (fault_ == Fault::wrong_record && source == 5 && destination == 9)
        return WrappedRelation::initial(5, 10, draw) - 1;
      return header;
    }
    RouteChoice choices(NodeId at, HeaderWord header, ArrivalLane lane) const override {
      RouteChoice choice = WrappedRelation::choices(at, header, lane);
      if (at != 5) return choice;
      if (fault_ == Fault::stops && !choice.arrived) return {};
      if (fault_ == Fault::early) choice.arrived = true;
      if (fault_ == Fault::passes && choice.arrived) return RouteChoice::of(1U, 0);
      if (fault_ == Fault::bad_port) choice.set_adaptive(choice.adaptive_ports() | 1U << 20);
      return choice;
    }
    HeaderWord advance(NodeId at, HeaderWord header, PortId port, bool escape) const override {
      return WrappedRelation::advance(at, header, port, escape) ^
             (fault_ == Fault::wrong_destination && port == 3 ? 1U : 0U);
    }
    std::uint64_t routes(NodeId source, NodeId destination) const override {
      return fault_ == Fault::no_route && source == 5 ? 0 : WrappedRelation::routes(source, destination);
    }

   private:
    Fault fault_;
  };
  const auto rt = make("rt", 4);
  const auto evidence = [&](Fault fault) {
    const Losing relation(rt->routing(), fault);
    const Proof proof = prove_deadlock_free(ReroutedTopology(*rt, relation), {});
    EXPECT_FALSE(proof.holds());
    EXPECT_FALSE(obligation(proof, "connected").holds);
    return obligation(proof, "connected").evidence;
  };
  EXPECT_EQ(evidence(Fault::wrong_record), "a packet at r_2_1 to r_1_1 is taken for arrived");
  EXPECT_EQ(evidence(Fault::stops), "a packet at r_5_0 to r_0_0 may go nowhere");
  EXPECT_EQ(evidence(Fault::early), "a packet at r_5_0 to r_0_0 is taken for arrived");
  EXPECT_EQ(evidence(Fault::passes), "a packet at r_5_0 to r_5_0 is at its destination but goes on");
  EXPECT_EQ(evidence(Fault::bad_port), "a packet at r_5_0 to r_0_0 may ask for port 20, which is not there");
  EXPECT_TRUE(contains(evidence(Fault::wrong_destination), "by ym gets a header for another node"));
  EXPECT_EQ(evidence(Fault::no_route), "a packet at r_5_0 to r_0_0 has no route");
}

TEST(ProofTest, FalseStatementOfSymmetryIsNotBelieved) {
  /// Always the first record at odd sources: not by difference.
  class OddSources : public WrappedRelation {
   public:
    using WrappedRelation::WrappedRelation;
    HeaderWord initial(NodeId source, NodeId destination, std::uint64_t draw) const override {
      return WrappedRelation::initial(source, destination, source % 2 == 0 ? draw : 0);
    }
    bool translation_invariant() const override { return true; }
  };
  class OneRouter : public SwappedOrder {
   public:
    using SwappedOrder::SwappedOrder;
    bool translation_invariant() const override { return true; }
  };
  const auto rtt = make("rtt", 4);
  const OddSources odd(rtt->routing());
  EXPECT_TRUE(walk_relation(ReroutedTopology(*rtt, odd)).destinations.empty());
  const OneRouter one(rtt->routing(), 3);
  EXPECT_TRUE(walk_relation(ReroutedTopology(*rtt, one)).destinations.empty());
}

TEST(ProofTest, RingsThatDoNotFitTheWiringAreFound) {
  class OtherRings : public ReroutedTopology {
   public:
    OtherRings(const Topology& base, std::vector<Ring> rings)
        : ReroutedTopology(base, base.routing()), rings_(std::move(rings)) {}
    const std::vector<Ring>& rings() const override { return rings_; }

   private:
    std::vector<Ring> rings_;
  };
  const auto rt = make("rt", 4);
  const auto evidence = [&](std::vector<Ring> rings) {
    const Proof proof = prove_deadlock_free(OtherRings(*rt, std::move(rings)), {});
    EXPECT_EQ(failed(proof), (std::vector<std::string>{"rings", "order"}));
    EXPECT_EQ(obligation(proof, "order").evidence, "cannot be judged: " + obligation(proof, "rings").evidence);
    return obligation(proof, "rings").evidence;
  };
  std::vector<Ring> rings = rt->rings();
  std::swap(rings[0].channels[1], rings[0].channels[2]);
  EXPECT_TRUE(contains(evidence(rings), "a ring does not close: xp0: r_0_0 -> r_2_0 -> r_1_0")) << evidence(rings);
  rings = rt->rings();
  rings.pop_back();
  EXPECT_EQ(evidence(rings), "the channel ym from r_7_0 to r_7_3 is in 0 rings");
  rings = rt->rings();
  std::swap(rings[0], rings[1]);
  EXPECT_TRUE(contains(evidence(rings), "is not in its ring xp1")) << evidence(rings);
}

TEST(EscapeOrderTest, ComingBackToAnotherPlaceOfTheOwnRingIsACycle) {
  // One big ring through both ports of two nodes: a packet that turns from port 0 to port 1 stays in the ring but skips
  // channels.
  const auto pair = make_torus({2});
  class OneRing : public ReroutedTopology {
   public:
    explicit OneRing(const Topology& base)
        : ReroutedTopology(base, base.routing()), rings_{{"all", 0, 0, 0, {0, 3, 1, 2}}} {}
    const std::vector<Ring>& rings() const override { return rings_; }
    int ring_of(ChannelId /*channel*/, int /*vc*/) const override { return 0; }

   private:
    std::vector<Ring> rings_;
  };
  const OneRing ring(*pair);
  // Channel 0 is node 0 port 0, 3 is node 1 port 1. After channel 0 comes channel 3 (port 1), not channel 2 (port 0).
  const std::vector<EscapeTurn> straight = escape_turns(ring, {1U << 1, 0, 0, 0});
  EXPECT_TRUE(straight.empty());
  const std::vector<EscapeTurn> skipping = escape_turns(ring, {1U << 0, 0, 0, 0});
  ASSERT_EQ(skipping.size(), 1U);
  EXPECT_EQ(skipping[0].from, skipping[0].to);
  EXPECT_EQ(find_turn_cycle(ring, skipping).size(), 1U);
}

}  // namespace
}  // namespace trenza::topologies
