// The proof on networks with several escape channels, lanes in no ring, and escapes that detour: what is wrong on
// purpose is caught and named.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "topologies/ibt/ibt_test_support.h"
#include "topologies/proof.h"
#include "topologies/tables/table_topology.h"
#include "topologies/topology_test_support.h"

namespace trenza::topologies {
namespace {

using test_support::contains;
using test_support::ibt_8x8;
using test_support::ReroutedTopology;
using test_support::WrappedRelation;

/// Evidence of the obligation `name`, which alone fails.
std::string evidence_of_only_failure(const Topology& network, const std::string& name) {
  std::string found;
  for (const Obligation& each : prove_deadlock_free(network, {}).obligations) {
    EXPECT_EQ(each.holds, each.name != name) << each.name << ": " << each.evidence;
    if (each.name == name) found = each.evidence;
  }
  return found;
}

/// A network that has forgotten some of its rings: their channels have no bubble.
class WithoutRings : public ReroutedTopology {
 public:
  WithoutRings(const Topology& base, const std::function<bool(const Ring&)>& forgotten)
      : ReroutedTopology(base, base.routing()) {
    for (const Ring& ring : base.rings()) {
      new_number_.push_back(forgotten(ring) ? -1 : static_cast<int>(rings_.size()));
      if (!forgotten(ring)) rings_.push_back(ring);
    }
  }
  const std::vector<Ring>& rings() const override { return rings_; }
  int ring_of(ChannelId channel, int vc) const override {
    const int ring = ReroutedTopology::ring_of(channel, vc);
    return ring < 0 ? -1 : new_number_[static_cast<std::size_t>(ring)];
  }

 private:
  std::vector<Ring> rings_;
  std::vector<int> new_number_;
};

/// A relation whose choices are changed.
class ChangedChoices : public WrappedRelation {
 public:
  using Change = std::function<void(NodeId at, HeaderWord header, RouteChoice& choice)>;
  ChangedChoices(const RoutingRelation& base, Change change)
      : WrappedRelation(base), base_(base), change_(std::move(change)) {}
  RouteChoice choices(NodeId at, HeaderWord header, ArrivalLane lane) const override {
    RouteChoice choice = WrappedRelation::choices(at, header, lane);
    if (!choice.arrived) change_(at, header, choice);
    return choice;
  }
  int escape_vcs() const override { return base_.escape_vcs(); }
  EscapeTraits escape_traits() const override { return base_.escape_traits(); }

