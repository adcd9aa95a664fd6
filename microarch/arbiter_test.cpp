// Arbiters against brute force, exhaustively for up to 8 requesters.
#include "microarch/arbiter.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "microarch/draws.h"

namespace trenza::microarch {
namespace {

constexpr int kRequesters = 8;
constexpr RequestMask kMasks = RequestMask{1} << kRequesters;

bool never_older(int /*a*/, int /*b*/) { return false; }

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
      EXPECT_EQ(round_robin_winner(mask, pointer), expected) << mask << " from " << pointer;
    }
  }
  EXPECT_EQ(round_robin_winner(RequestMask{1} << 63 | 1, 63), 63);
}

TEST(Arbiter, PointerMovesBehindTheWinner) {
  EXPECT_EQ(next_pointer(0, 5), 1);
  EXPECT_EQ(next_pointer(3, 5), 4);
  EXPECT_EQ(next_pointer(4, 5), 0);
  EXPECT_EQ(next_pointer(0, 1), 0);
}

TEST(Arbiter, RoundRobinServesAllRequestersInTurn) {
  for (RequestMask mask = 1; mask < kMasks; ++mask) {
    const int requesters = count_bits(mask);
    std::array<int, kRequesters> grants{};
    int pointer = 0;
    for (int i = 0; i < 3 * requesters; ++i) {
      const int winner = arbitrate(ArbiterPolicy::round_robin, mask, 0, pointer, never_older);
      ++grants[static_cast<std::size_t>(winner)];
      pointer = next_pointer(winner, kRequesters);
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

TEST(Arbiter, WinnerIsARequester) {
  for (const ArbiterPolicy policy : {ArbiterPolicy::random, ArbiterPolicy::round_robin, ArbiterPolicy::age}) {
    for (RequestMask mask = 1; mask < kMasks; ++mask) {
      for (unsigned draw = 0; draw < 20; ++draw) {
        for (int pointer = 0; pointer < kRequesters; ++pointer) {
          const int winner = arbitrate(policy, mask, static_cast<std::uint16_t>(draw * 3277), pointer, never_older);
          ASSERT_EQ((mask >> winner) & 1U, 1U);
        }
      }
    }
  }
}

TEST(Arbiter, RandomTakesTheDrawnRequester) {
  for (RequestMask mask = 1; mask < kMasks; ++mask) {
    const std::vector<int> list = members(mask);
    for (unsigned draw = 0; draw < 100; ++draw) {
      EXPECT_EQ(arbitrate(ArbiterPolicy::random, mask, static_cast<std::uint16_t>(draw), 3, never_older),
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
      ++wins[static_cast<std::size_t>(arbitrate(ArbiterPolicy::random, mask, draw, 0, never_older))];
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
      for (RequestMask mask = 1; mask < kMasks; ++mask) {
        int oldest = lowest_bit(mask);
        for (const int i : members(mask)) {
          if (older(i, oldest)) oldest = i;
        }
        EXPECT_EQ(arbitrate(ArbiterPolicy::age, mask, 12345, 5, older), oldest);
      }
    }
  }
}

TEST(Arbiter, ASingleRequesterAlwaysWins) {
  for (const ArbiterPolicy policy : {ArbiterPolicy::random, ArbiterPolicy::round_robin, ArbiterPolicy::age}) {
    for (int i = 0; i < 64; ++i) EXPECT_EQ(arbitrate(policy, RequestMask{1} << i, 0xffff, 17, never_older), i);
  }
}

}  // namespace
}  // namespace trenza::microarch
