#include "apps/interrupt.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <ctime>

#include "apps/exit_status.h"
#include "microarch/output_file.h"

namespace trenza::apps {

namespace {

constexpr int kStopSignal = SIGUSR1;  // from the parent: as a first signal
constexpr int kAtOnce = SIGUSR2;      // from the parent: as a second one
constexpr std::size_t kMostChildren = 1024;

volatile std::sig_atomic_t received = 0;
timespec received_at = {};
std::array<std::atomic<pid_t>, kMostChildren> children{};

/// Some programs send one signal to a process and to its group as well: that is one interrupt.
bool came_with_the_first() {
  constexpr long kTogether = 50'000'000;  // ns
  constexpr long kSecond = 1'000'000'000;
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (now.tv_sec - received_at.tv_sec) * kSecond + now.tv_nsec - received_at.tv_nsec < kTogether;
}

[[noreturn]] void end_at_once(int signal) {
  for (const std::atomic<pid_t>& child : children) {
    if (child > 0) kill(child, kAtOnce);
  }
  microarch::remove_drafts();
  _exit(kInterrupted + signal);
}

extern "C" void handle_interrupt(int signal) {
  if (signal == kAtOnce) end_at_once(received != 0 ? received : SIGTERM);
  if (received == 0) {
    clock_gettime(CLOCK_MONOTONIC, &received_at);
    received = signal == kStopSignal ? SIGTERM : signal;
  } else if (signal != kStopSignal && !came_with_the_first()) {
    end_at_once(signal);
  }
}

}  // namespace

void install_interrupt_handlers() {
  struct sigaction action = {};
  action.sa_handler = handle_interrupt;  // without SA_RESTART: poll() and waitpid() return
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, kStopSignal, kAtOnce}) {
    struct sigaction before = {};
    sigaction(signal, nullptr, &before);
    if (signal == SIGHUP && before.sa_handler == SIG_IGN) continue;
    sigaction(signal, &action, nullptr);
  }
}

int interrupt_signal() { return received; }

void add_child(pid_t child) {
  for (std::atomic<pid_t>& slot : children) {
    pid_t none = 0;
    if (slot.compare_exchange_strong(none, child)) return;
  }
}

void forget_child(pid_t child) {
  for (std::atomic<pid_t>& slot : children) {
    pid_t mine = child;
    if (slot.compare_exchange_strong(mine, 0)) return;
  }
}

void begin_child() {
  for (std::atomic<pid_t>& slot : children) slot = 0;
  std::signal(SIGPIPE, SIG_IGN);  // a pipe without a reader is an error, not the end of open files
}

void interrupt_child(pid_t child) { kill(child, kStopSignal); }

void interruption_point() {
  if (received != 0) throw Interrupted();
}

}  // namespace trenza::apps
