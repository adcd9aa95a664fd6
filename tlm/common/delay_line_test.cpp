#include "tlm/common/delay_line.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "microarch/hash.h"

namespace trenza::tlm {
namespace {

// Against a map, over many turns, with leaps over cycles in which nothing is due.
TEST(DelayLineTest, AgreesWithAMap) {
  for (const Cycle delay : {1U, 2U, 63U, 64U, 150U}) {
    SCOPED_TRACE(delay);
    DelayLine<std::uint64_t> line(delay);
    std::map<Cycle, std::vector<std::uint64_t>> map;
    Cycle now = 7;
    for (std::uint64_t step = 0; step < 5'000; ++step) {
      std::vector<std::uint64_t> seen;
      line.take(now, [&](std::uint64_t event) { seen.push_back(event); });
      EXPECT_EQ(seen, map[now]);
      map.erase(now);
      line.begin(now);
      for (std::uint64_t k = microarch::hash(step) % 4; k > 1; --k) {
        line.add(step * 4 + k);
        map[now + delay].push_back(step * 4 + k);
      }
      line.end(now);
      ++now;
      const Cycle next = map.empty() ? DelayLine<std::uint64_t>::kNone : map.begin()->first;
      ASSERT_EQ(line.next(now), next);
      const bool leaps = microarch::hash(step, 1) % 8 == 0 && !map.empty();
      if (leaps) now = next;
    }
  }
}

TEST(DelayLineTest, ListsWhatIsToCome) {
  DelayLine<int> line(70);
  line.add_due(100, 1);
  line.add_due(133, 2);
  std::map<Cycle, int> seen;
  line.for_each(100, [&](Cycle cycle, int event) { seen[cycle] = event; });
  EXPECT_EQ(seen, (std::map<Cycle, int>{{100, 1}, {133, 2}}));
  EXPECT_EQ(line.next(101), 133U);
  EXPECT_EQ(line.delay(), 70U);
}

}  // namespace
}  // namespace trenza::tlm
