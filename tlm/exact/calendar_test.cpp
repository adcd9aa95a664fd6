#include "tlm/exact/calendar.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "microarch/hash.h"

namespace trenza::tlm {
namespace {

using Routers = std::vector<std::uint32_t>;

Routers take(Calendar& calendar, Cycle cycle) {
  Routers visited;
  calendar.take(
      cycle, [&](std::uint32_t router) { visited.push_back(router); }, [](std::uint32_t) {});
  return visited;
}

TEST(CalendarTest, RoutersOfACycleComeOnceAndInOrder) {
  Calendar calendar(100, 200);
  for (const std::uint32_t router : {130U, 5U, 64U, 5U, 199U}) calendar.add(0, 7, router);
  EXPECT_EQ(calendar.next(0), 7U);
  EXPECT_EQ(take(calendar, 7), (Routers{5, 64, 130, 199}));
  EXPECT_EQ(calendar.next(8), Calendar::kNone);
}

TEST(CalendarTest, ExpectsEachRouterBeforeTheVisitOfTheOneBeforeIt) {
  Calendar calendar(10, 200);
  for (const std::uint32_t router : {3U, 9U, 70U}) calendar.add(0, 1, router);
  std::vector<std::string> calls;
  calendar.take(
      1, [&](std::uint32_t router) { calls.push_back("visit " + std::to_string(router)); },
      [&](std::uint32_t router) { calls.push_back("expect " + std::to_string(router)); });
  EXPECT_EQ(calls, (std::vector<std::string>{"expect 3", "expect 9", "visit 3", "expect 70", "visit 9", "visit 70"}));
}

TEST(CalendarTest, ALongHorizonIsCappedAndLooksComeEarly) {
  EXPECT_FALSE(Calendar(Calendar::kMostCycles - 1, 10).capped());
  Calendar calendar(40'000, 10);
  EXPECT_TRUE(calendar.capped());
  EXPECT_EQ(calendar.span(), Calendar::kMostCycles);
  calendar.add(1000, 30'000, 4);
  EXPECT_EQ(calendar.next(1000), 1000 + Calendar::kMostCycles - 1);
}

// Against a map, over many turns; more than 64 * 64 routers, so that a row has two groups.
TEST(CalendarTest, AgreesWithAMap) {
  for (const std::size_t routers : {std::size_t{1}, std::size_t{64}, std::size_t{65}, std::size_t{5000}}) {
    constexpr Cycle kHorizon = 150;
    Calendar calendar(kHorizon, routers);
    std::map<Cycle, std::set<std::uint32_t>> map;
    Cycle now = 0;
    for (std::uint64_t step = 0; step < 5'000; ++step) {
      const std::uint64_t draw = microarch::hash(routers, step);
      for (std::uint64_t k = 0; k < draw % 4; ++k) {
        const std::uint64_t place = microarch::hash(draw, k);
        const Cycle cycle = now + 1 + place % kHorizon;
        const auto router = static_cast<std::uint32_t>((place >> 32) % routers);
        calendar.add(now, cycle, router);
        map[cycle].insert(router);
      }
      const Cycle next = map.empty() ? Calendar::kNone : map.begin()->first;
      ASSERT_EQ(calendar.next(now + 1), next);
      now = next == Calendar::kNone ? now + 1 : next;
      if (next == Calendar::kNone) continue;
      ASSERT_EQ(take(calendar, now), Routers(map.begin()->second.begin(), map.begin()->second.end()));
      map.erase(map.begin());
    }
  }
}

}  // namespace
}  // namespace trenza::tlm
