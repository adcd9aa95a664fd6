#include "traces/decimal.h"

#include <gtest/gtest.h>

#include "traces/natural_order.h"

namespace trenza::traces {
namespace {

constexpr std::uint64_t kMost = 1'000'000'000'000'000'000;

std::uint64_t value(std::string_view text, int digits) {
  const ScaledDecimal result = scaled_decimal(text, digits, kMost);
  EXPECT_TRUE(result.is_number) << text;
  return result.value;
}

TEST(Decimal, IsExact) {
  EXPECT_EQ(value("0", 9), 0U);
  EXPECT_EQ(value("0.000000001", 9), 1U);
  EXPECT_EQ(value("12.345678901", 9), 12'345'678'901U);
  EXPECT_EQ(value(".5", 1), 5U);
  EXPECT_EQ(value("7.", 0), 7U);
  EXPECT_EQ(value("1.5e3", 0), 1500U);
  EXPECT_EQ(value("25E-1", 1), 25U);
  EXPECT_EQ(value("1e+2", 0), 100U);
  EXPECT_EQ(value("00012.50", 1), 125U);
}

TEST(Decimal, RoundsHalvesUp) {
  EXPECT_EQ(value("0.4", 0), 0U);
  EXPECT_EQ(value("0.5", 0), 1U);
  EXPECT_EQ(value("1.4999", 0), 1U);
  EXPECT_EQ(value("1e-400", 9), 0U);
  EXPECT_EQ(value("123456789012345678901234e-20", 0), 1235U);  // more digits than 64 bits hold
  EXPECT_EQ(value("0.00000000000000000000000000001", 0), 0U);
}

TEST(Decimal, RefusesWhatIsNoNumber) {
  for (const char* const text : {"", ".", "-1", "+1", "1e", "1e+", "e5", "1.2.3", "1 ", "0x10", "nan", "inf", "1f"})
    EXPECT_FALSE(scaled_decimal(text, 0, kMost).is_number) << text;
}

TEST(Decimal, KnowsItsLimit) {
  EXPECT_EQ(value("1e18", 0), kMost);
  EXPECT_EQ(value("1000000000000000001", 0), kTooLarge);
  EXPECT_EQ(value("1e19", 0), kTooLarge);
  EXPECT_EQ(value("1e999999999999999999999", 0), kTooLarge);
  EXPECT_EQ(value("99999999999999999999999999", 0), kTooLarge);
  EXPECT_EQ(value("0e999999999999", 9), 0U);
}

TEST(NaturalOrder, CountsNumbers) {
  EXPECT_TRUE(natural_less("rank-9.txt", "rank-10.txt"));
  EXPECT_FALSE(natural_less("rank-10.txt", "rank-9.txt"));
  EXPECT_TRUE(natural_less("a", "b"));
  EXPECT_TRUE(natural_less("a2b3", "a2b10"));
  EXPECT_TRUE(natural_less("x", "x1"));
  EXPECT_FALSE(natural_less("x", "x"));
  EXPECT_TRUE(natural_less("rank-099", "rank-100"));
}

}  // namespace
}  // namespace trenza::traces
