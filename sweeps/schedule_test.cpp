#include "sweeps/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

namespace trenza::sweeps {
namespace {

using Points = std::vector<std::size_t>;
using Judge = std::function<Verdict(std::size_t)>;

/// Runs `jobs` at a time, which end in a random order.
Points run(const Layout& layout, const Judge& judge, std::size_t jobs, unsigned order, Schedule& schedule) {
  std::mt19937 random(order);
  Points running;
  while (!schedule.is_done()) {
    while (running.size() < jobs) {
      const auto next = schedule.next();
      if (!next) break;
      EXPECT_LT(*next, layout.size());
      running.push_back(*next);
    }
    if (running.empty()) {
      ADD_FAILURE() << "nothing runs, and it is not done";
      break;
    }
    const auto ends = running.begin() + static_cast<std::ptrdiff_t>(random() % running.size());
    const std::size_t point = *ends;
    running.erase(ends);
    schedule.tell(point, judge(point));
  }
  EXPECT_EQ(schedule.told(), schedule.points().size());
  EXPECT_EQ(schedule.known(), schedule.points().size());
  return schedule.points();
}

Points run(const Layout& layout, const Judge& judge, std::size_t jobs = 1, unsigned order = 1) {
  Schedule schedule(layout);
  return run(layout, judge, jobs, order, schedule);
}

TEST(Layout, NumbersTheProductWithTheLastAxisFastest) {
  const Layout layout{{2, 3, 4}, Walk::stop, 1, 2};
  EXPECT_EQ(layout.size(), 24U);
  EXPECT_EQ(layout.positions(23), (Points{1, 2, 3}));
  for (std::size_t point = 0; point < 24; ++point) EXPECT_EQ(layout.point(layout.positions(point)), point);
  EXPECT_EQ(layout.starts(), (Points{0, 12}));
}

TEST(Schedule, AllRunsEveryPointInItsOrder) {
  Schedule schedule({{2, 2}, Walk::all, 0, std::nullopt});
  for (std::size_t point = 0; point < 4; ++point) EXPECT_EQ(schedule.next(), point);
  EXPECT_EQ(schedule.next(), std::nullopt);
  EXPECT_FALSE(schedule.is_done());
  for (std::size_t point = 0; point < 4; ++point) schedule.tell(point, Verdict::below);
  EXPECT_TRUE(schedule.is_done());
}

TEST(Schedule, StopEndsEachLineWithItsFirstSaturatedValue) {
  const Layout layout{{2, 5}, Walk::stop, 1, std::nullopt};
  const auto judge = [](std::size_t point) {  // the first line saturates at its third value, the other never
    return point < 5 && point >= 2 ? Verdict::saturated : Verdict::below;
  };
  Schedule schedule(layout);
  EXPECT_EQ(run(layout, judge, 1, 1, schedule), (Points{0, 1, 2, 5, 6, 7, 8, 9}));
  ASSERT_EQ(schedule.lines().size(), 2U);
  EXPECT_EQ(schedule.lines()[0].low, 2U);
  EXPECT_EQ(schedule.lines()[0].high, 2U);
  EXPECT_EQ(schedule.lines()[1].low, 5U);
  EXPECT_EQ(schedule.lines()[1].high, 5U);
}

TEST(Schedule, HalfOfTheSeedsMakeAValueSaturated) {
  const Layout layout{{4, 4}, Walk::stop, 0, 1};
  const auto with = [&](std::size_t saturated) {
    return run(layout, [=](std::size_t point) { return point % 4 < saturated ? Verdict::saturated : Verdict::below; })
        .size();
  };
  EXPECT_EQ(with(1), 16U);
  EXPECT_EQ(with(2), 4U);
}

TEST(Schedule, FailedPointsAreNoJudges) {
  const Layout layout{{4, 2}, Walk::stop, 0, 1};
  EXPECT_EQ(run(layout, [](std::size_t) { return Verdict::unknown; }).size(), 8U);
  EXPECT_EQ(run(layout, [](std::size_t point) { return point % 2 == 0 ? Verdict::unknown : Verdict::saturated; }).size(),
            2U);
}

TEST(Schedule, FindIsABisection) {
  for (const std::size_t values : {1U, 2U, 3U, 7U, 200U, 1000U}) {
    for (std::size_t first = 0; first <= values; first += std::max<std::size_t>(1, values / 37)) {
      const Layout layout{{values}, Walk::find, 0, std::nullopt};
      Schedule schedule(layout);
      const Points points = run(
          layout, [&](std::size_t point) { return point >= first ? Verdict::saturated : Verdict::below; }, 1, 1,
          schedule);
      EXPECT_EQ(schedule.lines()[0].high, first) << values;
      EXPECT_TRUE(schedule.lines()[0].over);
      std::size_t most = 1;
      while ((std::size_t{1} << most) <= values) ++most;
      EXPECT_LE(points.size(), most) << values;
      EXPECT_TRUE(first == values || std::binary_search(points.begin(), points.end(), first));
    }
  }
}

TEST(Schedule, WhatRunsDoesNotDependOnTheNumberOfJobs) {
  for (const Walk walk : {Walk::stop, Walk::find}) {
    const Layout layout{{3, 40, 2, 3}, walk, 1, 3};
    const auto judge = [&](std::size_t point) {  // noisy near the edge, and sometimes failing
      const Points at = layout.positions(point);
      const std::size_t hash = (point * 2654435761U) % 97;
      if (hash < 3) return Verdict::unknown;
      return at[1] * 4 + hash % 9 > 60 + 20 * at[0] + 9 * at[2] ? Verdict::saturated : Verdict::below;
    };
    const Points wanted = run(layout, judge);
    EXPECT_LT(wanted.size(), layout.size());
    for (const std::size_t jobs : {2U, 5U, 100U}) {
      for (unsigned order = 1; order <= 5; ++order) EXPECT_EQ(run(layout, judge, jobs, order), wanted);
    }
  }
}

}  // namespace
}  // namespace trenza::sweeps
