#include "apps/plot/timeline_drawing.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "apps/plot/svg_canvas.h"

namespace trenza::apps {

namespace {

// Pixels.
constexpr double kCycleWidth = 6;
constexpr double kRowHeight = 14;
constexpr double kBarHeight = 10;
constexpr double kFontSize = 10;
constexpr double kTimelineMargin = 10;
constexpr double kNameWidth = 70;
constexpr double kRulerHeight = 24;
constexpr double kLegendWidth = 90;
constexpr double kLegendHeight = 30;

constexpr microarch::Cycle kRulerStep = 10;

/// Moving is green and blue, waiting is grey to red.
const char* colour_of(char sign) {
  switch (sign) {
    case '>':
      return "#1b9e77";
    case '-':
      return "#80b1d3";
    case 'E':
      return "#08519c";
    case 'p':
      return "#bdbdbd";
    case 'q':
      return "#969696";
    case 'i':
      return "#e6ab02";
    case 'x':
      return "#e7298a";
    case 'e':
      return "#a6761d";
    case 'l':
      return "#fdae6b";
    case 'b':
      return "#7570b3";
    case 'c':
      return "#d7301f";
    case 'v':
      return "#f768a1";
    case 'r':
      return "#fed976";
    case 'n':
      return "#fdae6b";
    case 's':
      return "#7570b3";
    case 'y':
      return "#fed976";
    default:
      return "#e5e5e5";
  }
}

/// The signs that a timeline uses.
std::vector<testbench::TimelineSign> used_signs(const testbench::Timeline& timeline) {
  std::string used;
  for (const testbench::TimelineRow& row : timeline.rows) {
    for (const testbench::TimelineSpan& span : row.spans) used += span.sign;
  }
  std::vector<testbench::TimelineSign> signs;
  for (const testbench::TimelineSign& sign :
       timeline.by_flits ? testbench::worm_timeline_signs() : testbench::timeline_signs()) {
    if (used.find(sign.sign) != std::string::npos) signs.push_back(sign);
  }
  return signs;
}

}  // namespace

std::string timeline_drawing(const testbench::Timeline& timeline) {
  const testbench::CycleRange& range = timeline.range;
  const double left = kTimelineMargin + kNameWidth;
  const double top = kTimelineMargin + kRulerHeight;
  const double bottom = top + kRowHeight * static_cast<double>(timeline.rows.size());
  const std::vector<testbench::TimelineSign> signs = used_signs(timeline);
  const double legend = kLegendWidth * static_cast<double>(signs.size());
  const auto x_of = [&](microarch::Cycle cycle) {
    return left + kCycleWidth * static_cast<double>(cycle - range.from);
  };
  SvgCanvas canvas(std::max(x_of(range.until), kTimelineMargin + legend) + kTimelineMargin, bottom + kLegendHeight);
  for (microarch::Cycle cycle = range.from; cycle < range.until; ++cycle) {
    if (cycle % kRulerStep != 0) continue;
    canvas.line({{x_of(cycle), top - 4}, {x_of(cycle), bottom}}, {"#dddddd", 0.5});
    canvas.text({x_of(cycle), top - 8}, fmt::format("{}", cycle), kFontSize);
  }
  double y = top + kRowHeight / 2;
  for (const testbench::TimelineRow& row : timeline.rows) {
    canvas.text({kTimelineMargin, y + kFontSize / 3}, to_string(row.packet), row.wanted ? kFontSize + 2 : kFontSize,
                false);
    for (const testbench::TimelineSpan& span : row.spans)
      canvas.line({{x_of(span.range.from), y}, {x_of(span.range.until), y}}, {colour_of(span.sign), kBarHeight});
    y += kRowHeight;
  }
  double x = kTimelineMargin;
  const double line = bottom + kLegendHeight / 2;
  for (const testbench::TimelineSign& sign : signs) {
    canvas.line({{x, line}, {x + kBarHeight, line}}, {colour_of(sign.sign), kBarHeight});
    canvas.text({x + kBarHeight + 4, line + kFontSize / 3}, sign.meaning, kFontSize, false);
    x += kLegendWidth;
  }
  return canvas.document();
}

}  // namespace trenza::apps
