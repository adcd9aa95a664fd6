#include "waves/exit_guard.h"

#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <utility>
#include <vector>

namespace trenza::waves {
namespace {

struct Registry {
  std::mutex mutex;
  std::vector<std::pair<ExitGuard*, pid_t>> guards;
  std::terminate_handler previous = nullptr;
};

/// Never destroyed: handlers may run after the destructors of static objects.
Registry& registry() {
  static Registry* const instance = new Registry;
  return *instance;
}

void close_all() {
  std::vector<ExitGuard*> mine;
  {
    // A terminating thread must not wait for one that holds the registry and will not go on.
    const std::unique_lock<std::mutex> lock(registry().mutex, std::try_to_lock);
    if (!lock.owns_lock()) return;
    for (const auto& [guard, process] : registry().guards) {
      if (process == getpid()) mine.push_back(guard);
    }
    registry().guards.clear();
  }
  for (ExitGuard* const guard : mine) guard->close_at_exit();
}

[[noreturn]] void close_and_terminate() {
  close_all();
  if (registry().previous != nullptr) registry().previous();
  std::abort();
}

void install_handlers() {
  registry().previous = std::set_terminate(close_and_terminate);
  std::atexit(close_all);
}

}  // namespace

ExitGuard::ExitGuard() {
  static std::once_flag installed;
  std::call_once(installed, install_handlers);
  const std::lock_guard<std::mutex> lock(registry().mutex);
  registry().guards.emplace_back(this, getpid());
}

ExitGuard::~ExitGuard() {
  const std::lock_guard<std::mutex> lock(registry().mutex);
  auto& guards = registry().guards;
  guards.erase(std::remove_if(guards.begin(), guards.end(), [this](const auto& entry) { return entry.first == this; }),
               guards.end());
}

}  // namespace trenza::waves
