#include "sweeps/schedule.h"

#include <utility>

namespace trenza::sweeps {

Schedule::Schedule(const Layout& layout) : layout_(layout) {
  if (layout.walk == Walk::all) {
    for (std::size_t point = 0; point < layout.size(); ++point) ready_.insert(ready_.end(), point);
    return;
  }
  for (const std::size_t start : layout.starts()) {
    line_by_start_[start] = lines_.size();
    Line line;
    line.start = layout.positions(start);
    line.high = layout.sizes[layout.walk_axis];
    lines_.push_back(std::move(line));
  }
  for (Line& line : lines_) begin_position(line, layout.walk == Walk::stop ? 0 : line.high / 2);
}

void Schedule::begin_position(Line& line, std::size_t position) {
  line.current = position;
  line.waiting = layout_.seed_axis ? layout_.sizes[*layout_.seed_axis] : 1;
  line.saturated = 0;
  line.judged = 0;
  std::vector<std::size_t> positions = line.start;
  positions[layout_.walk_axis] = position;
  for (std::size_t seed = 0; seed < line.waiting; ++seed) {
    if (layout_.seed_axis) positions[*layout_.seed_axis] = seed;
    ready_.insert(layout_.point(positions));
  }
}

/// Half of the seeds, or more, make a value saturated. Where all points failed, nothing is known: stop goes on, and
/// find looks below.
void Schedule::end_position(Line& line) {
  const std::size_t position = *line.current;
  const bool saturated = line.judged > 0 && 2 * line.saturated >= line.judged;
  line.current.reset();
  if (layout_.walk == Walk::stop) {
    line.over = saturated || position + 1 == line.high;
    line.low = position + (saturated ? 0 : 1);
    if (saturated) line.high = position;
    if (!line.over) begin_position(line, position + 1);
    return;
  }
  if (saturated || line.judged == 0) {
    line.high = position;
  } else {
    line.low = position + 1;
  }
  line.over = line.low == line.high;
  if (!line.over) begin_position(line, line.low + (line.high - line.low) / 2);
}

std::size_t Schedule::line_of(std::size_t point) const {
  std::vector<std::size_t> positions = layout_.positions(point);
  positions[layout_.walk_axis] = 0;
  if (layout_.seed_axis) positions[*layout_.seed_axis] = 0;
  return line_by_start_.at(layout_.point(positions));
}

std::optional<std::size_t> Schedule::next() {
  if (ready_.empty()) return std::nullopt;
  const std::size_t point = *ready_.begin();
  take(point);
  return point;
}

bool Schedule::take(std::size_t point) {
  if (ready_.erase(point) == 0) return false;
  running_.insert(point);
  handed_out_.insert(point);
  return true;
}

void Schedule::tell(std::size_t point, Verdict verdict) {
  running_.erase(point);
  ++told_;
  if (layout_.walk == Walk::all) return;
  Line& line = lines_[line_of(point)];
  --line.waiting;
  if (verdict != Verdict::unknown) ++line.judged;
  if (verdict == Verdict::saturated) ++line.saturated;
  if (line.waiting == 0) end_position(line);
}

std::vector<std::size_t> Schedule::points() const {
  std::set<std::size_t> all = handed_out_;
  all.insert(ready_.begin(), ready_.end());
  return {all.begin(), all.end()};
}

}  // namespace trenza::sweeps
