// The option --threads.
#pragma once

#include <thread>

#include "apps/options.h"

namespace trenza::apps {

/// Adds --threads; 0 stands for as many as there are processors.
inline void add_threads_option(Command& command, int& threads) {
  constexpr int kMost = 1024;
  command.add_option("--threads", threads, "threads; changes no result; default: the processors").in_range(1, kMost);
}

/// The number that was given, or else that of the processors.
inline int threads_of(int threads) {
  if (threads > 0) return threads;
  const auto processors = static_cast<int>(std::thread::hardware_concurrency());
  return processors > 0 ? processors : 1;
}

}  // namespace trenza::apps
