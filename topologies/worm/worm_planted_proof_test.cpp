// The proofs of negative hops and of flit bubbles: what they accept, and that every fault that is planted is found and
// named.
#include <gtest/gtest.h>

#include <chrono>

#include "topologies/colouring.h"
#include "topologies/proof_test_support.h"
#include "topologies/tables/table_topology.h"
#include "topologies/topology_error.h"
#include "topologies/topology_test_support.h"
#include "topologies/worm/negative_hops.h"
#include "topologies/worm/worm_proof.h"
#include "topologies/worm/worm_relation_test_support.h"
#include "topologies/worm/worm_routing.h"
#include "topologies/worm/worm_routing_test_support.h"
#include "topologies/worm/worm_walk.h"

namespace trenza::topologies {
namespace {

using test_support::ChangedWorms;
using test_support::contains;
using test_support::evidence;
using test_support::failed;
using test_support::kEscape;
using test_support::make;
using test_support::make_torus;
using test_support::ReroutedTopology;

using Shared = std::shared_ptr<const Topology>;
using Names = std::vector<std::string>;

constexpr WormProofParameters kAtomicOf17Flits{true, 17, 16};
constexpr WormProofParameters kTailOf17Flits{false, 17, 16};

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

WormRouting routing_of(WormRoute route, int vcs, int escape_vcs = 0) {
  WormRouting routing;
  routing.route = route;
  routing.vcs = vcs;
  routing.escape_vcs = escape_vcs;
  return routing;
}

Proof prove(const Topology& worms, const RoutingRelation& relation,
            const WormProofParameters& parameters = kAtomicOf17Flits) {
  return prove_worm_deadlock_free(ReroutedTopology(worms, relation), parameters);
}

TEST(NegativeHopProofTest, Holds) {
  const Shared bcc = make_torus({4, 4, 2}, {{2, 0, 2}, {2, 1, 2}});
  TopologySpec cube;
  cube.kind = "hypercube";
  cube.values["n"] = 7;
  IbtSpec bypasses;
  bypasses.sizes = {12, 4};
  bypasses.interlaced_dimensions = 1;
  bypasses.lengths = {3};
  for (const Shared& network :
       {Shared(make_torus({8, 8})), Shared(make("rtt", 4)), Shared(make("rtt", 3)), Shared(make("pdtt", 3)), bcc,
        Shared(make_torus({12, 4}, {{1, 0, 2}})), Shared(make_twisted_torus("mesh", {{5, 4}, {}, {false, false}, 2})),
        Shared(make_topology(cube)), Shared(make_ibt(bypasses)), Shared(make_ibt(bypasses, IbtEscape::three_classes)),
        Shared(make_mesh_ordered_torus("twice", {{4, 4}, {{0, 1, 2}, {1, 0, 2}}, {}, 2}))}) {
    const int classes = negative_hop_classes(diameter(*network));
    for (const WormRoute route : {WormRoute::duato_nbc, WormRoute::nbc, WormRoute::nhop}) {
      for (const BonusCards cards : {BonusCards::any, BonusCards::all}) {
        SCOPED_TRACE(network->name() + " " + negative_hop_name(route));
        WormRouting routing = routing_of(route, classes + 2);
        routing.bonus_cards = cards;
        const Proof proof = prove_worm_deadlock_free(*with_worm_routing(network, routing), kAtomicOf17Flits);
        EXPECT_EQ(failed(proof), Names{});
        ASSERT_EQ(proof.obligations.size(), 4U);
        // Queues may hold flits of several packets where all VCs are escapes.
        EXPECT_EQ(prove_worm_deadlock_free(*with_worm_routing(network, routing), kTailOf17Flits).holds(),
                  route != WormRoute::duato_nbc);
      }
    }
  }
}

TEST(NegativeHopProofTest, EvidenceSaysWhatWasChecked) {
  const Shared torus = make_torus({4, 4});
  const Proof duato =
      prove_worm_deadlock_free(*with_worm_routing(torus, routing_of(WormRoute::duato_nbc, 5)), kAtomicOf17Flits);
  EXPECT_TRUE(contains(evidence(duato, "order"), "the dependency graph of 192 escape lanes (VCs of 64 channels) and "));
  EXPECT_TRUE(contains(evidence(duato, "order"),
                       " arcs to those that a head can always wait for, over any number of other hops, has no cycle"));
  EXPECT_EQ(evidence(duato, "one packet in a queue"),
            "reallocation is atomic: every head that waits is at the front of its queue");
  const Proof nbc = prove_worm_deadlock_free(*with_worm_routing(torus, routing_of(WormRoute::nbc, 3)), kTailOf17Flits);
  EXPECT_EQ(evidence(nbc, "one packet in a queue"),
            "not needed: every VC is an escape lane, and these wait for each other in an order");
  const Proof tail =
      prove_worm_deadlock_free(*with_worm_routing(torus, routing_of(WormRoute::duato_nbc, 5)), kTailOf17Flits);
  EXPECT_EQ(failed(tail), Names{"one packet in a queue"});
  EXPECT_TRUE(contains(evidence(tail, "one packet in a queue"),
                       "use router.reallocation: atomic, or a router.routing without adaptive virtual channels: "
                       "dimension_order, up_down, nbc or nhop"));
}

TEST(NegativeHopProofTest, TooFewClasses) {
  // The routes cannot be made.
  EXPECT_THROW(with_worm_routing(make_torus({8, 8}), routing_of(WormRoute::duato_nbc, 10, 4)), TopologyError);
  // The rule with e = 4, in VCs 0 to 3.
  const Shared worms = with_worm_routing(make_torus({8, 8}), routing_of(WormRoute::duato_nbc, 10, 5));
  const ChangedWorms four(
      *worms, [](NodeId, HeaderWord, ArrivalLane, RouteChoice& choice) { choice.tiers[kEscape].vcs >>= 1U; },
      [](NodeId, HeaderWord, ArrivalLane, PortId, VcMask before) { return before >> 1U; });
  const Proof proof = prove(*worms, four);
  EXPECT_EQ(failed(proof), Names{"escape always offered"});
  EXPECT_EQ(evidence(proof, "escape always offered"), "a packet at r_4_4 to r_0_0 has no escape VC to ask for");
}

TEST(NegativeHopProofTest, Equation15LeavesPacketsWithoutAClass) {
  // In every network in which a packet can go two hops: after a positive hop in the highest class it has no class for
  // the negative one. The dependency graph of what is left has no cycle.
  for (const Shared& network :
       {Shared(make_torus({4})), Shared(make_torus({8, 8})), Shared(make("rtt", 3)), Shared(make("pdtt", 2)),
        Shared(make_twisted_torus("mesh", {{5, 3}, {}, {false, false}, 2}))}) {
    const int classes = negative_hop_classes(diameter(*network));
    for (const WormRoute route : {WormRoute::duato_nbc, WormRoute::nbc}) {
      for (const BonusCards cards : {BonusCards::any, BonusCards::all}) {
        SCOPED_TRACE(network->name() + " " + negative_hop_name(route));
        WormRouting routing = routing_of(route, classes + 1);
        routing.class_caps = ClassCaps::equation_15;
        routing.bonus_cards = cards;
        const Proof proof = prove_worm_deadlock_free(*with_worm_routing(network, routing), kAtomicOf17Flits);
        EXPECT_EQ(failed(proof), Names{"escape always offered"});
        EXPECT_TRUE(contains(evidence(proof, "escape always offered"),
                             " has no escape VC to ask for; expected router.class_caps: exact"));
      }
    }
    // Without bonus cards nothing comes near the caps.
    WormRouting nhop = routing_of(WormRoute::nhop, classes);
    nhop.class_caps = ClassCaps::equation_15;
    EXPECT_TRUE(prove_worm_deadlock_free(*with_worm_routing(network, nhop), kTailOf17Flits).holds());
  }
  WormRouting routing = routing_of(WormRoute::duato_nbc, 7);
  routing.class_caps = ClassCaps::equation_15;
  EXPECT_EQ(
      evidence(prove_worm_deadlock_free(*with_worm_routing(make_torus({8, 8}), routing), kAtomicOf17Flits),
               "escape always offered"),
      "a packet at r_7_0 to r_0_0 that came by yp (VC 4) has no escape VC to ask for; expected router.class_caps: "
      "exact");
}

/// The class of a lane of one VC for each class, -1: none.
int class_of(ArrivalLane lane, int classes) { return lane.port < 0 || lane.vc >= classes ? -1 : lane.vc; }

TEST(NegativeHopProofTest, AClassThatFalls) {
  // Negative hops are offered the class of the hop before, too.
  const auto falls = [](const Shared& worms, int classes) {
    const std::vector<std::uint8_t> colour = find_colouring(worms->graph()).colour;
    return ChangedWorms(*worms, [=](NodeId at, HeaderWord, ArrivalLane lane, RouteChoice& choice) {
      const int last = class_of(lane, classes);
      if (colour[static_cast<std::size_t>(at)] == 1 && last > 0) choice.tiers[kEscape].vcs |= 1U << (last - 1);
    });
  };
  const Shared nbc = with_worm_routing(make_torus({8}), routing_of(WormRoute::nbc, 3));
  const Proof proof = prove(*nbc, falls(nbc, 3));
  EXPECT_EQ(failed(proof), Names{"order"});
  EXPECT_TRUE(contains(evidence(proof, "order"), "virtual channels wait for each other: xp of r_0 (VC "));
  // With adaptive VCs classes may fall, as they do after adaptive hops: a head waits for the highest class.
  const Shared duato = with_worm_routing(make_torus({8}), routing_of(WormRoute::duato_nbc, 4));
  EXPECT_TRUE(prove(*duato, falls(duato, 3)).holds());
  // If it waits for the one that falls, and not for the highest, there is a cycle.
  const std::vector<std::uint8_t> colour = find_colouring(duato->graph()).colour;
  const ChangedWorms waits(
      *duato,
      [=](NodeId at, HeaderWord, ArrivalLane lane, RouteChoice& choice) {
        const int last = class_of(lane, 3);
        if (colour[static_cast<std::size_t>(at)] == 1 && last > 0) choice.tiers[kEscape].vcs = 1U << (last - 1);
      },
      [=](NodeId at, HeaderWord, ArrivalLane lane, PortId, VcMask before) {
        const int last = class_of(lane, 3);
        return colour[static_cast<std::size_t>(at)] == 1 && last > 0 ? 1U << (last - 1) : before;
      });
  const Proof cycle = prove(*duato, waits);
  EXPECT_EQ(failed(cycle), Names{"order"});
  EXPECT_TRUE(contains(evidence(cycle, "order"), "virtual channels wait for each other: x"));
}

TEST(NegativeHopProofTest, ABonusCardThatIsSpentTwice) {
  // After a class above the least that it needed, a packet may take one that is a class too high.
  const auto spends = [](const Shared& worms, int classes, bool waits) {
    const auto twice = [=](NodeId, HeaderWord, ArrivalLane lane, VcMask vcs) {
      const VcMask more = class_of(lane, classes) > 0 ? vcs << 1U & ((1U << classes) - 1) : 0;
      return waits && more != 0 ? more : vcs | more;
    };
    return ChangedWorms(
        *worms,
        [=](NodeId at, HeaderWord header, ArrivalLane lane, RouteChoice& choice) {
          choice.tiers[kEscape].vcs = twice(at, header, lane, choice.tiers[kEscape].vcs);
        },
        [=](NodeId at, HeaderWord header, ArrivalLane lane, PortId, VcMask before) {
          return waits ? twice(at, header, lane, before) : before;
        });
  };
  for (const WormRoute route : {WormRoute::nbc, WormRoute::duato_nbc}) {
    SCOPED_TRACE(negative_hop_name(route));
    const Shared worms = with_worm_routing(make_torus({8, 8}), routing_of(route, route == WormRoute::nbc ? 5 : 6));
    const Proof proof = prove(*worms, spends(worms, 5, false));
    // By an adaptive hop a packet comes back to classes below the one that it still holds.
    EXPECT_EQ(failed(proof),
              route == WormRoute::nbc ? Names{"escape always offered"} : (Names{"order", "escape always offered"}));
    EXPECT_TRUE(contains(evidence(proof, "escape always offered"), " (VC 4) has no escape VC to ask for"));
    if (route == WormRoute::duato_nbc) {
      EXPECT_TRUE(
          contains(evidence(proof, "order"), "\nxp of r_2_0 (VC 4): r_2_0 -> r_3_0, then by other VCs -> r_4_0\n"));
    }
  }
  // With a proof that counts the class that is too high.
  const Shared duato = with_worm_routing(make_torus({8, 8}), routing_of(WormRoute::duato_nbc, 6));
  EXPECT_FALSE(prove(*duato, spends(duato, 5, true)).holds());
}

TEST(NegativeHopProofTest, TheHighestClassIsNotOffered) {
  const Shared worms = with_worm_routing(make_torus({8, 8}), routing_of(WormRoute::duato_nbc, 7));
  const ChangedWorms without(*worms, [](NodeId at, HeaderWord, ArrivalLane, RouteChoice& choice) {
    const VcMask vcs = choice.tiers[kEscape].vcs;
    if (at == 9 && (vcs & (vcs - 1)) != 0) choice.tiers[kEscape].vcs = vcs & (vcs >> 1U);
  });
  const Proof proof = prove(*worms, without);
  EXPECT_EQ(failed(proof), Names{"escape always offered"});
  EXPECT_TRUE(contains(evidence(proof, "escape always offered"), "a packet at r_1_1 to r_"));
  EXPECT_TRUE(contains(evidence(proof, "escape always offered"), ", which it is not offered"));
}

TEST(NegativeHopProofTest, WhatCountsIsNotBelievedBlindly) {
  // What counts depends on the destination, of which nothing was said.
  const Shared worms = with_worm_routing(make_torus({4, 4}), routing_of(WormRoute::duato_nbc, 5));
  const ChangedWorms other(
      *worms, [](NodeId, HeaderWord, ArrivalLane, RouteChoice&) {},
      [](NodeId, HeaderWord header, ArrivalLane, PortId, VcMask before) {
        return destination_of(header) % 2 == 0 ? before : ~VcMask{0};
      });
  EXPECT_FALSE(walk_worms(ReroutedTopology(*worms, other)).by_difference);
  EXPECT_TRUE(walk_worms(*worms).by_difference);
  // If everything counts there is a cycle: after an adaptive hop a packet can have any class.
  const ChangedWorms all(
      *worms, [](NodeId, HeaderWord, ArrivalLane, RouteChoice&) {},
      [](NodeId, HeaderWord, ArrivalLane, PortId, VcMask) { return ~VcMask{0}; });
  const Proof proof = prove(*worms, all);
  EXPECT_EQ(failed(proof), Names{"order"});
  EXPECT_TRUE(contains(evidence(proof, "order"), ", then by adaptive VCs -> r_"));
}

TEST(NegativeHopProofTest, IsFast) {
  const auto start = std::chrono::steady_clock::now();
  const Shared torus = make_torus({16, 16});
  EXPECT_TRUE(
      prove_worm_deadlock_free(*with_worm_routing(torus, routing_of(WormRoute::duato_nbc, 10, 9)), kAtomicOf17Flits)
          .holds());
  EXPECT_TRUE(
      prove_worm_deadlock_free(*with_worm_routing(torus, routing_of(WormRoute::nbc, 16)), kTailOf17Flits).holds());
  // About a second in a plain build; the limit leaves room for sanitizers and busy machines.
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 40.0);
}

WormRouting bubble_of(WormRoute route, int vcs) {
  WormRouting routing;
  routing.route = route;
  routing.vcs = vcs;
  routing.flit_bubble = true;
  return routing;
}

TEST(FlitBubbleProofTest, Holds) {
  IbtSpec bypasses;
  bypasses.sizes = {8, 8};
  bypasses.lengths = {4};
  for (const Shared& network :
       {Shared(make_torus({8, 8})), Shared(make_torus({5, 5})), Shared(make("rtt", 4)), Shared(make("pdtt", 3)),
        Shared(make_torus({32, 4}, {{1, 0, 8}})), Shared(make_torus({24, 2}, {{1, 0, 5}})),
        Shared(make_twisted_torus("mixed", {{5, 4, 3}, {}, {true, false, true}, 2})), Shared(make_ibt(bypasses))}) {
    for (const WormRoute route : {WormRoute::dimension_order, WormRoute::duato}) {
      for (const int vcs : {1, 2, 4}) {
        if (route == WormRoute::duato && vcs == 1) continue;
        SCOPED_TRACE(network->name() + " " + std::to_string(static_cast<int>(route)) + " " + std::to_string(vcs));
        const Shared worms = with_worm_routing(network, bubble_of(route, vcs));
        EXPECT_EQ(failed(prove_worm_deadlock_free(*worms, kAtomicOf17Flits)), Names{});
        EXPECT_EQ(failed(prove_worm_deadlock_free(*worms, kTailOf17Flits)),
                  route == WormRoute::duato ? Names{"one packet in a queue"} : Names{});
      }
    }
  }
}

TEST(FlitBubbleProofTest, EvidenceSaysWhatWasChecked) {
  // 4 rings of x and 4 of y, each way, in 2 VCs; a packet turns from every ring of x to every ring of y: 8 * 8 pairs,
  // each VC to each.
  const Shared worms = with_worm_routing(make_torus({4, 4}), bubble_of(WormRoute::dimension_order, 2));
  const Proof proof = prove_worm_deadlock_free(*worms, kTailOf17Flits);
  EXPECT_EQ(evidence(proof, "order"),
            "the dependency graph of 16 rings, each in 2 escape VCs, and 256 arcs has no cycle");
  EXPECT_EQ(evidence(proof, "rings"),
            "all 16 rings close, and no channel is in two; what enters one leaves a flit of room free, and an input VC "
            "holds 17 flits, which the largest packet (16 flits) can enter");
  const Shared mixed =
      with_worm_routing(make_twisted_torus("mixed", {{4, 3}, {}, {true, false}, 2}), bubble_of(WormRoute::duato, 2));
  EXPECT_TRUE(contains(evidence(prove_worm_deadlock_free(*mixed, kAtomicOf17Flits), "order"),
                       "of 6 rings and 16 channels in none, each in 1 escape VC, and "));
  EXPECT_EQ(evidence(prove_worm_deadlock_free(*mixed, kAtomicOf17Flits), "one packet in a queue"),
            "reallocation of adaptive VCs is atomic: every head that waits in one is at the front of its queue");
}

TEST(FlitBubbleProofTest, ABufferNeedsRoomForAPacketAndAFlit) {
  for (const WormRoute route : {WormRoute::dimension_order, WormRoute::duato}) {
    const Shared worms = with_worm_routing(make("rtt", 3), bubble_of(route, 3));
    const Proof proof = prove_worm_deadlock_free(*worms, {true, 16, 16});
    EXPECT_EQ(failed(proof), Names{"rings"});
    EXPECT_EQ(
        evidence(proof, "rings"),
        "an input VC holds 16 flits, but a packet of 16 enters a ring only where there is room for 17, so it never "
        "does; expected router.buffer_flits of 17 or more");
    EXPECT_TRUE(prove_worm_deadlock_free(*worms, {true, 17, 16}).holds());
  }
  // Dateline classes need none of this.
  EXPECT_TRUE(prove_worm_deadlock_free(*with_worm_routing(make("rtt", 3), {}), {false, 1, 16}).holds());
}

TEST(FlitBubbleProofTest, RingsThatWaitForEachOther) {
  // Half of the packets, those that go up in one dimension and down in the other, go along y first.
  const Shared worms = with_worm_routing(make_torus({4, 4}), bubble_of(WormRoute::dimension_order, 1));
  const ChangedWorms reversed(*worms, [](NodeId, HeaderWord header, ArrivalLane, RouteChoice& choice) {
    const Record left = RecordFormat(2).unpack(header);
    if (left[0] * left[1] < 0) choice.tiers[kEscape].ports = left[1] > 0 ? 4 : 8;
  });
  const Proof proof = prove(*worms, reversed, kTailOf17Flits);
  EXPECT_EQ(failed(proof), Names{"order"});
  EXPECT_EQ(
      evidence(proof, "order"),
      "rings wait for each other: ring yp1 (VC 0) -> ring xm1 (VC 0) -> ring ym3 (VC 0) -> ring xp3 (VC 0) -> ring "
      "yp1 (VC 0)"
      "\nring yp1 (VC 0): a packet on yp of r_1_0 (VC 0) asks for xm of r_1_1 (VC 0)"
      "\nring xm1 (VC 0): a packet on xm of r_0_1 (VC 0) asks for ym of r_3_1 (VC 0)"
      "\nring ym3 (VC 0): a packet on ym of r_3_0 (VC 0) asks for xp of r_3_3 (VC 0)"
      "\nring xp3 (VC 0): a packet on xp of r_0_3 (VC 0) asks for yp of r_1_3 (VC 0)");
}

TEST(FlitBubbleProofTest, TwoVirtualChannelsOfARingThatWaitForEachOther) {
  // A head that continues waits for any VC of the next channel: packets in VC 0 wait for VC 1, and the other way.
  const Shared worms = with_worm_routing(make_torus({5}), bubble_of(WormRoute::dimension_order, 2));
  const ChangedWorms any(
      *worms, [](NodeId, HeaderWord, ArrivalLane, RouteChoice&) {},
      [](NodeId, HeaderWord, ArrivalLane, PortId, VcMask) { return ~VcMask{0}; });
  const Proof proof = prove(*worms, any, kTailOf17Flits);
  EXPECT_EQ(failed(proof), Names{"order"});
  EXPECT_EQ(evidence(proof, "order"),
            "rings wait for each other: ring xp0 (VC 0) -> ring xp0 (VC 1) -> ring xp0 (VC 0)"
            "\nring xp0 (VC 0): a packet on xp of r_0 (VC 0) asks for xp of r_1 (VC 1)"
            "\nring xp0 (VC 1): a packet on xp of r_0 (VC 1) asks for xp of r_1 (VC 0)");
}

TEST(FlitBubbleProofTest, ARingWithoutItsBubbleIsACycle) {
  /// The relation with flit bubbles, in routers that have none.
  class NoBubble : public test_support::ForwardedWorms {
   public:
    using ForwardedWorms::ForwardedWorms;
    bool flit_bubble() const override { return false; }
  };
  const Shared worms = with_worm_routing(make_torus({5}), bubble_of(WormRoute::dimension_order, 2));
  const Proof proof = prove(*worms, NoBubble(*worms), kTailOf17Flits);
  EXPECT_EQ(failed(proof), Names{"order"});
  EXPECT_EQ(
      first_line(evidence(proof, "order")),
      "virtual channels wait for each other: xp of r_0 (VC 0) -> xp of r_1 (VC 0) -> xp of r_2 (VC 0) -> xp of r_3 "
      "(VC 0) -> xp of r_4 (VC 0) -> xp of r_0 (VC 0)");
}

}  // namespace
}  // namespace trenza::topologies
