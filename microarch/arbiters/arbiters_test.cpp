// Arbiters against brute force, exhaustively for up to 8 requesters.
#include "microarch/arbiters/arbiters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "microarch/arbiters/single_arbiter.h"
#include "microarch/draws.h"

namespace trenza::microarch {
namespace {

constexpr int kRequesters = 8;
constexpr RequestMask kMasks = RequestMask{1} << kRequesters;

constexpr EqualPackets kEqual;

/// A grant of the only one that asks.
void grant_alone(SingleArbiter& arbiter, int winner) { arbiter.commit({winner, RequestMask{1} << winner, 1}, kEqual); }

std::vector<int> members(RequestMask mask) {
  std::vector<int> list;
  for (int i = 0; i < 64; ++i) {
    if (((mask >> i) & 1U) != 0) list.push_back(i);
  }
  return list;
}

TEST(Arbiter, BitHelpers) {
  for (RequestMask mask = 1; mask < kMasks; ++mask) {
    const std::vector<int> list = members(mask);
    EXPECT_EQ(lowest_bit(mask), list.front());
    EXPECT_EQ(count_bits(mask), static_cast<int>(list.size()));
    for (std::size_t n = 0; n < list.size(); ++n) EXPECT_EQ(nth_bit(mask, static_cast<unsigned>(n)), list[n]);
  }
  EXPECT_EQ(lowest_bit(RequestMask{1} << 63), 63);
  EXPECT_EQ(nth_bit(RequestMask{1} << 63 | 1, 1), 63);
}

TEST(Arbiter, RoundRobinTakesTheFirstAtOrAfterThePointer) {
  for (RequestMask mask = 1; mask < kMasks; ++mask) {
    for (int pointer = 0; pointer < kRequesters; ++pointer) {
      int expected = pointer;
      while (((mask >> expected) & 1U) == 0) expected = (expected + 1) % kRequesters;
      EXPECT_EQ(next_bit(mask, pointer), expected) << mask << " from " << pointer;
    }
  }
  EXPECT_EQ(next_bit(RequestMask{1} << 63 | 1, 63), 63);
}

TEST(Arbiter, PointerMovesBehindTheWinner) {
  SingleArbiter arbiter("round_robin", 5);
  for (const int winner : {0, 3, 4, 2}) {
    grant_alone(arbiter, winner);
    EXPECT_EQ(arbiter.compute(0b11111, 0, kEqual), (winner + 1) % 5);
  }
}

TEST(Arbiter, RoundRobinServesAllRequestersInTurn) {
  for (RequestMask mask = 1; mask < kMasks; ++mask) {
    const int requesters = count_bits(mask);
    std::array<int, kRequesters> grants{};
    SingleArbiter arbiter("round_robin", kRequesters);
    for (int i = 0; i < 3 * requesters; ++i) {
      const int winner = arbiter.compute(mask, 0, kEqual);
      ++grants[static_cast<std::size_t>(winner)];
      grant_alone(arbiter, winner);
    }
    for (int i = 0; i < kRequesters; ++i) {
      EXPECT_EQ(grants[static_cast<std::size_t>(i)], ((mask >> i) & 1U) != 0 ? 3 : 0) << mask << " " << i;
    }
  }
}

TEST(Arbiter, InTransitTrafficGoesFirst) {
  for (RequestMask mask = 0; mask < kMasks; ++mask) {
    for (const RequestMask transit : {RequestMask{0}, RequestMask{0x3f}, RequestMask{0xff}}) {
      const RequestMask expected = (mask & transit) != 0 ? mask & transit : mask;
      EXPECT_EQ(in_transit_first(mask, transit), expected);
    }
  }
}

TEST(Arbiter, WinnerIsARequesterAndComputeHasNoEffect) {
  for (const PolicyInfo& info : ArbiterPolicy::kAll) {
    for (int committed = 0; committed < kRequesters; ++committed) {
      SingleArbiter arbiter(info.name, kRequesters);
      grant_alone(arbiter, committed);
      for (RequestMask mask = 1; mask < kMasks; ++mask) {
        for (unsigned draw = 0; draw < 20; ++draw) {
          const int winner = arbiter.compute(mask, static_cast<std::uint16_t>(draw * 3277), kEqual);
          ASSERT_EQ((mask >> winner) & 1U, 1U);
          ASSERT_EQ(arbiter.compute(mask, static_cast<std::uint16_t>(draw * 3277), kEqual), winner);
        }
      }
    }
  }
}

TEST(Arbiter, RandomTakesTheDrawnRequester) {
  for (RequestMask mask = 1; mask < kMasks; ++mask) {
    const std::vector<int> list = members(mask);
    for (unsigned draw = 0; draw < 100; ++draw) {
      EXPECT_EQ(SingleArbiter("random", kRequesters).compute(mask, static_cast<std::uint16_t>(draw), kEqual),
                list[draw % list.size()]);
    }
  }
}

TEST(Arbiter, RandomIsUniformOverTheDrawsOfAPlace) {
  const DrawPhase phase = draw_phase(1, DrawPurpose::output_arbiter, 6, 2);
  for (const RequestMask mask : {RequestMask{0x03}, RequestMask{0x15}, RequestMask{0xa6}, RequestMask{0xff}}) {
    std::array<int, kRequesters> wins{};
    for (Cycle cycle = 0; cycle < kLfsrPeriod; ++cycle) {
      const std::uint16_t draw = DrawSequence::instance().at(DrawSequence::offset(cycle), phase);
      ++wins[static_cast<std::size_t>(SingleArbiter("random", kRequesters).compute(mask, draw, kEqual))];
    }
    for (const int i : members(mask))
      EXPECT_NEAR(wins[static_cast<std::size_t>(i)], 65536.0 / count_bits(mask), 1.0) << mask;
  }
}

TEST(Arbiter, AgeTakesTheOldest) {
  // Every rotation of the ages 0..7, and the reverse of each.
  for (int turn = 0; turn < kRequesters; ++turn) {
    for (const int sign : {1, -1}) {
      std::array<int, kRequesters> birth{};
      for (int i = 0; i < kRequesters; ++i) birth[static_cast<std::size_t>(i)] = sign * ((i * 3 + turn) % kRequesters);
      const auto older = [&](int a, int b) {
        return birth[static_cast<std::size_t>(a)] < birth[static_cast<std::size_t>(b)];
      };
      const RequesterPackets<decltype(older), int (*)(int)> packets{older, &EqualPackets::flits, 1};
      for (RequestMask mask = 1; mask < kMasks; ++mask) {
        int oldest = lowest_bit(mask);
        for (const int i : members(mask)) {
          if (older(i, oldest)) oldest = i;
        }
        EXPECT_EQ(SingleArbiter("age", kRequesters).compute(mask, 12345, packets), oldest);
      }
    }
  }
}

TEST(Arbiter, ASingleRequesterAlwaysWins) {
  for (const PolicyInfo& info : ArbiterPolicy::kAll) {
    SingleArbiter arbiter(info.name, 64);
    grant_alone(arbiter, 17);
    for (int i = 0; i < 64; ++i) EXPECT_EQ(arbiter.compute(RequestMask{1} << i, 0xffff, kEqual), i);
  }
}

/// The list of the contract page.
TEST(Arbiter, MatrixIsAListWhoseWinnerGoesLast) {
  std::mt19937 random(3);
  for (const int requesters : {1, 2, 5, 8, 9, 13, 63, 64}) {
    SingleArbiter arbiter("matrix", requesters);
    std::vector<int> list;
    for (int i = 0; i < requesters; ++i) list.push_back(i);
    for (int cycle = 0; cycle < 2000; ++cycle) {
      const RequestMask all = (RequestMask{random()} << 32 | random()) & low_bits(requesters);
      const RequestMask requests = all != 0 ? all : 1;
      const auto first = std::find_if(list.begin(), list.end(), [&](int i) { return (requests >> i & 1U) != 0; });
      const int winner = arbiter.compute(requests, static_cast<std::uint16_t>(random()), kEqual);
      ASSERT_EQ(winner, *first) << requesters << " requesters, cycle " << cycle;
      if (random() % 3 == 0) continue;  // not granted
      list.erase(first);
      list.push_back(winner);
      grant_alone(arbiter, winner);
    }
  }
}

TEST(Arbiter, MatrixExampleOfTheContract) {
  SingleArbiter arbiter("matrix", 4);
  const std::vector<std::pair<RequestMask, int>> cycles{
      {0b1010, 1}, {0b1010, 3}, {0b1011, 0}, {0b1011, 1}, {0b1111, 2}};
  for (const auto& [requests, winner] : cycles) {
    EXPECT_EQ(arbiter.compute(requests, 0, kEqual), winner);
    grant_alone(arbiter, winner);
  }
}

TEST(Arbiter, NamesOfPolicies) {
  EXPECT_EQ(ArbiterPolicy().name(), "random");
  EXPECT_EQ(ArbiterPolicy("matrix").name(), "matrix");
  EXPECT_TRUE(ArbiterPolicy("age").is<AgeArbiter>());
  EXPECT_THROW(ArbiterPolicy("oldest"), std::invalid_argument);
}

}  // namespace
}  // namespace trenza::microarch
