#include "apps/graph/step_progress.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

namespace trenza::apps {

namespace {

constexpr std::size_t kBar = 30;
constexpr std::size_t kTerminal = 79;
constexpr double kSecondsWithoutBar = 0.5;  // seconds of work that need no bar
constexpr double kRefresh = 0.1;

double seconds_between(std::chrono::steady_clock::time_point begin, std::chrono::steady_clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

}  // namespace

std::string step_text(const std::string& label, std::size_t done, std::size_t total, double seconds,
                      std::size_t width) {
  const std::size_t filled = total == 0 ? 0 : std::min(kBar, done * kBar / total);
  std::string text =
      fmt::format("{} [{}{}] {} of {}", label, std::string(filled, '#'), std::string(kBar - filled, '.'), done, total);
  if (done > 0 && done < total) {
    constexpr long kMinute = 60;
    const double left = seconds * static_cast<double>(total - done) / static_cast<double>(done);
    const long whole = std::lround(std::min(left, 359'999.0));
    text += fmt::format(", {}:{:02} left", whole / kMinute, whole % kMinute);
  }
  return text.substr(0, width);
}

StepProgress::StepProgress(std::string label, std::size_t total, bool enabled)
    : label_(std::move(label)), total_(total), enabled_(enabled && isatty(STDERR_FILENO) == 1) {}

StepProgress::~StepProgress() {
  if (!drawn_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
}

void StepProgress::step() {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++done_;
  draw();
}

void StepProgress::set(std::size_t done, std::size_t total) {
  const std::lock_guard<std::mutex> lock(mutex_);
  done_ = done;
  total_ = total;
  draw();
}

void StepProgress::draw() {
  if (!enabled_) return;
  const auto now = Clock::now();
  if (seconds_between(start_, now) < kSecondsWithoutBar || (drawn_ && seconds_between(last_, now) < kRefresh)) return;
  last_ = now;
  drawn_ = true;
  std::fprintf(stderr, "\r\033[K%s", step_text(label_, done_, total_, seconds_between(start_, now), kTerminal).c_str());
  std::fflush(stderr);
}

}  // namespace trenza::apps
