// Wide masks against std::bitset.
#include "microarch/wide_mask.h"

#include <gtest/gtest.h>

#include <bitset>
#include <cstddef>
#include <random>
#include <vector>

namespace trenza::microarch {
namespace {

template <std::size_t Words>
class Operands {
 public:
  static constexpr int kBits = 64 * static_cast<int>(Words);
  using Mask = WideMask<Words>;
  using Bits = std::bitset<64 * Words>;

  explicit Operands(std::mt19937_64& random) {
    // Few bits, many, whole words of zeros and ones.
    const auto kind = random() % 4;
    for (std::size_t w = 0; w < Words; ++w) {
      std::uint64_t word = random();
      if (kind == 0) word &= random() & random() & random() & random();
      if (kind == 1) word |= random() | random();
      if (kind == 2) word = random() % 3 == 0 ? word : random() % 2 == 0 ? 0 : ~std::uint64_t{0};
      mask = mask | Mask{word} << static_cast<int>(64 * w);
      bits |= Bits(word) << (64 * w);
    }
    if (random() % 50 == 0) mask = 0, bits.reset();
  }
  Mask mask = 0;
  Bits bits;
};

template <class Mask, std::size_t N>
bool same(const Mask& mask, const std::bitset<N>& bits) {
  for (int i = 0; i < static_cast<int>(N); ++i) {
    if (has_bit(mask, i) != bits[static_cast<std::size_t>(i)]) return false;
    if (((mask >> i & 1U) != 0) != bits[static_cast<std::size_t>(i)]) return false;
  }
  return true;
}

template <std::size_t N>
std::vector<int> set_bits(const std::bitset<N>& bits) {
  std::vector<int> list;
  for (std::size_t i = 0; i < N; ++i) {
    if (bits[i]) list.push_back(static_cast<int>(i));
  }
  return list;
}

/// a - b, digit by digit.
template <std::size_t N>
std::bitset<N> difference(const std::bitset<N>& a, const std::bitset<N>& b) {
  std::bitset<N> result;
  int borrow = 0;
  for (std::size_t i = 0; i < N; ++i) {
    const int digit = int{a[i]} - int{b[i]} - borrow;
    result[i] = digit % 2 != 0;
    borrow = digit < 0 ? 1 : 0;
  }
  return result;
}

template <class Number>
class WideMaskTest : public testing::Test {};
using Sizes = testing::Types<std::integral_constant<std::size_t, 1>, std::integral_constant<std::size_t, 2>,
                             std::integral_constant<std::size_t, 3>, std::integral_constant<std::size_t, 20>>;
TYPED_TEST_SUITE(WideMaskTest, Sizes, testing::internal::DefaultNameGenerator);

template <std::size_t Words>
void check_operators(std::size_t rounds) {
  using Mask = WideMask<Words>;
  std::mt19937_64 random(7);
  for (std::size_t k = 0; k < rounds / Words; ++k) {
    const Operands<Words> a(random);
    const Operands<Words> b(random);
    const int i = static_cast<int>(random() % (64 * Words));
    const auto by = static_cast<std::size_t>(i);
    ASSERT_TRUE(same(a.mask, a.bits));
    ASSERT_TRUE(same(a.mask & b.mask, a.bits & b.bits));
    ASSERT_TRUE(same(a.mask | b.mask, a.bits | b.bits));
    ASSERT_TRUE(same(a.mask ^ b.mask, a.bits ^ b.bits));
    ASSERT_TRUE(same(~a.mask, ~a.bits));
    ASSERT_TRUE(same(a.mask << i, a.bits << by)) << i;
    ASSERT_TRUE(same(a.mask >> i, a.bits >> by)) << i;
    ASSERT_TRUE(same(a.mask << 0, a.bits) && same(a.mask >> 0, a.bits));
    ASSERT_TRUE(same(a.mask - 1, difference(a.bits, decltype(a.bits)(1))));
    ASSERT_TRUE(same(a.mask - b.mask, difference(a.bits, b.bits)));
    ASSERT_EQ(a.mask == b.mask, a.bits == b.bits);
    ASSERT_EQ(a.mask != b.mask, a.bits != b.bits);
    ASSERT_EQ(a.mask == 0, a.bits.none());
    ASSERT_EQ((a.mask ^ Mask::bit(i)) == a.mask, false);
    for (std::size_t w = 0; w < Words; ++w)
      ASSERT_EQ(a.mask.word(w), ((a.bits >> (64 * w)) & std::bitset<64 * Words>(~0ULL)).to_ullong());
  }
}

TYPED_TEST(WideMaskTest, OperatorsAreThoseOfBitset) { check_operators<TypeParam::value>(1000); }
TYPED_TEST(WideMaskTest, OperatorsAreThoseOfBitsetSlow) { check_operators<TypeParam::value>(4000); }

template <std::size_t Words>
void check_functions(std::size_t rounds) {
  using Mask = WideMask<Words>;
  std::mt19937_64 random(8);
  EXPECT_EQ(mask_bits<Mask>(), static_cast<int>(64 * Words));
  for (int count = 0; count <= mask_bits<Mask>(); ++count) {
    for (int i = 0; i < mask_bits<Mask>(); ++i) ASSERT_EQ(has_bit(low_bits<Mask>(count), i), i < count);
  }
  for (int i = 0; i < mask_bits<Mask>(); ++i) ASSERT_EQ(bit_of<Mask>(i), Mask{1} << i);
  for (std::size_t k = 0; k < rounds / Words; ++k) {
    Operands<Words> a(random);
    const int i = static_cast<int>(random() % (64 * Words));
    const std::vector<int> list = set_bits(a.bits);
    ASSERT_EQ(one_at_most(a.mask), list.size() <= 1);
    ASSERT_EQ(count_bits(a.mask), static_cast<int>(list.size()));
    if (!list.empty()) {
      ASSERT_EQ(lowest_bit(a.mask), list.front());
      ASSERT_EQ(highest_bit(a.mask), list.back());
      const std::size_t n = random() % list.size();
      ASSERT_EQ(nth_bit(a.mask, static_cast<unsigned>(n)), list[n]);
      for (const std::size_t last : {list.size(), std::size_t{1}, std::size_t{2}}) {
        const std::size_t size = std::min(last, list.size());
        const Mask few = a.mask & low_bits<Mask>(list[size - 1] + 1);
        const auto draw = static_cast<std::uint16_t>(random());
        ASSERT_EQ(drawn_bit(few, draw), list[draw % size]);
      }
      int next = i;
      while (!a.bits[static_cast<std::size_t>(next)]) next = (next + 1) % mask_bits<Mask>();
      ASSERT_EQ(next_bit(a.mask, i), next);
      Mask rest = a.mask;
      drop_lowest(rest);
      ASSERT_EQ(rest, a.mask & (a.mask - 1));
    }
    Mask changed = a.mask;
    set_bit(changed, i, false);
    ASSERT_EQ(changed, a.mask);
    set_bit(changed, i);
    ASSERT_TRUE(same(changed, a.bits | std::bitset<64 * Words>(1) << static_cast<std::size_t>(i)));
    clear_bit(changed, i);
    ASSERT_TRUE(same(changed, a.bits & ~(std::bitset<64 * Words>(1) << static_cast<std::size_t>(i))));
  }
}

TYPED_TEST(WideMaskTest, FunctionsOfMasks) { check_functions<TypeParam::value>(1000); }
TYPED_TEST(WideMaskTest, FunctionsOfMasksSlow) { check_functions<TypeParam::value>(4000); }

/// The same functions of the integer that stands in its place.
TEST(WideMask, OneWordIsAsAnInteger) {
  std::mt19937_64 random(9);
  for (int k = 0; k < 20'000; ++k) {
    RequestMask narrow = random() & random() & (k % 2 == 0 ? random() : random() & random() & random());
    if (narrow == 0) narrow = 1;
    WideMask<1> wide = narrow;
    const int i = static_cast<int>(random() % 64);
    const auto draw = static_cast<std::uint16_t>(random());
    ASSERT_EQ(lowest_bit(wide), lowest_bit(narrow));
    ASSERT_EQ(highest_bit(wide), highest_bit(narrow));
    ASSERT_EQ(next_bit(wide, i), next_bit(narrow, i));
    ASSERT_EQ(drawn_bit(wide, draw), drawn_bit(narrow, draw));
    ASSERT_EQ(one_at_most(wide), one_at_most(narrow));
    ASSERT_EQ(has_bit(wide, i), has_bit(narrow, i));
    ASSERT_EQ(in_transit_first(wide, low_bits<WideMask<1>>(i)).word(0), in_transit_first(narrow, low_bits(i)));
    ASSERT_EQ(injectors_first(wide, low_bits<WideMask<1>>(i)).word(0), injectors_first(narrow, low_bits(i)));
    set_bit(wide, i), set_bit(narrow, i);
    ASSERT_EQ(wide.word(0), narrow);
    clear_bit(wide, i), clear_bit(narrow, i);
    ASSERT_EQ(wide.word(0), narrow);
    if (narrow == 0) continue;
    drop_lowest(wide), drop_lowest(narrow);
    ASSERT_EQ(wide.word(0), narrow);
  }
}

}  // namespace
}  // namespace trenza::microarch
