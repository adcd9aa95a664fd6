// The draws of the routers: the LFSR, its table and the phase of a place.
#include "microarch/draws.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace trenza::microarch {
namespace {

/// X[k] by stepping the register from X[0] = 1.
const std::vector<std::uint16_t>& stepped() {
  static const std::vector<std::uint16_t> sequence = [] {
    std::vector<std::uint16_t> x{1};
    while (x.size() < kLfsrPeriod) x.push_back(lfsr_step(x.back()));
    return x;
  }();
  return sequence;
}

std::uint16_t draw(std::uint64_t seed, DrawPurpose purpose, int router, int index, Cycle cycle) {
  return DrawSequence::instance().at(DrawSequence::offset(cycle), draw_phase(seed, purpose, router, index));
}

TEST(Draws, RegisterHasThePeriod65535) {
  std::vector<bool> seen(1U << 16);
  std::uint16_t x = 1;
  for (std::uint32_t k = 0; k < kLfsrPeriod; ++k) {
    ASSERT_FALSE(seen[x]) << "step " << k;
    seen[x] = true;
    x = lfsr_step(x);
  }
  EXPECT_EQ(x, 1);
  EXPECT_FALSE(seen[0]);
}

// What the random arbiter promises (docs/formal.md): a chance, here, and no bound, in the next test.
TEST(Draws, EachOfNRequestersHasAnEqualShareOfAPeriod) {
  for (std::uint32_t n = 1; n <= 64; ++n) {
    std::vector<std::uint32_t> wins(n, 0);
    for (const std::uint16_t x : stepped()) ++wins[x % n];
    for (const std::uint32_t count : wins) {
      EXPECT_GE(count, kLfsrPeriod / n) << n;
      EXPECT_LE(count, (kLfsrPeriod + n - 1) / n) << n;
    }
  }
}

TEST(Draws, PacketsOf257FlitsCanMeetEvenDrawsForEver) {
  constexpr std::uint32_t kFlits = 257;
  constexpr std::uint32_t kGrants = kLfsrPeriod / kFlits;  // then the same draws come again
  int starving = 0;
  for (std::uint32_t phase = 0; phase < kFlits; ++phase) {
    std::uint32_t odd = 0;
    for (std::uint32_t grant = 0; grant < kGrants; ++grant)
      odd += stepped()[(phase + std::uint64_t{kLfsrStepsPerCycle} * kFlits * grant) % kLfsrPeriod] & 1U;
    EXPECT_LT(odd, kGrants) << "the first of two requesters always wins sometimes";
    if (odd == 0) ++starving;
  }
  EXPECT_EQ(starving, 1);
}

TEST(Draws, RegisterTakesTheWorkedSteps) {
  const std::vector<std::uint16_t> worked{0x0001, 0xB400, 0x5A00, 0x2D00, 0x1680, 0x0B40};
  for (std::size_t k = 0; k < worked.size(); ++k) EXPECT_EQ(stepped()[k], worked[k]) << k;
  EXPECT_EQ(stepped()[100], 0xDBA7);
  EXPECT_EQ(stepped()[4710], 0xFFFF);
  EXPECT_EQ(stepped()[65534], 0x0002);
  EXPECT_EQ(lfsr_step(0), 0) << "the register never leaves 0, and never gets there";
}

TEST(Draws, TableEqualsStepping) {
  const DrawSequence& table = DrawSequence::instance();
  for (std::uint32_t k = 0; k < kLfsrPeriod; ++k) {
    ASSERT_EQ(table.at(0, static_cast<DrawPhase>(k)), stepped()[k]) << k;
    ASSERT_EQ(table.at(k, 0), stepped()[k]) << k;
  }
  // Offset and phase together run over the end of one period.
  EXPECT_EQ(table.at(65534, 65534), stepped()[65533]);
  EXPECT_EQ(table.at(65534, 1), stepped()[0]);
}

TEST(Draws, EveryPlaceStepsItsRegister16TimesACycle) {
  for (const Cycle start : {Cycle{0}, Cycle{4095}, Cycle{65533}, Cycle{65535} * 1000003 + 17}) {
    std::uint16_t x = draw(3, DrawPurpose::selection, 12, 5, start);
    for (Cycle cycle = start + 1; cycle < start + 5; ++cycle) {
      for (int step = 0; step < 16; ++step) x = lfsr_step(x);
      EXPECT_EQ(draw(3, DrawPurpose::selection, 12, 5, cycle), x) << cycle;
    }
  }
}

TEST(Draws, WorkedValues) {
  EXPECT_EQ(draw(1, DrawPurpose::output_arbiter, 0, 0, 0), 0xA603);
  EXPECT_EQ(draw(1, DrawPurpose::output_arbiter, 5, 2, 1000), 0x2776);
  EXPECT_EQ(draw(1, DrawPurpose::input_arbiter, 5, 2, 1000), 0xF7FB);
  EXPECT_EQ(draw(1, DrawPurpose::selection, 31, 12, 65534), 0x394E);
  EXPECT_EQ(draw(1, DrawPurpose::selection, 31, 12, 65535), 0x0A7E);
  EXPECT_EQ(draw(0xdeadbeefcafeULL, DrawPurpose::selection, 7, 20, 123456789012ULL), 0xAAC6);
  EXPECT_EQ(draw(2, DrawPurpose::output_arbiter, 0, 0, 0), 0x771D);
}

TEST(Draws, RepeatAfterThePeriod) {
  for (const Cycle cycle : {Cycle{0}, Cycle{1}, Cycle{54321}}) {
    EXPECT_EQ(DrawSequence::offset(cycle), DrawSequence::offset(cycle + kLfsrPeriod));
    EXPECT_LT(DrawSequence::offset(cycle), kLfsrPeriod);
  }
}

TEST(Draws, OffsetsOfOnePeriodAreAllDifferent) {
  std::vector<bool> seen(kLfsrPeriod);
  for (Cycle cycle = 0; cycle < kLfsrPeriod; ++cycle) {
    ASSERT_FALSE(seen[DrawSequence::offset(cycle)]) << cycle;
    seen[DrawSequence::offset(cycle)] = true;
  }
}

TEST(Draws, ChoicesOfAPlaceAreUniformOverItsPeriod) {
  // A draw is never 0, so one residue may be drawn once less.
  for (unsigned choices = 2; choices <= 8; ++choices) {
    std::vector<unsigned> times(choices);
    for (Cycle cycle = 0; cycle < kLfsrPeriod; ++cycle)
      ++times[draw(9, DrawPurpose::output_arbiter, 4, 1, cycle) % choices];
    for (unsigned i = 0; i < choices; ++i) EXPECT_NEAR(times[i], 65536.0 / choices, 1.0) << choices << " " << i;
  }
}

}  // namespace
}  // namespace trenza::microarch
