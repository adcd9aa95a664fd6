// The enumeration of candidates, also of offers that no relation of today makes.
#include "microarch/candidates.h"

#include <gtest/gtest.h>

#include <array>
#include <tuple>
#include <vector>

#include "microarch/selections/selections.h"

namespace trenza::microarch {
namespace {

using topologies::kAdaptiveVcs;
using topologies::RouteChoice;
using topologies::Tier;
using Lane = std::tuple<int, int, bool>;  // port, VC, escape

SelectionShape shape_of(int escape_vcs, int adaptive_vcs, bool last_resort = false, int classes = 1) {
  return {SelectionPolicy("most_credits"), 4, escape_vcs + adaptive_vcs, 1, escape_vcs, last_resort, classes};
}

RouteChoice tiers(Tier first, Tier second, Tier third = {}) {
  RouteChoice choice;
  choice.tiers = {first, second, third};
  return choice;
}

/// All candidates of which those of `with_credits` have the credits.
std::vector<Lane> candidates(const SelectionShape& shape, const RouteChoice& choice, int first_vc = 0,
                             const std::vector<Lane>& with_credits = {}) {
  std::vector<Lane> lanes;
  for_each_candidate(shape, choice, first_vc, [&](int port, int vc, bool escape) {
    const Lane lane{port, vc, escape};
    lanes.push_back(lane);
    for (const Lane& other : with_credits) {
      if (other == lane) return true;
    }
    return false;
  });
  return lanes;
}

/// The lanes of the best tier, if only those of `grantable` are.
std::vector<Lane> best(const SelectionShape& shape, const RouteChoice& choice, const std::vector<Lane>& with_credits,
                       std::uint32_t free) {
  const auto surplus = [&](int port, int vc, bool escape) {
    for (const Lane& lane : with_credits) {
      if (lane == Lane{port, vc, escape}) return 0;
    }
    return -1;
  };
  std::vector<Lane> lanes;
  best_tier(shape, choice, 0, surplus, [&](Tier tier) {
    for_each_lane(shape, tier, free, 0, [&](int port, int vc, bool escape) {
      if (surplus(port, vc, escape) >= 0) lanes.emplace_back(port, vc, escape);
    });
    return !lanes.empty();
  });
  return lanes;
}

TEST(Candidates, TheUsualOfferIsAdaptiveThenEscape) {
  const std::vector<Lane> expected{{0, 1, false}, {0, 2, false}, {2, 1, false}, {2, 2, false}, {2, 0, true}};
  EXPECT_EQ(candidates(shape_of(1, 2), RouteChoice::of(0b101, 2)), expected);
}

TEST(Candidates, AClassHasItsOwnVcs) {
  const std::vector<Lane> expected{{1, 4, false}, {1, 5, false}, {1, 3, true}};
  EXPECT_EQ(candidates(shape_of(1, 2, false, 2), RouteChoice::of(0b10, 1), 3), expected);
}

TEST(Candidates, WithoutAdaptiveVcsTheEscapeIsLeft) {
  EXPECT_EQ(candidates(shape_of(2, 0), RouteChoice::of(0b10, 1, 1)), (std::vector<Lane>{{1, 1, true}}));
}

TEST(Candidates, ALastResortWaitsForCreditsOnly) {
  const SelectionShape shape = shape_of(1, 1, true);
  const RouteChoice choice = RouteChoice::of(0b01, 3);
  EXPECT_EQ(candidates(shape, choice).size(), 2U);
  EXPECT_EQ(candidates(shape, choice, 0, {{0, 1, false}}).size(), 1U);
  const std::vector<Lane> all{{0, 1, false}, {3, 0, true}};
  EXPECT_EQ(best(shape, choice, all, 0b1000), std::vector<Lane>{}) << "the link is busy, which is no reason";
  EXPECT_EQ(best(shape, choice, {{3, 0, true}}, 0b1000), (std::vector<Lane>{{3, 0, true}}));
  EXPECT_EQ(best(shape_of(1, 1), choice, all, 0b1000), (std::vector<Lane>{{3, 0, true}})) << "no last resort";
}

TEST(Candidates, TiersOfPreferenceStandInTheirOrder) {
  // Any adaptive VC of the minimal ports; then one adaptive VC of a port that is not; then the escape VC of a third.
  RouteChoice choice;
  choice.tiers = {Tier{0b0001, kAdaptiveVcs}, Tier{0b0010, 0b100}, Tier{0b0100, 0b001}};
  const SelectionShape shape = shape_of(1, 3);
  const std::vector<Lane> all{{0, 1, false}, {0, 2, false}, {0, 3, false}, {1, 2, false}, {2, 0, true}};
  EXPECT_EQ(candidates(shape, choice), all);
  EXPECT_EQ(best(shape, choice, {{1, 2, false}, {2, 0, true}}, 0xf), (std::vector<Lane>{{1, 2, false}}));
  EXPECT_EQ(best(shape, choice, all, 0b0100), (std::vector<Lane>{{2, 0, true}}));
}

TEST(Candidates, DatelinesAndHopClassesAreVcMasks) {
  const SelectionShape shape = shape_of(4, 1);
  // Past the dateline only the upper escape VC of its pair.
  const RouteChoice past = tiers({0b01, kAdaptiveVcs}, {0b01, 0b0010});
  EXPECT_EQ(candidates(shape, past), (std::vector<Lane>{{0, 4, false}, {0, 1, true}}));
  // After two negative hops any escape VC from the second on.
  const RouteChoice hops = tiers({}, {0b11, 0b1100});
  EXPECT_EQ(candidates(shape, hops), (std::vector<Lane>{{0, 2, true}, {0, 3, true}, {1, 2, true}, {1, 3, true}}));
  EXPECT_TRUE(is_offered(shape, hops, 0, 1, 3));
  EXPECT_FALSE(is_offered(shape, hops, 0, 1, 1));
  EXPECT_FALSE(is_offered(shape, hops, 0, 2, 3));
}

TEST(Candidates, AListOfRecordsIsTheUnionOfItsPorts) {
  const RouteChoice choice = RouteChoice::of(0b0001U | 0b0110U, 0);
  EXPECT_EQ(candidates(shape_of(1, 1), choice).size(), 4U);
}

/// A relation may look at the lane on which a header came: here the escape VC changes with it.
class ByLane final : public topologies::RoutingRelation {
 public:
  topologies::HeaderWord initial(topologies::NodeId, topologies::NodeId to, std::uint64_t) const override {
    return static_cast<topologies::HeaderWord>(to);
  }
  RouteChoice choices(topologies::NodeId, topologies::HeaderWord, topologies::ArrivalLane lane) const override {
    return RouteChoice::of(0b1, 0, lane.port == 1 ? 1 : 0);
  }
  topologies::HeaderWord advance(topologies::NodeId, topologies::HeaderWord header, topologies::PortId,
                                 bool) const override {
    return header;
  }
  int escape_vcs() const override { return 2; }
  int distance(topologies::NodeId, topologies::NodeId) const override { return 1; }
  std::uint64_t routes(topologies::NodeId, topologies::NodeId) const override { return 1; }
};

TEST(Candidates, ARelationSeesTheArrivingLane) {
  const ByLane by_lane;
  const topologies::RoutingRelation& relation = by_lane;
  EXPECT_EQ(relation.choices(0, 1).escape_vc(), 0);
  EXPECT_EQ(relation.choices(0, 1, {1, 0}).escape_vc(), 1);
}

}  // namespace
}  // namespace trenza::microarch
