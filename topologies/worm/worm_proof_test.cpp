// The proof of the flit-level machine: what it accepts, and that every fault that is planted is found and named.
#include "topologies/worm/worm_proof.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <stdexcept>

#include "tests/places.h"
#include "topologies/custom_network.h"
#include "topologies/ibt/ibt_test_support.h"
#include "topologies/proof_test_support.h"
#include "topologies/tables/table_topology.h"
#include "topologies/topology_test_support.h"
#include "topologies/worm/worm_relation_test_support.h"
#include "topologies/worm/worm_routing.h"
#include "topologies/worm/worm_routing_test_support.h"
#include "topologies/worm/worm_walk.h"

namespace trenza::topologies {
namespace {

using test_support::contains;
using test_support::evidence;
using test_support::failed;
using test_support::kAdaptive;
using test_support::kEscape;
using test_support::make;
using test_support::make_torus;
using test_support::ReroutedTopology;
using test_support::WrappedRelation;

using Shared = std::shared_ptr<const Topology>;

constexpr WormProofParameters kAtomic{true};

std::vector<WormRouting> every_dateline(WormRoute route, bool sticky, int vcs) {
  return {{route, Dateline::memoryless, sticky, vcs},
          {route, Dateline::fixed, sticky, vcs},
          {route, Dateline::crossing, sticky, vcs}};
}

void expect_accepted(const Shared& network) {
  for (const WormRoute route : {WormRoute::dimension_order, WormRoute::duato, WormRoute::up_down}) {
    for (const WormRouting& routing : every_dateline(route, true, 3)) {
      SCOPED_TRACE(network->name() + " " + std::to_string(static_cast<int>(route)));
      const Proof proof = prove_worm_deadlock_free(*with_worm_routing(network, routing), kAtomic);
      EXPECT_EQ(failed(proof), std::vector<std::string>{});
      ASSERT_EQ(proof.obligations.size(), 4U);
      for (const Obligation& each : proof.obligations) EXPECT_FALSE(each.evidence.empty());
    }
  }
}

/// Body-centred cubic lattice of 4 a^3 nodes.
Shared bcc(int a) { return make_torus({2 * a, 2 * a, a}, {{2, 0, a}, {2, 1, a}}); }

/// Tori whose records wrap up to several times, by "12x4 t3".
Shared twisted(int x, int y, int twist) { return make_torus({x, y}, {{1, 0, twist}}); }

TEST(WormProofTest, HoldsOnToriAndTwistedTori) {
  for (const std::string kind : {"rt", "rtt", "pt", "ptt", "pdtt"}) {
    for (const int a : {2, 3, 4}) expect_accepted(make(kind, a));
  }
  for (const Shared& network : {bcc(2), bcc(3), twisted(12, 4, 3), twisted(16, 4, 2), twisted(32, 4, 8),
                                twisted(64, 4, 8), twisted(16, 3, 5), twisted(24, 2, 5)})
    expect_accepted(network);
}

Shared petersen() {
  return make_up_down_network(
      read_custom_network(std::string(TRENZA_SOURCE_DIR) + "/configs/networks/petersen.net").network);
}

TEST(WormProofTest, HoldsOnOtherNetworks) {
  expect_accepted(make_twisted_torus("mesh", {{5, 4}, {}, {false, false}, 2}));
  expect_accepted(make_twisted_torus("mixed", {{5, 4, 3}, {}, {true, false, true}, 2}));
  expect_accepted(make_mesh_ordered_torus("twice", {{6, 4}, {{0, 1, 1}, {1, 0, 2}}, {}, 2}));
  expect_accepted(make_ibt(test_support::ibt_8x8(), IbtEscape::torus_order));
  for (const int n : {3, 6, 7}) {
    TopologySpec cube;
    cube.kind = "hypercube";
    cube.values["n"] = n;
    expect_accepted(make_topology(cube));
  }
  for (const WormRoute route : {WormRoute::duato, WormRoute::up_down}) {
    const WormRouting routing{route, Dateline::memoryless, true, 2};
    EXPECT_EQ(failed(prove_worm_deadlock_free(*with_worm_routing(petersen(), routing), kAtomic)),
              std::vector<std::string>{});
    const Shared classes = make_ibt(test_support::ibt_8x8(), IbtEscape::three_classes);
    EXPECT_EQ(failed(prove_worm_deadlock_free(*with_worm_routing(classes, routing), kAtomic)),
              std::vector<std::string>{});
  }
}

TEST(WormProofTest, EvidenceCountsWhatWasChecked) {
  // A ring of 4 nodes, 2 VCs: from each node one hop either way (class 1), and two hops either way: class 0 where the
  // second is e_0. So VC 1 of all 8 channels is asked for, and VC 0 of the one channel before the dateline each way.
  const Proof ring = prove_worm_deadlock_free(*with_worm_routing(make_torus({4}), {{}, {}, true, 2}), kAtomic);
  EXPECT_EQ(evidence(ring, "order"),
            "the dependency graph of 10 escape lanes (VCs of 8 channels) and 8 arcs has no cycle");
  EXPECT_TRUE(contains(evidence(ring, "connected"), "at 4 nodes, with headers by difference"));
  const Proof table = prove_worm_deadlock_free(
      *with_worm_routing(petersen(), {WormRoute::up_down, Dateline::memoryless, true, 1}), kAtomic);
  EXPECT_TRUE(contains(evidence(table, "connected"), "with all 10 destinations; every adaptive hop comes nearer"));
}

TEST(WormProofTest, OneVirtualChannelOnATorusIsACycle) {
  for (const WormRouting& routing : every_dateline(WormRoute::dimension_order, true, 1)) {
    const Proof proof = prove_worm_deadlock_free(*with_worm_routing(make_torus({4, 4}), routing), kAtomic);
    EXPECT_EQ(failed(proof), std::vector<std::string>{"order"});
    EXPECT_EQ(
        evidence(proof, "order"),
        "virtual channels wait for each other: xp of r_0_0 (VC 0) -> xp of r_1_0 (VC 0) -> xp of r_2_0 (VC 0) -> xp "
        "of r_3_0 (VC 0) -> xp of r_0_0 (VC 0)"
        "\nxp of r_0_0 (VC 0): r_0_0 -> r_1_0"
        "\nxp of r_1_0 (VC 0): r_1_0 -> r_2_0"
        "\nxp of r_2_0 (VC 0): r_2_0 -> r_3_0"
        "\nxp of r_3_0 (VC 0): r_3_0 -> r_0_0"
        "\nthe rings have no dateline with 1 virtual channel; expected router.virtual_channels.count of 2 or more, or "
        "router.routing: up_down");
  }
  // No packet goes on in a ring of 3 nodes.
  EXPECT_TRUE(prove_worm_deadlock_free(*with_worm_routing(make_torus({3, 3}), {{}, {}, true, 1}), kAtomic).holds());
}

/// A routed network whose escape VCs are changed. The relation no longer says what is alike.
class ChangedEscapes : public WrappedRelation {
 public:
  using Change = std::function<void(NodeId at, HeaderWord header, ArrivalLane lane, RouteChoice& choice)>;
  ChangedEscapes(const RoutingRelation& base, Change change) : WrappedRelation(base), change_(std::move(change)) {}
  RouteChoice choices(NodeId at, HeaderWord header, ArrivalLane lane) const override {
    RouteChoice choice = WrappedRelation::choices(at, header, lane);
    if (!choice.arrived) change_(at, header, lane, choice);
    return choice;
  }

