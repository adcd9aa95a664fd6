#include "graphs/metrics/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace trenza::graphs {

void for_each_block(int blocks, int threads, const std::function<void(int block, int worker)>& work) {
  const int workers = std::max(1, std::min(threads, blocks));
  if (workers == 1) {
    for (int block = 0; block < blocks; ++block) work(block, 0);
    return;
  }
  std::atomic<int> next{0};
  std::mutex guard;
  std::exception_ptr failure;
  const auto loop = [&](int worker) {
    try {
      for (int block = next++; block < blocks; block = next++) work(block, worker);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(guard);
      if (!failure) failure = std::current_exception();
      next = blocks;
    }
  };
  std::vector<std::thread> others;
  for (int worker = 1; worker < workers; ++worker) others.emplace_back(loop, worker);
  loop(0);
  for (std::thread& thread : others) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace trenza::graphs
