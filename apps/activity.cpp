#include "apps/activity.h"

#include <fmt/core.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <utility>

namespace trenza::apps {

bool errors_go_to_terminal() { return isatty(STDERR_FILENO) == 1; }

Activity::Activity(bool enabled, std::string text, bool on_terminal) : text_(std::move(text)) {
  if (!enabled || !on_terminal) return;
  // Signals are for the thread that works.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { draw_until_end(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Activity::~Activity() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_over_ = true;
  }
  end_.notify_one();
  thread_.join();
}

void Activity::draw_until_end() {
  using Clock = std::chrono::steady_clock;
  constexpr auto kSilence = std::chrono::milliseconds(1500);
  constexpr auto kBetween = std::chrono::milliseconds(200);
  const auto begin = Clock::now();
  bool drawn = false;
  std::unique_lock<std::mutex> lock(mutex_);
  while (!end_.wait_for(lock, drawn ? kBetween : kSilence, [this] { return is_over_; })) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - begin).count();
    const double share = share_;
    const std::string percent = share < 0 ? "" : fmt::format(" {:.0f} %", 100 * share);
    std::fprintf(stderr, "\r\033[Ktrenza: %s%s %ld:%02ld", text_.c_str(), percent.c_str(),
                 static_cast<long>(seconds / 60), static_cast<long>(seconds % 60));
    std::fflush(stderr);
    drawn = true;
  }
  if (!drawn) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
}

}  // namespace trenza::apps