 private:
  const RoutingRelation& base_;
  Change change_;
};

TEST(ProofLanesTest, ARingWithoutBubbleIsACycleOfItsChannels) {
  const auto rtt = test_support::make("rtt", 4);
  const WithoutRings network(*rtt, [](const Ring& ring) { return ring.name == "yp2"; });
  const std::string found = evidence_of_only_failure(network, "order");
  EXPECT_TRUE(contains(found, "escape channels wait for each other: yp of r_2_0 -> yp of r_2_1 -> "));
  EXPECT_TRUE(contains(found, "\nyp of r_2_3: r_2_3 -> r_6_0"));
}

TEST(ProofLanesTest, AVirtualChannelWithoutItsRingIsNamed) {
  const auto network = make_ibt(ibt_8x8(), IbtEscape::three_classes);
  const WithoutRings broken(*network, [](const Ring& ring) { return ring.vc == 1 && ring.port == 2; });
  EXPECT_TRUE(contains(evidence_of_only_failure(broken, "order"),
                       "yp of r_0_1 (escape VC 1) -> yp of r_0_2 (escape VC 1) -> "));
}

TEST(ProofLanesTest, EscapeThroughABypassRingWithoutBubble) {
  const auto network = make_ibt(symmetric_ibt(2, 16, {4}), IbtEscape::three_classes);
  const WithoutRings broken(*network, [](const Ring& ring) { return ring.port == 5; });
  const std::string found = evidence_of_only_failure(broken, "order");
  EXPECT_TRUE(contains(found, "escape channels wait for each other: bm of r_"));
  EXPECT_TRUE(contains(found, "(escape VC 0)"));
}

TEST(ProofLanesTest, EscapeByABypassLinkOutOfOrder) {
  // Torus order, but half of the nodes send what has to go along x by their bypass link, which is in no ring.
  const auto network = make_ibt(ibt_8x8(), IbtEscape::torus_order);
  const ChangedChoices relation(network->routing(), [&](NodeId at, HeaderWord header, RouteChoice& choice) {
    const std::vector<int> x = network->coordinates(at);
    if ((x[0] + x[1]) % 2 == 0 && network->coordinates(destination_of(header))[0] != x[0]) choice.set_escape(4);
  });
  bool holds = prove_deadlock_free(ReroutedTopology(*network, relation), {}).holds();
  EXPECT_FALSE(holds);
  std::string all;
  for (const Obligation& each : prove_deadlock_free(ReroutedTopology(*network, relation), {}).obligations) {
    if (!each.holds) all += each.evidence;
  }
  EXPECT_TRUE(contains(all, "bp of r_"));
}

TEST(ProofLanesTest, SwappedDimensionOrderAtOneRouter) {
  const auto network = make_ibt(ibt_8x8(), IbtEscape::torus_order);
  const NodeId where = network->node_at({3, 2});
  const ChangedChoices relation(network->routing(), [&](NodeId at, HeaderWord header, RouteChoice& choice) {
    const int up = (network->coordinates(destination_of(header))[1] - 2 + 8) % 8;
    if (at == where && up != 0) choice.set_escape(2 * up <= 8 ? 2 : 3);
  });
  const std::string found = evidence_of_only_failure(ReroutedTopology(*network, relation), "order");
  EXPECT_TRUE(contains(found, "rings wait for each other: "));
  EXPECT_TRUE(contains(found, "at r_3_3 an escape route leaves yp3 for xp3"));
}

TEST(ProofLanesTest, SwappedOrderInAMesh) {
  const auto mesh = make_twisted_torus("mesh", {{4, 4}, {}, {false, false}, 2});
  const ChangedChoices relation(mesh->routing(), [&](NodeId at, HeaderWord /*header*/, RouteChoice& choice) {
    const std::vector<int> x = mesh->coordinates(at);
    if ((x[0] + x[1]) % 3 == 0 && choice.adaptive_ports() >= 4)
      choice.set_escape((choice.adaptive_ports() & 4U) != 0 ? 2 : 3);
  });
  EXPECT_TRUE(contains(evidence_of_only_failure(ReroutedTopology(*mesh, relation), "order"),
                       "escape channels wait for each other: "));
}

TEST(ProofLanesTest, EscapesThatAreNotThere) {
  const auto network = make_ibt(ibt_8x8(), IbtEscape::three_classes);
  const ChangedChoices wrong_vc(network->routing(), [](NodeId at, HeaderWord, RouteChoice& choice) {
    if (at == 5) choice.set_escape(choice.escape_port(), 2);
  });
  EXPECT_EQ(prove_deadlock_free(ReroutedTopology(*network, wrong_vc), {}).obligations[3].evidence,
            "a packet at r_5_0 to r_0_0 escapes in virtual channel 2, but there are 2");
  const auto mesh = make_twisted_torus("mesh", {{4, 4}, {}, {false, false}, 2});
  const ChangedChoices absent(mesh->routing(), [](NodeId at, HeaderWord, RouteChoice& choice) {
    if (at == 0) choice.set_escape(1);
  });
  EXPECT_TRUE(contains(evidence_of_only_failure(ReroutedTopology(*mesh, absent), "escape always offered"),
                       "a packet at r_0_0 to r_1_0 escapes by port xm, which is not there"));
  const ChangedChoices adaptive(mesh->routing(), [](NodeId at, HeaderWord, RouteChoice& choice) {
    if (at == 0) choice.set_adaptive(choice.adaptive_ports() | 2U);
  });
  EXPECT_EQ(evidence_of_only_failure(ReroutedTopology(*mesh, adaptive), "connected"),
            "a packet at r_0_0 to r_1_0 may ask for port xm, which is not there");
}

TEST(ProofLanesTest, EscapeRoutesThatAreLeftOrNeverEnd) {
  const auto network = make_ibt(ibt_8x8(), IbtEscape::torus_order);
  const ChangedChoices left(network->routing(), [](NodeId /*at*/, HeaderWord, RouteChoice& choice) {
    if (choice.adaptive_ports() == 0) choice.set_adaptive(1U << static_cast<unsigned>(choice.escape_port()));
  });
  EXPECT_FALSE(prove_deadlock_free(ReroutedTopology(*network, left), {}).obligations[0].holds);
  EXPECT_TRUE(contains(prove_deadlock_free(ReroutedTopology(*network, left), {}).obligations[0].evidence,
                       "may leave its escape route"));
  // Back and forth between two nodes.
  const ChangedChoices loop(network->routing(), [&](NodeId at, HeaderWord header, RouteChoice& choice) {
    if (destination_of(header) == 9 && at == 0) choice.set_escape(0);
    if (destination_of(header) == 9 && at == 1) choice.set_escape(1);
  });
  EXPECT_TRUE(contains(prove_deadlock_free(ReroutedTopology(*network, loop), {}).obligations[0].evidence,
                       "never ends its escape route: r_"));
}

TEST(ProofLanesTest, EvidenceSaysWhatTheRingsCover) {
  const Proof three = prove_deadlock_free(*make_ibt(ibt_8x8(), IbtEscape::three_classes), {});
  // 8 + 8 rings of each direction in two virtual channels, and 16 of each bypass direction (8 / 4 = 2 channels each, 64
  // channels): 320 of the 384 channels in virtual channel 0 and 256 in 1.
  EXPECT_TRUE(contains(three.obligations[1].evidence, "cover 640 of 768 escape virtual channels"));
  const Proof one = prove_deadlock_free(*make_ibt(ibt_8x8(), IbtEscape::torus_order), {});
  EXPECT_TRUE(contains(one.obligations[1].evidence, "32 rings of 8 channels cover 256 of 384 channels"));
  EXPECT_TRUE(contains(one.obligations[0].evidence, "every escape route ends at its destination"));
}

}  // namespace
}  // namespace trenza::topologies
