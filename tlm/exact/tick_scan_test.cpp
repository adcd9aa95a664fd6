#include "tlm/exact/tick_scan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "microarch/hash.h"

namespace trenza::tlm {
namespace {

/// `count` ticks around `middle`, some never, padded as scanned arrays are.
std::vector<Tick> random_ticks(std::uint64_t seed, std::size_t count, Tick middle) {
  std::vector<Tick> ticks(scan_size(count), kNeverTick);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t draw = microarch::hash(seed, i);
    if (draw % 5 != 0) ticks[i] = middle + static_cast<Tick>(draw >> 8 & 7U) - 3;
  }
  return ticks;
}

TEST(TickScan, SaysWhatALoopSays) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const std::size_t count = 1 + seed % 64;
    const Tick middle = seed % 2 == 0 ? 1000 : (Tick{1} << 30);
    const std::vector<Tick> ticks = random_ticks(seed, count, middle);
    std::uint64_t expected = 0;
    for (std::size_t i = 0; i < ticks.size(); ++i) {
      expected |= static_cast<std::uint64_t>(ticks[i] <= middle) << i;
    }
    EXPECT_EQ(not_after(ticks.data(), ticks.size(), middle), expected);
    EXPECT_EQ(soonest_of(ticks.data(), ticks.size()), *std::min_element(ticks.begin(), ticks.end()));
  }
}

TEST(TickScan, SizesAreWholeSteps) {
  EXPECT_EQ(scan_size(1), kScanStep);
  EXPECT_EQ(scan_size(kScanStep), kScanStep);
  EXPECT_EQ(scan_size(kScanStep + 1), 2 * kScanStep);
}

}  // namespace
}  // namespace trenza::tlm
