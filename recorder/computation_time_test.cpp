#include "recorder/computation_time.h"

#include <gtest/gtest.h>

namespace trenza::recorder {
namespace {

TEST(ComputationTime, IsTheGapLessTheClock) {
  ComputationTime time;
  time.begin(1000, 40);
  EXPECT_EQ(time.enter(1540, true), 500U);
  time.leave(9000, false);  // in MPI
  EXPECT_EQ(time.enter(9020, true), 0U) << "less than the clock takes";
  EXPECT_EQ(time.rest(), 0U);
}

TEST(ComputationTime, ShortGapsAreCarriedOn) {
  ComputationTime time;
  time.begin(0, 0);
  EXPECT_EQ(time.enter(99, true), 0U);
  time.leave(200, false);
  EXPECT_EQ(time.enter(201, true), 100U);
  time.leave(300, false);
  EXPECT_EQ(time.enter(360, true), 0U);
  EXPECT_EQ(time.rest(), 60U);
  EXPECT_EQ(time.rest(), 0U);
}

TEST(ComputationTime, BetweenLooksIsWaiting) {
  ComputationTime time;
  time.begin(0, 0);
  time.enter(0, true);
  time.leave(0, true);
  EXPECT_EQ(time.enter(999, true), 0U);
  EXPECT_EQ(time.rest(), 0U);
  time.leave(1000, true);
  EXPECT_EQ(time.enter(2000, true), 1000U) << "long enough to be work";
  time.leave(3000, false);
  EXPECT_EQ(time.enter(3999, true), 999U) << "it had happened";
}

TEST(ComputationTime, OutsideTheRegionIsNone) {
  ComputationTime time;
  time.begin(0, 0);
  EXPECT_EQ(time.enter(5000, false), 0U);
  time.leave(6000, false);
  EXPECT_EQ(time.enter(6200, true), 200U);
}

}  // namespace
}  // namespace trenza::recorder
