#include "testbench/traffic/random_order.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <vector>

namespace trenza::testbench {
namespace {

TEST(RandomOrder, HoldsEveryValueOnce) {
  for (const std::uint64_t n : {1U, 2U, 3U, 4U, 5U, 7U, 16U, 17U, 127U, 255U, 1023U}) {
    for (std::uint64_t key = 0; key < 5; ++key) {
      std::set<std::uint64_t> found;
      for (std::uint64_t place = 0; place < n; ++place) found.insert(RandomOrder(n).at(key, place));
      EXPECT_EQ(found.size(), n);
      EXPECT_LT(*found.rbegin(), n);
    }
  }
}

TEST(RandomOrder, EveryValueStandsAtEveryPlaceAlike) {
  constexpr std::uint64_t kValues = 7;
  constexpr std::uint64_t kKeys = 70'000;
  const RandomOrder order(kValues);
  for (std::uint64_t place = 0; place < kValues; ++place) {
    std::vector<int> found(kValues, 0);
    for (std::uint64_t key = 0; key < kKeys; ++key) ++found[order.at(microarch::hash(key), place)];
    for (const int count : found) EXPECT_NEAR(count, 10'000, 600) << place;
  }
}

}  // namespace
}  // namespace trenza::testbench
