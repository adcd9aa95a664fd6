#include "tlm/common/time_wheel.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "microarch/hash.h"

namespace trenza::tlm {
namespace {

TEST(TimeWheelTest, SpanIsBeyondTheHorizon) {
  for (const Cycle horizon : {0U, 63U, 64U, 100U, 40'000U}) EXPECT_GT(TimeWheel<int>(horizon).span(), horizon);
}

TEST(TimeWheelTest, GivesEventsInTheirCycleInOrder) {
  TimeWheel<int> wheel(100);
  EXPECT_EQ(wheel.next(5), TimeWheel<int>::kNone);
  wheel.add(7, 1);
  wheel.add(9, 2);
  wheel.add(7, 3);
  EXPECT_EQ(wheel.next(5), 7U);
  std::vector<int> seen;
  wheel.take(7, [&](int event) { seen.push_back(event); });
  EXPECT_EQ(seen, (std::vector<int>{1, 3}));
  EXPECT_EQ(wheel.next(8), 9U);
  EXPECT_FALSE(wheel.empty());
  wheel.take(9, [](int) {});
  EXPECT_TRUE(wheel.empty());
}

TEST(TimeWheelTest, EventsOfTheCycleThatIsTakenAreTakenToo) {
  TimeWheel<int> wheel(10);
  wheel.add(3, 2);
  int visits = 0;
  wheel.take(3, [&](int event) {
    ++visits;
    if (event > 0) wheel.add(3, event - 1);
  });
  EXPECT_EQ(visits, 3);
  EXPECT_TRUE(wheel.empty());
}

// Against a map, over many turns of the wheel.
TEST(TimeWheelTest, AgreesWithAMap) {
  constexpr Cycle kHorizon = 150;
  TimeWheel<std::uint64_t> wheel(kHorizon);
  std::multimap<Cycle, std::uint64_t> map;
  Cycle now = 0;
  for (std::uint64_t step = 0; step < 20'000; ++step) {
    const std::uint64_t draw = microarch::hash(step);
    if (draw % 3 != 0) {
      const Cycle cycle = now + (draw >> 8) % (kHorizon + 1);
      wheel.add(cycle, step);
      map.emplace(cycle, step);
      continue;
    }
    const Cycle next = map.empty() ? TimeWheel<std::uint64_t>::kNone : map.begin()->first;
    ASSERT_EQ(wheel.next(now), next);
    if (map.empty()) continue;
    now = next;
    std::size_t seen = 0;
    wheel.take(now, [&](std::uint64_t) { ++seen; });
    EXPECT_EQ(seen, map.count(now));
    map.erase(now);
    ++now;
  }
}

TEST(TimeWheelTest, ListsWhatIsToCome) {
  TimeWheel<int> wheel(70);
  wheel.add(100, 1);
  wheel.add(69 + 64, 2);
  std::map<Cycle, int> seen;
  wheel.for_each(100, [&](Cycle cycle, int event) { seen[cycle] = event; });
  EXPECT_EQ(seen, (std::map<Cycle, int>{{100, 1}, {133, 2}}));
}

}  // namespace
}  // namespace trenza::tlm