 private:
  Change change_;
};

/// Two classes of VCs that stay, with a dateline on every wraparound link, whichever ring it is in: what is right
/// without twists.
Proof with_dateline_on_every_wraparound(const Shared& network) {
  const Shared worms = with_worm_routing(network, {WormRoute::dimension_order, Dateline::memoryless, true, 2});
  const ChangedEscapes relation(worms->routing(), [&](NodeId at, HeaderWord, ArrivalLane lane, RouteChoice& choice) {
    const PortId port = choice.escape_port();
    const ChannelKind kind = worms->graph().out(at, port).kind;
    const bool wraps = kind == ChannelKind::wrap || kind == ChannelKind::twist;
    choice.tiers[kEscape].vcs = wraps || (lane.port == port && lane.vc == 1) ? 2 : 1;
  });
  return prove_worm_deadlock_free(ReroutedTopology(*worms, relation), kAtomic);
}

TEST(WormProofTest, ADatelineOnEveryWraparoundIsRightOnlyWhereRecordsWrapOnce) {
  for (const Shared& network :
       {Shared(make_torus({8, 8})), Shared(make("rtt", 4)), Shared(make("ptt", 3)), Shared(make("pdtt", 3)), bcc(2)})
    EXPECT_TRUE(with_dateline_on_every_wraparound(network).holds());
  for (const Shared& network : {twisted(32, 4, 8), twisted(64, 4, 8), twisted(16, 3, 5), twisted(24, 2, 5)}) {
    const Proof proof = with_dateline_on_every_wraparound(network);
    EXPECT_EQ(failed(proof), std::vector<std::string>{"order"});
    EXPECT_TRUE(contains(evidence(proof, "order"), "virtual channels wait for each other: y"));
  }
  // A ring of 32x4 in full, its 16 channels in VC 1.
  const std::string cycle = evidence(with_dateline_on_every_wraparound(twisted(32, 4, 8)), "order");
  EXPECT_EQ(std::count(cycle.begin(), cycle.end(), '\n'), 16) << cycle;
  EXPECT_TRUE(contains(cycle, "yp of r_5_0 (VC 1): r_5_0 -> r_5_1"));
  EXPECT_TRUE(contains(cycle, "yp of r_29_3 (VC 1): r_29_3 -> r_5_0"));
}

TEST(WormProofTest, AMissingDatelineIsACycleOfItsRing) {
  const Shared rtt = make("rtt", 4);
  for (const WormRoute route : {WormRoute::dimension_order, WormRoute::duato}) {
    const Shared worms = with_worm_routing(rtt, {route, Dateline::memoryless, true, 3});
    const ChangedEscapes relation(worms->routing(), [&](NodeId at, HeaderWord, ArrivalLane, RouteChoice& choice) {
      const int ring = rtt->ring_of(rtt->graph().id(at, choice.escape_port()), 0);
      if (rtt->rings()[static_cast<std::size_t>(ring)].name == "ym1") choice.tiers[kEscape].vcs = 2;
    });
    const Proof proof = prove_worm_deadlock_free(ReroutedTopology(*worms, relation), kAtomic);
    EXPECT_EQ(failed(proof), std::vector<std::string>{"order"});
    EXPECT_EQ(
        evidence(proof, "order").substr(0, evidence(proof, "order").find('\n')),
        "virtual channels wait for each other: ym of r_1_0 (VC 1) -> ym of r_5_3 (VC 1) -> ym of r_5_2 (VC 1) -> ym "
        "of r_5_1 (VC 1) -> ym of r_5_0 (VC 1) -> ym of r_1_3 (VC 1) -> ym of r_1_2 (VC 1) -> ym of r_1_1 (VC 1) -> "
        "ym of r_1_0 (VC 1)");
  }
}

TEST(WormProofTest, WhereEscapesMayBeLeftDependsOnTheTwists) {
  const auto holds = [](const Shared& network, Dateline rule) {
    const Shared worms = with_worm_routing(network, {WormRoute::duato, rule, false, 4});
    const Proof proof = prove_worm_deadlock_free(*worms, kAtomic);
    EXPECT_EQ(failed(proof), std::vector<std::string>(proof.holds() ? 0 : 1, "order"));
    return proof.holds();
  };
  // Without twists a step in one dimension keeps the places in the rings of another.
  for (const Shared& network :
       {Shared(make_torus({8, 8})), Shared(make_torus({5, 5})), Shared(make_torus({4, 4, 4})), Shared(make("rt", 4))}) {
    EXPECT_TRUE(holds(network, Dateline::memoryless));
    EXPECT_TRUE(holds(network, Dateline::fixed));
    EXPECT_FALSE(holds(network, Dateline::crossing));
  }
  for (const Shared& network :
       {Shared(make("rtt", 3)), Shared(make("rtt", 4)), Shared(make("ptt", 3)), Shared(make("pdtt", 3)), bcc(2),
        twisted(12, 4, 3), twisted(16, 4, 2), twisted(32, 4, 8), twisted(16, 3, 5), twisted(24, 2, 5)}) {
    SCOPED_TRACE(network->name());
    for (const Dateline rule : {Dateline::memoryless, Dateline::fixed, Dateline::crossing})
      EXPECT_FALSE(holds(network, rule));
  }
  // Open dimensions: one class, and no twists.
  EXPECT_TRUE(holds(make_twisted_torus("mesh", {{5, 4}, {}, {false, false}, 2}), Dateline::memoryless));
  EXPECT_TRUE(holds(make_twisted_torus("mixed", {{5, 4}, {}, {true, false}, 2}), Dateline::memoryless));
}

TEST(WormProofTest, ACycleOverAdaptiveHopsIsPrintedWithThem) {
  const Shared worms = with_worm_routing(make("rtt", 4), {WormRoute::duato, Dateline::memoryless, false, 3});
  const std::string cycle = evidence(prove_worm_deadlock_free(*worms, kAtomic), "order");
  EXPECT_TRUE(contains(cycle, "virtual channels wait for each other: x"));
  EXPECT_TRUE(contains(cycle, ", then by adaptive VCs -> r_"));
  EXPECT_TRUE(contains(cycle,
                       "\npackets may leave escape VCs, and the cycle passes through adaptive ones; expected "
                       "router.sticky_escape: on"));
}

TEST(WormProofTest, AdaptiveVcsNeedAtomicReallocation) {
  for (const bool sticky : {true, false}) {
    for (const Shared& network : std::vector<Shared>{make_torus({4, 4}), petersen()}) {
      const Shared worms = with_worm_routing(network, {WormRoute::duato, Dateline::memoryless, sticky, 3});
      const Proof proof = prove_worm_deadlock_free(*worms, {});
      EXPECT_EQ(failed(proof), std::vector<std::string>{"one packet in a queue"});
      EXPECT_TRUE(
          contains(evidence(proof, "one packet in a queue"), "use router.reallocation: atomic, or a router.rout"));
      EXPECT_TRUE(prove_worm_deadlock_free(*worms, kAtomic).holds());
    }
  }
  for (const WormRoute route : {WormRoute::dimension_order, WormRoute::up_down})
    EXPECT_TRUE(prove_worm_deadlock_free(*with_worm_routing(make_torus({4, 4}), {route, {}, true, 3}), {}).holds());
}

TEST(WormProofTest, NamesTheStateWithoutEscape) {
  const Shared worms = with_worm_routing(make("rtt", 4), {WormRoute::duato, Dateline::memoryless, true, 4});
  const auto found = [&](const ChangedEscapes::Change& change) {
    const ChangedEscapes relation(worms->routing(), change);
    const Proof proof = prove_worm_deadlock_free(ReroutedTopology(*worms, relation), kAtomic);
    EXPECT_EQ(failed(proof), std::vector<std::string>{"escape always offered"});
    return evidence(proof, "escape always offered");
  };
  const NodeId where = worms->node_at({3, 2});
  EXPECT_EQ(found([&](NodeId at, HeaderWord, ArrivalLane, RouteChoice& choice) {
              if (at == where) choice.tiers[kEscape] = {};
            }),
            "a packet at r_3_2 to r_0_0 has no escape VC to ask for");
  // Only packets that came on an adaptive VC.
  EXPECT_TRUE(contains(found([&](NodeId at, HeaderWord, ArrivalLane lane, RouteChoice& choice) {
                         if (at == where && lane.port >= 0 && lane.vc == 3) choice.tiers[kEscape].vcs = 0;
                       }),
                       "a packet at r_3_2 to r_0_0 that came by xp (VC 3) has no escape VC to ask for"));
  EXPECT_TRUE(contains(found([&](NodeId at, HeaderWord, ArrivalLane, RouteChoice& choice) {
                         if (at == where) choice.tiers[kEscape].vcs |= 4;
                       }),
                       "escapes in VC 2, which is not an escape VC"));
}

TEST(WormProofTest, FindsEveryWayToLoseAPacket) {
  const Shared worms = with_worm_routing(make("rt", 4), {WormRoute::duato, Dateline::memoryless, true, 4});
  const auto lost = [&](const RoutingRelation& relation) {
    const Proof proof = prove_worm_deadlock_free(ReroutedTopology(*worms, relation), kAtomic);
    EXPECT_FALSE(proof.obligations[0].holds);
    return evidence(proof, "connected");
  };
  const auto changed = [&](const ChangedEscapes::Change& change) {
    return lost(ChangedEscapes(worms->routing(), change));
  };
  EXPECT_EQ(changed([](NodeId at, HeaderWord, ArrivalLane, RouteChoice& choice) { choice.arrived = at == 5; }),
            "a packet at r_5_0 to r_0_0 is taken for arrived");
  EXPECT_TRUE(contains(changed([](NodeId at, HeaderWord, ArrivalLane, RouteChoice& choice) {
                         if (at == 5) choice.tiers[kAdaptive].ports |= 1U << 20;
                       }),
                       "may ask for port 20, which is not there"));
  EXPECT_TRUE(contains(changed([](NodeId at, HeaderWord, ArrivalLane lane, RouteChoice& choice) {
                         if (at == 5 && lane.port >= 0 && lane.vc == 0) choice.tiers[kAdaptive] = {1, 12};
                       }),
                       "has come on an escape VC but may leave its escape route"));
  EXPECT_TRUE(contains(changed([](NodeId at, HeaderWord, ArrivalLane, RouteChoice& choice) {
                         if (at == 5 && choice.tiers[kAdaptive].ports != 0) choice.tiers[kAdaptive].vcs |= 2;
                       }),
                       "may ask for VC 1 as an adaptive one, but it is an escape VC"));
  EXPECT_TRUE(contains(changed([](NodeId at, HeaderWord, ArrivalLane, RouteChoice& choice) {
                         if (at == 5) choice.tiers[2] = {1, 1};
                       }),
                       "is offered a third tier"));
  class WrongHeaders : public WrappedRelation {
   public:
    enum class Fault { starts, changes, stays, passes, no_route };
    WrongHeaders(const RoutingRelation& base, Fault fault) : WrappedRelation(base), fault_(fault) {}
    HeaderWord initial(NodeId source, NodeId destination, std::uint64_t draw) const override {
      const HeaderWord header = WrappedRelation::initial(source, destination, draw);
      if (fault_ == Fault::passes && source == destination) return WrappedRelation::initial(4, 5, draw) ^ 5U ^ header;
      return fault_ == Fault::starts && source == 5 ? header ^ 1U : header;
    }
    HeaderWord advance(NodeId at, HeaderWord header, PortId port, bool escape) const override {
      if (fault_ == Fault::stays && port == 3) return header;
      return WrappedRelation::advance(at, header, port, escape) ^ (fault_ == Fault::changes && port == 3 ? 1U : 0U);
    }
    std::uint64_t routes(NodeId source, NodeId destination) const override {
      return fault_ == Fault::no_route && source == 5 ? 0 : WrappedRelation::routes(source, destination);
    }

   private:
    Fault fault_;
  };
  using Fault = WrongHeaders::Fault;
  const RoutingRelation& right = worms->routing();
  EXPECT_EQ(lost(WrongHeaders(right, Fault::starts)),
            "a packet at r_5_0 to r_0_0 starts with a header for another node");
  EXPECT_TRUE(contains(lost(WrongHeaders(right, Fault::changes)), "by ym gets a header for another node"));
  EXPECT_TRUE(contains(lost(WrongHeaders(right, Fault::stays)), " to r_0_0 "));
  EXPECT_TRUE(contains(lost(WrongHeaders(right, Fault::passes)), "is at its destination but goes on"));
  EXPECT_EQ(lost(WrongHeaders(right, Fault::no_route)), "a packet at r_5_0 to r_0_0 has no route");
}

TEST(WormProofTest, EscapeRoutesOfTablesThatAreLeftOrNeverEnd) {
  const Shared network = with_worm_routing(make_ibt(test_support::ibt_8x8(), IbtEscape::torus_order),
                                           {WormRoute::duato, Dateline::memoryless, false, 3});
  const ChangedEscapes left(network->routing(), [](NodeId, HeaderWord, ArrivalLane, RouteChoice& choice) {
    if (choice.adaptive_ports() == 0) choice.tiers[kAdaptive] = {choice.tiers[kEscape].ports, 4};
  });
  EXPECT_TRUE(contains(evidence(prove_worm_deadlock_free(ReroutedTopology(*network, left), kAtomic), "connected"),
                       "may leave its escape route"));
  // Back and forth between two nodes: a cycle of lanes.
  const ChangedEscapes loop(network->routing(), [](NodeId at, HeaderWord header, ArrivalLane, RouteChoice& choice) {
    if (destination_of(header) == 9 && at == 0) choice.tiers[kEscape].ports = 1;
    if (destination_of(header) == 9 && at == 1) choice.tiers[kEscape].ports = 2;
  });
  EXPECT_TRUE(contains(evidence(prove_worm_deadlock_free(ReroutedTopology(*network, loop), kAtomic), "order"),
                       "wait for each other: xp of r_0_0"));
}

/// A relation that says what is not so.
class FalseClaims : public test_support::ForwardedWorms {
 public:
  using ForwardedWorms::ForwardedWorms;
  RouteChoice choices(NodeId at, HeaderWord header, ArrivalLane lane) const override {
    RouteChoice choice = ForwardedWorms::choices(at, header, lane);
    if (!choice.arrived) change(at, header, lane, choice);
    return choice;
  }
  bool headers_by_difference() const override { return true; }

