// One line on a terminal that shows how far all runs are.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "apps/run_pool.h"

namespace trenza::apps {

/// "rt  42 % 310 kcycles/s 0:12 left | rtt ...", cut to `width` characters.
std::string progress_text(const std::vector<RunStatus>& runs, std::size_t width);

/// "0:12", "1:02:03".
std::string time_text(double seconds);

/// Draws progress_text() over itself on standard error; draws nothing if that is no terminal.
class ProgressLine {
 public:
  explicit ProgressLine(bool enabled);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void draw(const std::vector<RunStatus>& runs);
  /// Draws a line of somebody else, cut to the terminal. Not more often than ten times a second.
  void draw(const std::string& text);
  /// Removes the line from the screen.
  void clear();

 private:
  void print(const std::string& line);

  bool enabled_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point last_ = {};
};

}  // namespace trenza::apps
