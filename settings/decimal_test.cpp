#include "settings/decimal.h"

#include <gtest/gtest.h>

namespace trenza::settings {
namespace {

std::uint64_t billionths(const std::string& text) {
  const Decimal decimal = parse_decimal(text);
  EXPECT_EQ(decimal.status, DecimalStatus::good) << text;
  return decimal.billionths;
}

TEST(Decimal, IsExact) {
  EXPECT_EQ(billionths("0.4"), 400'000'000U);
  EXPECT_EQ(billionths("0.000000001"), 1U);
  EXPECT_EQ(billionths("12"), 12 * kBillion);
  EXPECT_EQ(billionths("12."), 12 * kBillion);
  EXPECT_EQ(billionths(".5"), kBillion / 2);
  EXPECT_EQ(billionths("+0.123456789"), 123'456'789U);
  EXPECT_EQ(billionths("0.3000000000000"), 300'000'000U);
  EXPECT_EQ(billionths("0.000"), 0U);
  EXPECT_EQ(billionths("18446744073.709551615"), 18'446'744'073'709'551'615U);
}

TEST(Decimal, TakesExponents) {
  EXPECT_EQ(billionths("1e-9"), 1U);
  EXPECT_EQ(billionths("2.5E3"), 2500 * kBillion);
  EXPECT_EQ(billionths("1e+2"), 100 * kBillion);
  EXPECT_EQ(billionths("0e999999"), 0U);
}

TEST(Decimal, KnowsTheSign) {
  EXPECT_TRUE(parse_decimal("-0.5").negative);
  EXPECT_FALSE(parse_decimal("-0.0").negative);
}

TEST(Decimal, RefusesWhatItCannotHold) {
  EXPECT_EQ(parse_decimal("0.0000000001").status, DecimalStatus::too_many_decimals);
  EXPECT_EQ(parse_decimal("1e-10").status, DecimalStatus::too_many_decimals);
  EXPECT_EQ(parse_decimal("18446744073.709551616").status, DecimalStatus::too_large);
  EXPECT_EQ(parse_decimal("1e99999").status, DecimalStatus::too_large);
  EXPECT_EQ(parse_decimal(".nan").status, DecimalStatus::not_finite);
  EXPECT_EQ(parse_decimal("-.INF").status, DecimalStatus::not_finite);
  for (const char* text : {"", ".", "-", "1e", "1e+", "1.2.3", "0x10", "1 2", "abc", "1,5", "e5"}) {
    EXPECT_EQ(parse_decimal(text).status, DecimalStatus::not_a_number) << text;
  }
}

TEST(Decimal, PrintsTheShortestText) {
  EXPECT_EQ(decimal_text(400'000'000), "0.4");
  EXPECT_EQ(decimal_text(12 * kBillion), "12");
  EXPECT_EQ(decimal_text(1), "0.000000001");
  EXPECT_EQ(decimal_text(0), "0");
}

TEST(Integer, ReadsSixtyFourBits) {
  EXPECT_EQ(parse_integer("18446744073709551615").magnitude, 18'446'744'073'709'551'615U);
  EXPECT_EQ(parse_integer("18446744073709551616").status, IntegerStatus::too_large);
  EXPECT_TRUE(parse_integer("-3").negative);
  EXPECT_FALSE(parse_integer("-0").negative);
  EXPECT_EQ(parse_integer("1.0").status, IntegerStatus::fraction);
  EXPECT_EQ(parse_integer("1e3").status, IntegerStatus::fraction);
  EXPECT_EQ(parse_integer("ten").status, IntegerStatus::not_a_number);
}

}  // namespace
}  // namespace trenza::settings
