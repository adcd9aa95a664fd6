// Work in numbered blocks, on any number of threads.
#pragma once

#include <functional>

namespace trenza::graphs {

/// Calls work(block, worker) for every block 0 .. blocks - 1, worker being 0 .. threads - 1: no two calls with the same
/// worker overlap, so a worker may keep a workspace. `threads` < 1 counts as 1. The order of calls is not fixed: what a
/// block computes must not depend on it. Throws what the first failing call threw.
void for_each_block(int blocks, int threads, const std::function<void(int block, int worker)>& work);

}  // namespace trenza::graphs
