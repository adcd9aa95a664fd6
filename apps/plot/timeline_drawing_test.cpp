// The drawing of a timeline.
#include "apps/plot/timeline_drawing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace trenza::apps {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(TimelineDrawing, ABarForEachSpanAndALegendOfWhatIsThere) {
  testbench::Timeline timeline;
  timeline.range = {95, 115};
  timeline.rows = {{{5, 7}, true, {{'q', {95, 100}}, {'>', {100, 101}}}}, {{1, 2}, false, {{'.', {97, 99}}}}};
  const std::string drawing = timeline_drawing(timeline);
  EXPECT_THAT(drawing, testing::StartsWith("<svg "));
  EXPECT_THAT(drawing, HasSubstr(">5:7</text>"));
  EXPECT_THAT(drawing, HasSubstr(">1:2</text>"));
  EXPECT_THAT(drawing, HasSubstr(">100</text>"));
  EXPECT_THAT(drawing, HasSubstr(">110</text>"));
  EXPECT_THAT(drawing, HasSubstr("<polyline points='80.0,41.0 110.0,41.0' fill='none' stroke='#969696'"));
  EXPECT_THAT(drawing, HasSubstr("<polyline points='110.0,41.0 116.0,41.0' fill='none' stroke='#1b9e77'"));
  EXPECT_THAT(drawing, HasSubstr("<polyline points='92.0,55.0 104.0,55.0' fill='none' stroke='#e5e5e5'"));
  EXPECT_THAT(drawing, HasSubstr(">queued</text>"));
  EXPECT_THAT(drawing, Not(HasSubstr(">bubble</text>")));
}

}  // namespace
}  // namespace trenza::apps
