#include "graphs/peers/table1.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace trenza::graphs {

namespace {

TEST(Table1, EveryComputedRowConfirmsThePrint) {
  Table1Options options;
  options.threads = 2;
  std::size_t told = 0;
  options.progress = [&](std::size_t done, std::size_t total) {
    EXPECT_EQ(done, ++told);
    EXPECT_EQ(total, 9U);
  };
  const auto table = table1(options);
  ASSERT_EQ(table.size(), 9U);
  EXPECT_EQ(told, 9U);
  int literature = 0;
  for (const auto& row : table) {
    if (row.evidence == Table1Evidence::literature) {
      ++literature;
      EXPECT_FALSE(confirms_print(row)) << row.network;
      EXPECT_THAT(row.note, testing::StartsWith("literature"));
      continue;
    }
    EXPECT_TRUE(confirms_print(row)) << row.network << ": " << row.degree << " " << row.nodes << " "
                                     << row.computed.diameter << " " << row.computed.mean << " "
                                     << row.computed.deviation << " +- " << row.standard_error;
  }
  EXPECT_EQ(literature, 2);
  EXPECT_EQ(table[6].evidence, Table1Evidence::sampled);
  EXPECT_EQ(table[6].sources, 512);
  EXPECT_GT(table[6].standard_error, 0.0005);
  EXPECT_LT(table[6].standard_error, 0.003);
}

TEST(Table1, SlowDifferentSamplesAgreeWithinTheirErrors) {
  Table1Options options;
  options.sampled_sources = 128;
  options.threads = 2;
  const auto few = table1(options)[6];
  options.seed = 2;
  const auto others = table1(options)[6];
  EXPECT_NE(few.computed.mean, others.computed.mean);
  EXPECT_LT(std::abs(few.computed.mean - others.computed.mean), 4 * (few.standard_error + others.standard_error));
}

TEST(Table1, AWrongValueIsNotConfirmed) {
  Table1Row row;
  row.degree = row.printed_degree = 8;
  row.nodes = row.printed_nodes = 100;
  row.printed = {5, 2.50, 0.50};
  row.computed = {5, 2.504, 0.496};
  EXPECT_TRUE(confirms_print(row));
  Table1Row other = row;
  other.computed.mean = 2.506;
  EXPECT_FALSE(confirms_print(other));
  other.evidence = Table1Evidence::sampled;
  other.standard_error = 0.001;
  EXPECT_TRUE(confirms_print(other));
  other = row;
  other.computed.diameter = 6;
  EXPECT_FALSE(confirms_print(other));
  other = row;
  other.degree = 7;
  EXPECT_FALSE(confirms_print(other));
}

/// All 22,187 classes of sources: the sampled mean stands on this.
TEST(Table1, SlowExactDeBruijn) {
  Table1Options options;
  options.threads = 2;
  options.sampled_sources = 0;
  const auto exact = table1(options)[6];
  const auto sampled = table1()[6];
  EXPECT_EQ(exact.evidence, Table1Evidence::exact);
  EXPECT_TRUE(confirms_print(exact)) << exact.computed.mean << " " << exact.computed.deviation;
  EXPECT_NEAR(exact.computed.mean, 9.0021, 5e-5);
  EXPECT_NEAR(exact.computed.deviation, 0.92386, 5e-6);
  EXPECT_EQ(exact.sources, 22187);
  EXPECT_LT(std::abs(exact.computed.mean - sampled.computed.mean), 4 * sampled.standard_error) << exact.computed.mean;
}

}  // namespace

}  // namespace trenza::graphs
