#include "apps/progress_line.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

#include "apps/activity.h"
#include "testbench/progress.h"

namespace trenza::apps {

std::string time_text(double seconds) {
  constexpr double kMost = 359'999;
  const auto whole = static_cast<long>(std::lround(std::min(seconds, kMost)));
  if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

namespace {

std::string rate_text(double cycles_per_second) {
  if (cycles_per_second >= 1e6) return fmt::format("{:.1f} Mcycles/s", cycles_per_second / 1e6);
  if (cycles_per_second >= 1e3) return fmt::format("{:.0f} kcycles/s", cycles_per_second / 1e3);
  return fmt::format("{:.0f} cycles/s", cycles_per_second);
}

std::string run_text(const RunStatus& run) {
  if (!run.started) return run.name + " waits";
  if (run.finished) return run.name + " done";
  if (run.progress.cycle == 0) return run.name + " starts";
  std::string text = fmt::format("{} {:3.0f} %", run.name, 100 * run.progress.done);
  if (run.seconds > 0) text += " " + rate_text(static_cast<double>(run.progress.cycle) / run.seconds);
  constexpr double kKnown = 0.001;  // a time left that is extrapolated from less would jump
  if (run.progress.done > kKnown)
    text += " " + time_text(run.seconds * (1 - run.progress.done) / run.progress.done) + " left";
  return text;
}

std::size_t terminal_width() {
  constexpr std::size_t kUnknown = 80;
  winsize size = {};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUnknown;
}

}  // namespace

std::string progress_text(const std::vector<RunStatus>& runs, std::size_t width) {
  std::string text;
  for (const RunStatus& run : runs) text += (text.empty() ? "" : " | ") + run_text(run);
  return text.substr(0, width);
}

ProgressLine::ProgressLine(bool enabled) : enabled_(enabled && errors_go_to_terminal()) {}

void ProgressLine::draw(const std::vector<RunStatus>& runs) {
  if (enabled_) print(progress_text(runs, terminal_width() - 1));
}

void ProgressLine::draw(const std::string& text) {
  constexpr auto kBetween = std::chrono::milliseconds(100);
  const auto now = std::chrono::steady_clock::now();
  if (!enabled_ || now - last_ < kBetween) return;
  last_ = now;
  print(text.substr(0, terminal_width() - 1));
}

void ProgressLine::print(const std::string& line) {
  std::fprintf(stderr, "\r\033[K%s", line.c_str());
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressLine::clear() {
  if (!drawn_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace trenza::apps
