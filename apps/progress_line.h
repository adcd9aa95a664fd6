// One line on a terminal that shows how far all runs are.
#pragma once

#include <string>
#include <vector>

#include "apps/run_pool.h"

namespace trenza::apps {

/// "rt  42 % 310 kcycles/s 0:12 left | rtt ...", cut to `width` characters.
std::string progress_text(const std::vector<RunStatus>& runs, std::size_t width);

/// Draws progress_text() over itself on standard error; draws nothing if that is no terminal.
class ProgressLine {
 public:
  explicit ProgressLine(bool enabled);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void draw(const std::vector<RunStatus>& runs);
  /// Removes the line from the screen.
  void clear();

 private:
  bool enabled_;
  bool drawn_ = false;
};

}  // namespace trenza::apps
