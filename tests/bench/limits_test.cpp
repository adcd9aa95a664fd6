// The limits of measured ratios: what is kept, what is missed, and what is said.
#include "tests/bench/limits.h"

#include <gtest/gtest.h>

#include <limits>

namespace trenza::bench {
namespace {

TEST(Limits, MostAndLeast) {
  EXPECT_TRUE(keeps(at_most(2, ""), 2));
  EXPECT_FALSE(keeps(at_most(2, ""), 2.01));
  EXPECT_TRUE(keeps(at_least(50, ""), 50));
  EXPECT_FALSE(keeps(at_least(50, ""), 49.9));
}

TEST(Limits, WhatWasNotMeasuredIsMissed) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(keeps(at_most(2, ""), none));
  EXPECT_FALSE(keeps(at_least(2, ""), none));
}

TEST(Limits, OneMissedRatioIsEnough) {
  Verdicts verdicts;
  verdicts.judge("waves", {1.8, 1.7, 1.9}, at_most(2, "recording doubles the time"));
  EXPECT_FALSE(verdicts.missed());
  verdicts.judge("loop", {2.5, 2.4, 2.6}, at_most(2, "the view takes twice the time of the loop"));
  verdicts.judge("pins", {90, 80, 95}, at_least(50, "the tlm view is fast"));
  EXPECT_TRUE(verdicts.missed()) << "a ratio that is kept later does not make it good";
  ASSERT_EQ(verdicts.lines().size(), 3U);
  EXPECT_EQ(verdicts.lines()[0], "kept   waves: 1.80 (1.70 .. 1.90), at most 2.00: recording doubles the time");
  EXPECT_EQ(verdicts.lines()[1],
            "MISSED loop: 2.50 (2.40 .. 2.60), at most 2.00: the view takes twice the time of the loop");
  EXPECT_EQ(verdicts.lines()[2], "kept   pins: 90.00 (80.00 .. 95.00), at least 50.00: the tlm view is fast");
}

}  // namespace
}  // namespace trenza::bench
