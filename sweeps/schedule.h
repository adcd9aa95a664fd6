// Which points of a sweep run, and when: a state machine that is told results and says what may run next. What runs in
// the end does not depend on how many run at a time, nor on the order in which they end.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "sweeps/layout.h"

namespace trenza::sweeps {

/// What a point says of the network at its load.
enum class Verdict : std::uint8_t {
  below,      ///< not saturated
  saturated,  ///< saturated, or blocked
  unknown,    ///< the point failed
};

/// A walk along the axis at one choice of the other axes.
struct Line {
  std::vector<std::size_t> start;      ///< positions of all axes; 0 for those of the walk and of seeds
  std::optional<std::size_t> current;  ///< position that is being run
  std::size_t waiting = 0;             ///< points of it without a verdict
  std::size_t saturated = 0;           ///< points of it that are
  std::size_t judged = 0;              ///< points of it with a verdict that is known
  std::size_t low = 0;                 ///< find: positions below are not saturated
  std::size_t high = 0;                ///< find: this position and those above are, or it is the number of positions
  bool over = false;
};

class Schedule {
 public:
  explicit Schedule(const Layout& layout);

  /// The point with the lowest number that may run now and has not been handed out; none: wait for results, or done.
  std::optional<std::size_t> next();
  /// The result of a point that was handed out.
  void tell(std::size_t point, Verdict verdict);

  bool is_done() const { return ready_.empty() && running_.empty(); }
  /// Points that may run now.
  std::size_t ready() const { return ready_.size(); }
  /// Points that have a verdict.
  std::size_t told() const { return told_; }
  /// Points that are known to run: those with a verdict, those handed out and those that are ready.
  std::size_t known() const { return told_ + running_.size() + ready_.size(); }
  /// All points that were handed out or are ready, in the order of the sweep.
  std::vector<std::size_t> points() const;
  /// The walks of stop and find, in the order of the sweep.
  const std::vector<Line>& lines() const { return lines_; }

 private:
  void begin_position(Line& line, std::size_t position);
  void end_position(Line& line);
  std::size_t line_of(std::size_t point) const;

  Layout layout_;
  std::vector<Line> lines_;
  std::map<std::size_t, std::size_t> line_by_start_;  ///< first point of a line -> line
  std::set<std::size_t> ready_;
  std::set<std::size_t> running_;
  std::set<std::size_t> handed_out_;
  std::size_t told_ = 0;
};

}  // namespace trenza::sweeps
