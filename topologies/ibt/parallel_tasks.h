// Independent tasks over a few threads.
#pragma once

#include <cstddef>
#include <functional>

namespace trenza::topologies {

/// Told after each finished task, never two at a time, from whichever thread finished it.
using TaskProgress = std::function<void(std::size_t done, std::size_t total)>;

/// Runs task(0) ... task(count - 1), each once, over `threads` threads (below 1: as many as the machine has). Tasks write to
/// places of their own, so results do not depend on the number of threads. Rethrows the exception of the first task, by
/// number, that threw; no further tasks are started after one.
void run_tasks(std::size_t count, int threads, const std::function<void(std::size_t)>& task,
               const TaskProgress& progress = {});

}  // namespace trenza::topologies
