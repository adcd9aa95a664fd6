#include "topologies/ibt/parallel_tasks.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace trenza::topologies {

namespace {

class Crew {
 public:
  Crew(std::size_t count, const std::function<void(std::size_t)>& task, const TaskProgress& progress)
      : count_(count), task_(task), progress_(progress), failed_(count) {}

  /// Takes tasks until there are none.
  void work() {
    for (std::size_t mine = take(); mine < count_; mine = take()) {
      try {
        task_(mine);
        report();
      } catch (...) {
        fail(mine);
      }
    }
  }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::size_t take() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return error_ ? count_ : std::min(next_++, count_);
  }

  void report() {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++done_;
    if (progress_) progress_(done_, count_);
  }

  void fail(std::size_t task) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (error_ && failed_ < task) return;
    failed_ = task;
    error_ = std::current_exception();
  }

  std::size_t count_;
  const std::function<void(std::size_t)>& task_;
  const TaskProgress& progress_;
  std::mutex mutex_;
  std::size_t next_ = 0;
  std::size_t done_ = 0;
  std::size_t failed_;
  std::exception_ptr error_;
};

}  // namespace

void run_tasks(std::size_t count, int threads, const std::function<void(std::size_t)>& task,
               const TaskProgress& progress) {
  const std::size_t wanted =
      threads < 1 ? std::max(1U, std::thread::hardware_concurrency()) : static_cast<std::size_t>(threads);
  Crew crew(count, task, progress);
  std::vector<std::thread> helpers;
  for (std::size_t i = 1; i < std::min(wanted, count); ++i) helpers.emplace_back([&crew] { crew.work(); });
  crew.work();
  for (auto& helper : helpers) helper.join();
  crew.rethrow();
}

}  // namespace trenza::topologies
