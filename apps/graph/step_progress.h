// A bar on a terminal for work that is done in steps.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

namespace trenza::apps {

/// "twists [#######.....]  17 of 37, 0:12 left", at most `width` characters.
std::string step_text(const std::string& label, std::size_t done, std::size_t total, double seconds, std::size_t width);

/// Draws step_text() over itself on standard error after half a second of work; draws nothing if that is no terminal.
/// Steps may be reported from several threads.
class StepProgress {
 public:
  StepProgress(std::string label, std::size_t total, bool enabled);
  ~StepProgress();
  StepProgress(const StepProgress&) = delete;
  StepProgress& operator=(const StepProgress&) = delete;

  /// One more step is done.
  void step();
  /// `done` of `total` steps are done.
  void set(std::size_t done, std::size_t total);

 private:
  using Clock = std::chrono::steady_clock;
  void draw();

  std::string label_;
  std::size_t total_;
  std::size_t done_ = 0;
  bool enabled_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
  std::mutex mutex_;
};

}  // namespace trenza::apps
