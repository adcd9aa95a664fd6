#include "apps/graph/data_table.h"

#include <gtest/gtest.h>

#include "apps/exit_status.h"
#include "apps/graph/number_list.h"
#include "apps/graph/step_progress.h"

namespace trenza::apps {
namespace {

using Json = nlohmann::ordered_json;

const DataTable kTable{{"name", "count", "mean"}, {{"rt", 3, 1.25}, {"a,\"b\"", Json(nullptr), 1e-5}}};

TEST(DataTable, PeopleSeeAlignedColumns) {
  EXPECT_EQ(people_table(kTable),
            "name   count    mean\n"
            "rt         3  1.2500\n"
            "a,\"b\"      -   1e-05\n");
}

TEST(DataTable, CsvQuotesWhatItMust) {
  EXPECT_EQ(csv_text(kTable), "name,count,mean\nrt,3,1.25\n\"a,\"\"b\"\"\",,1e-05\n");
}

TEST(DataTable, CellsOfEveryKind) {
  EXPECT_EQ(cell_text(true), "yes");
  EXPECT_EQ(cell_text({6, 24}), "6 24");
  EXPECT_EQ(cell_text(Json::parse("[[0, 4], [0, 0]]")), "0 4; 0 0");
  EXPECT_EQ(cell_text(Json{{"max", 2}, {"mean", 0.5}}), "max 2, mean 0.5000");
}

TEST(NumberList, NumbersListsAndRanges) {
  EXPECT_EQ(parse_numbers("--alpha", "0.5", 0, 1), std::vector<double>{0.5});
  EXPECT_EQ(parse_numbers("--alpha", "0,0.25,1", 0, 1), (std::vector<double>{0, 0.25, 1}));
  const std::vector<double> range = parse_numbers("--alpha", "0:1:0.1", 0, 1);
  ASSERT_EQ(range.size(), 11U);
  EXPECT_EQ(range.back(), 1);
  EXPECT_EQ(parse_integers("--columns", "12:15", 2, 100), (std::vector<int>{12, 13, 14, 15}));
  EXPECT_EQ(parse_integers("--columns", "12:16:2", 2, 100), (std::vector<int>{12, 14, 16}));
}

TEST(NumberList, RefusesWhatIsNoNumber) {
  for (const char* const text :
       {"", "x", "0.5x", "2", "-1", "0:1", "1:0:0.1", "0:1:0", "0:1:0.1:4", "0,,1", "nan", "0:1:0.0000001"}) {
    EXPECT_THROW(parse_numbers("--alpha", text, 0, 1), UsageError) << text;
  }
  for (const char* const text : {"1.5", "1", "48:12", "12:48:x"})
    EXPECT_THROW(parse_integers("--columns", text, 2, 100), UsageError) << text;
}

TEST(StepText, ShowsABarAndTheTimeLeft) {
  EXPECT_EQ(step_text("twists", 10, 30, 5, 100), "twists [##########....................] 10 of 30, 0:10 left");
  EXPECT_EQ(step_text("twists", 0, 0, 5, 10), "twists [..");
}

}  // namespace
}  // namespace trenza::apps
