#include "topologies/bit_routing.h"

#include <gtest/gtest.h>

#include "topologies/peers/hypercube.h"
#include "topologies/proof.h"
#include "topologies/registry.h"
#include "topologies/topology_test_support.h"

namespace trenza::topologies {
namespace {

using test_support::ReroutedTopology;
using test_support::WrappedRelation;

TEST(BitRouting, LeadsOverEveryDifferingBit) {
  const auto cube = make_bit_routed_hypercube(7);
  const RoutingRelation& relation = cube->routing();
  for (NodeId source = 0; source < 128; ++source) {
    for (NodeId destination = 0; destination < 128; ++destination) {
      if (source == destination) continue;
      HeaderWord header = relation.initial(source, destination, 5);
      EXPECT_EQ(relation.choices(source, header).adaptive_ports(), static_cast<std::uint32_t>(source ^ destination));
      NodeId at = source;
      int hops = 0;
      for (RouteChoice choice = relation.choices(at, header); !choice.arrived; choice = relation.choices(at, header)) {
        EXPECT_EQ(choice.escape_port(), __builtin_ctz(static_cast<unsigned>(at ^ destination)));
        header = relation.advance(at, header, choice.escape_port(), true);
        at = cube->graph().out(at, choice.escape_port()).to;
        ++hops;
      }
      EXPECT_EQ(at, destination);
      EXPECT_EQ(hops, relation.distance(source, destination));
    }
  }
}

TEST(BitRouting, HasTheWiringOfTheHypercube) {
  const auto cube = make_bit_routed_hypercube(8);
  const Network network = hypercube(8);
  EXPECT_EQ(cube->graph().connected(), 8 * 256);
  for (NodeId node = 0; node < 256; ++node) {
    for (PortId port = 0; port < 8; ++port) {
      EXPECT_EQ(cube->graph().out(node, port).to, network.neighbour(node, port));
      EXPECT_EQ(cube->graph().out(node, port).in_port, port);
    }
  }
}

/// The proof of the same network without the statement of symmetry visits all destinations; it must say the same.
TEST(BitRouting, TheProofOfOneDestinationIsThatOfAll) {
  for (const int bits : {1, 2, 5, 7, 8}) {
    const auto cube = make_bit_routed_hypercube(bits);
    const WrappedRelation slow_relation(cube->routing());
    const ReroutedTopology slow(*cube, slow_relation);
    const RelationWalk one = walk_relation(*cube);
    const RelationWalk all = walk_relation(slow);
    EXPECT_EQ(one.destinations, std::vector<NodeId>{0});
    EXPECT_TRUE(all.destinations.empty());
    EXPECT_EQ(one.states * cube->graph().nodes(), all.states);
    EXPECT_EQ(one.turns, all.turns);
    EXPECT_EQ(one.lost, "");
    EXPECT_EQ(all.lost, "");
    EXPECT_EQ(one.no_escape, all.no_escape);
    EXPECT_TRUE(prove_deadlock_free(*cube, {}).holds());
    EXPECT_TRUE(prove_deadlock_free(slow, {}).holds());
  }
}

/// Escapes by the highest bit first from some headers and by the lowest from others wait for each other in a circle;
/// that too is found with one destination as with all.
TEST(BitRouting, AFaultIsFoundWithOneDestinationAsWithAll) {
  class TwoOrders : public WrappedRelation {
   public:
    TwoOrders(const RoutingRelation& base, bool invariant) : WrappedRelation(base), invariant_(invariant) {}
    RouteChoice choices(NodeId at, HeaderWord header, ArrivalLane lane) const override {
      RouteChoice choice = WrappedRelation::choices(at, header, lane);
      if (__builtin_popcount(choice.adaptive_ports()) == 3)
        choice.set_escape(31 - __builtin_clz(choice.adaptive_ports()));
      return choice;
    }
    bool translation_invariant() const override { return invariant_; }

   private:
    bool invariant_;
  };
  const auto cube = make_bit_routed_hypercube(7);
  const TwoOrders fast_relation(cube->routing(), true);
  const TwoOrders slow_relation(cube->routing(), false);
  const ReroutedTopology fast(*cube, fast_relation);
  const ReroutedTopology slow(*cube, slow_relation);
  EXPECT_EQ(walk_relation(fast).destinations.size(), 1U);
  EXPECT_EQ(walk_relation(fast).turns, walk_relation(slow).turns);
  const Proof one = prove_deadlock_free(fast, {});
  const Proof all = prove_deadlock_free(slow, {});
  EXPECT_FALSE(one.holds());
  for (std::size_t i = 0; i < one.obligations.size(); ++i)
    EXPECT_EQ(one.obligations[i].holds, all.obligations[i].holds) << one.obligations[i].name;
}

TEST(BitRouting, HypercubesAboveSixDimensionsAreRoutedSo) {
  const auto cube = make_topology({"hypercube", {{"n", 13}}});
  EXPECT_TRUE(cube->routing().translation_invariant());
  EXPECT_FALSE(cube->routing().escape_traits().detours);
  const Proof proof = prove_deadlock_free(*cube, {});
  EXPECT_TRUE(proof.holds());
  EXPECT_EQ(walk_relation(*cube).states, 8192);
}

TEST(RelationWalk, TellsItsProgressAndCanBeEnded) {
  const auto cube = make_bit_routed_hypercube(5);
  const WrappedRelation slow_relation(cube->routing());
  std::vector<double> told;
  walk_relation(ReroutedTopology(*cube, slow_relation), [&](double done) { told.push_back(done); });
  ASSERT_EQ(told.size(), 32U);
  EXPECT_EQ(told[0], 0);
  EXPECT_EQ(told[16], 0.5);
  EXPECT_THROW(walk_relation(*cube, [](double) { throw std::runtime_error("interrupted"); }), std::runtime_error);
}

}  // namespace
}  // namespace trenza::topologies