 protected:
  virtual void change(NodeId /*at*/, HeaderWord /*header*/, ArrivalLane /*lane*/, RouteChoice& /*choice*/) const {}
};

TEST(WormProofTest, FalseStatementsAreNotBelieved) {
  /// No dateline for the packets of one header.
  class OneHeader : public FalseClaims {
   public:
    using FalseClaims::FalseClaims;
    void change(NodeId, HeaderWord header, ArrivalLane, RouteChoice& choice) const override {
      if (header % 3 == 0) choice.tiers[kEscape].vcs = 2;
    }
  };
  /// The classes of VCs are not those that it says.
  class OtherGroups : public FalseClaims {
   public:
    using FalseClaims::FalseClaims;
    void change(NodeId, HeaderWord, ArrivalLane, RouteChoice& choice) const override { choice.tiers[kEscape].vcs = 1; }
  };
  class LaneMatters : public FalseClaims {
   public:
    using FalseClaims::FalseClaims;
    void change(NodeId, HeaderWord, ArrivalLane lane, RouteChoice& choice) const override {
      if (lane.port >= 0 && lane.vc == 3) choice.tiers[kEscape].vcs = 12;
    }
  };
  const Shared worms =
      with_worm_routing(make_torus({6, 4}), {WormRoute::dimension_order, Dateline::memoryless, true, 4});
  const auto check = [&](const RoutingRelation& relation, bool holds) {
    const ReroutedTopology topology(*worms, relation);
    EXPECT_FALSE(walk_worms(topology).by_difference);
    const Proof proof = prove_worm_deadlock_free(topology, kAtomic);
    EXPECT_EQ(failed(proof), std::vector<std::string>(holds ? 0 : 1, "order"));
    const WrappedRelation silent(relation);
    EXPECT_EQ(worm_arcs(topology), worm_arcs(ReroutedTopology(*worms, silent)));
  };
  const FalseClaims right(*worms);
  EXPECT_TRUE(walk_worms(ReroutedTopology(*worms, right)).by_difference);
  check(OneHeader(*worms), false);
  check(OtherGroups(*worms), false);
  check(LaneMatters(*worms), false);
}

TEST(WormProofTest, TellsItsProgressAndCanBeEnded) {
  for (const Shared& network :
       {Shared(make("rtt", 3)), Shared(make_twisted_torus("mesh", {{4, 4}, {}, {false, false}, 2}))}) {
    const Shared worms = with_worm_routing(network, {});
    std::vector<double> told;
    prove_worm_deadlock_free(*worms, {}, [&](double share) { told.push_back(share); });
    EXPECT_EQ(told.size(), static_cast<std::size_t>(network->graph().nodes()));
    EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
    EXPECT_EQ(told.front(), 0);
    EXPECT_LT(told.back(), 1);
    const auto stop = [](double share) {
      if (share > 0.5) throw std::runtime_error("enough");
    };
    EXPECT_THROW(prove_worm_deadlock_free(*worms, {}, stop), std::runtime_error);
  }
}

TEST(WormProofTest, IsFast) {
  const auto start = std::chrono::steady_clock::now();
  for (const WormRouting& routing : every_dateline(WormRoute::duato, true, 6)) {
    EXPECT_TRUE(prove_worm_deadlock_free(*with_worm_routing(make_torus({32, 32}), routing), kAtomic).holds());
    EXPECT_TRUE(prove_worm_deadlock_free(*with_worm_routing(make("pdtt", 6), routing), kAtomic).holds());
  }
  // Tenths of a second in a plain build; the limit leaves room for sanitizers and busy machines.
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 20.0);
}

}  // namespace
}  // namespace trenza::topologies
