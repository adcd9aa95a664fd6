// The hash of the cycle contract against published and worked values.
#include "microarch/hash.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>

namespace trenza::microarch {
namespace {

TEST(Hash, MixIsTheFinalizerOfSplitMix64) {
  // The first outputs of SplitMix64 from state 0: mix64 of the multiples of the golden-ratio constant.
  constexpr std::uint64_t kGamma = 0x9e3779b97f4a7c15ULL;
  EXPECT_EQ(mix64(kGamma), 0xe220a8397b1dcdafULL);
  EXPECT_EQ(mix64(2 * kGamma), 0x6e789e6aa1b965f4ULL);
  EXPECT_EQ(mix64(3 * kGamma), 0x06c45d188009454fULL);
  EXPECT_EQ(mix64(0), 0U);
}

TEST(Hash, WorkedValues) {
  EXPECT_EQ(hash(), 0x243f6a8885a308d3ULL);
  EXPECT_EQ(hash(0), 0x2cb0f69f4abea221ULL);
  EXPECT_EQ(hash(1), 0xedcc99d7f7403620ULL);
  EXPECT_EQ(hash(1, 2, 3), 0xcd8d705991914ea1ULL);
  EXPECT_EQ(hash(3, 2, 1), 0xd7833c9e6e05a835ULL);
  EXPECT_EQ(hash(~std::uint64_t{0}), 0x4e68389f0748aa13ULL);
  EXPECT_EQ(hash(std::uint64_t{1}, DrawPurpose::record, 5, std::uint64_t{7}), 0x19c39cf6fac260f1ULL);
}

TEST(Hash, IsOneStepForEachValue) {
  EXPECT_EQ(hash(11, 22), hash_step(hash(11), 22));
  EXPECT_EQ(hash(11, 22, 33), hash_step(hash(11, 22), 33));
}

TEST(Hash, DoesNotDependOnTheTypeOfAValue) {
  EXPECT_EQ(hash(std::uint8_t{200}), hash(std::uint64_t{200}));
  EXPECT_EQ(hash(-1), hash(~std::uint64_t{0}));
}

TEST(Hash, IsUsableInConstantExpressions) {
  static_assert(hash(1, 2) != hash(2, 1), "the order of the values counts");
  static_assert(mix64(1) == 0x5692161d100b05e5ULL, "mix64");
}

TEST(Hash, NeighbouringPlacesDoNotCollide) {
  std::set<std::uint64_t> seen;
  for (int purpose = 1; purpose <= 3; ++purpose) {
    for (int router = 0; router < 128; ++router) {
      for (int index = 0; index < 16; ++index) seen.insert(hash(1, purpose, router, index));
    }
  }
  EXPECT_EQ(seen.size(), 3U * 128U * 16U);
}

TEST(Hash, PurposesHaveTheNumbersOfTheContract) {
  EXPECT_EQ(static_cast<int>(DrawPurpose::output_arbiter), 1);
  EXPECT_EQ(static_cast<int>(DrawPurpose::input_arbiter), 2);
  EXPECT_EQ(static_cast<int>(DrawPurpose::selection), 3);
  EXPECT_EQ(static_cast<int>(DrawPurpose::record), 16);
}

}  // namespace
}  // namespace trenza::microarch
