#include "testbench/traffic/arrival_calendar.h"

#include <gtest/gtest.h>

#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "microarch/hash.h"

namespace trenza::testbench {
namespace {

using Taken = std::tuple<Cycle, ProcessId, std::uint64_t>;

/// Arrivals with gaps of 1 to `widest` cycles, taken from a calendar and, beside it, from an ordered map.
void compare(int processes, Cycle widest, int arrivals) {
  ArrivalCalendar calendar(static_cast<std::size_t>(processes));
  std::map<std::pair<Cycle, ProcessId>, std::uint64_t> judge;
  std::uint64_t draws = 0;
  const auto add = [&](ProcessId process, Cycle after) {
    const std::uint64_t draw = microarch::hash_step(widest, ++draws);
    const Arrival arrival{after + draw % widest, 1 + (draw >> 40) % 3};
    calendar.add(process, arrival);
    judge.emplace(std::pair{arrival.cycle, process}, arrival.packets);
  };
  for (ProcessId process = 0; process < processes; ++process) add(process, 0);
  for (int k = 0; k < arrivals && !judge.empty();) {
    const Cycle cycle = judge.begin()->first.first;
    ASSERT_EQ(calendar.next_cycle(), cycle);
    calendar.take([&](ProcessId process, std::uint64_t packets) {
      ASSERT_FALSE(judge.empty());
      const auto [key, expected] = *judge.begin();
      ASSERT_EQ(key, std::pair(cycle, process));
      ASSERT_EQ(packets, expected);
      judge.erase(judge.begin());
      // One process in ten comes to an end, and the last ones always go on.
      if (++k % 10 != 0 || judge.size() < 3) add(process, cycle + 1);
    });
    ASSERT_TRUE(judge.empty() || judge.begin()->first.first > cycle);
  }
}

TEST(ArrivalCalendar, OrderIsThatOfTimeAndProcess) {
  for (const Cycle widest : {1, 2, 60, 2047, 2048, 2049, 5000, 1'000'000}) {
    SCOPED_TRACE(widest);
    compare(50, widest, 3000);
  }
}

TEST(ArrivalCalendar, NoneWaits) {
  ArrivalCalendar calendar(2);
  EXPECT_EQ(calendar.next_cycle(), kNever);
  calendar.add(1, {7, 2});
  EXPECT_EQ(calendar.next_cycle(), 7U);
  calendar.take([](ProcessId process, std::uint64_t packets) {
    EXPECT_EQ(process, 1);
    EXPECT_EQ(packets, 2U);
  });
  EXPECT_EQ(calendar.next_cycle(), kNever);
}

TEST(ArrivalCalendar, SavedAndLoaded) {
  ArrivalCalendar calendar(4);
  const Cycle late = 1'000'000'000'000;
  calendar.add(0, {late + 10'000, 1});
  calendar.add(1, {late + 5, 2});
  calendar.add(2, {late + 5, 3});
  calendar.add(3, {late, 1});
  calendar.take([](ProcessId, std::uint64_t) {});
  microarch::MemorySink sink;
  microarch::ArchiveWriter writer(sink);
  calendar.save(writer);
  ArrivalCalendar other(4);
  other.add(0, {1, 1});
  microarch::MemoryStream stream(sink.bytes());
  microarch::ArchiveReader reader(stream);
  other.load(reader);
  std::vector<Taken> taken;
  while (other.next_cycle() != kNever) {
    const Cycle cycle = other.next_cycle();
    other.take([&](ProcessId process, std::uint64_t packets) { taken.emplace_back(cycle, process, packets); });
  }
  EXPECT_EQ(taken, (std::vector<Taken>{{late + 5, 1, 2}, {late + 5, 2, 3}, {late + 10'000, 0, 1}}));
}

}  // namespace
}  // namespace trenza::testbench
