#include "apps/run_pool.h"

#include <fmt/core.h>
#include <poll.h>
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <optional>
#include <thread>

#include "apps/exit_status.h"
#include "apps/interrupt.h"
#include "apps/run_process.h"

namespace trenza::apps {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kPollMilliseconds = 100;
constexpr auto kPatienceWithRuns = std::chrono::seconds(1);  // after an interrupt, before it is said what goes on

/// The children and their progress.
class Pool {
 public:
  Pool(const std::vector<settings::RunConfiguration>& runs, int jobs, const RunBody& body)
      : runs_(runs), body_(body), jobs_(jobs), children_(runs.size()), starts_(runs.size()) {
    for (const auto& run : runs) status_.push_back({run.name, false, false, {}, 0});
  }

  bool is_done() const { return finished_ == (interrupt_signal() != 0 ? next_ : runs_.size()); }
  const std::vector<RunStatus>& status() const { return status_; }

  void start_more() {
    while (interrupt_signal() == 0 && next_ < runs_.size() && next_ - finished_ < static_cast<std::size_t>(jobs_)) {
      children_[next_] = std::make_unique<RunProcess>(runs_[next_], body_);
      starts_[next_] = Clock::now();
      status_[next_++].started = true;
    }
  }

  /// Waits a little for news of the children and takes them.
  void receive() {
    std::vector<pollfd> descriptors;
    for (std::size_t i = 0; i < next_; ++i) {
      if (!status_[i].finished) descriptors.push_back({children_[i]->descriptor(), POLLIN, 0});
    }
    poll(descriptors.data(), descriptors.size(), kPollMilliseconds);
    if (interrupt_signal() != 0) stop_all();
    if (stopped_at_ && !told_ && Clock::now() - *stopped_at_ > kPatienceWithRuns) tell_what_goes_on();
    for (std::size_t i = 0; i < next_; ++i) {
      if (!status_[i].finished) receive_from(i);
    }
  }

  std::vector<RunReport> take_reports() {
    std::vector<RunReport> reports;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      const bool reported = i < next_ && children_[i]->result().report;
      reports.push_back(reported ? *children_[i]->result().report : interrupted_report(runs_[i], 0));
    }
    return reports;
  }

  /// Asks all children to end, so that they do it at the same time.
  void stop_all() {
    for (const auto& child : children_) {
      if (child) child->stop();
    }
    if (!stopped_at_) stopped_at_ = Clock::now();
  }

 private:
  void tell_what_goes_on() {
    told_ = true;
    fmt::print(stderr,
               "trenza: interrupted; waves of the cycles so far are being written; interrupt again to end at once\n");
  }

  void receive_from(std::size_t i) {
    RunProcess& child = *children_[i];
    const bool alive = child.receive();
    status_[i].progress = child.progress();
    status_[i].seconds = std::chrono::duration<double>(Clock::now() - starts_[i]).count();
    if (alive) return;
    const ChildResult& result = child.result();
    if (!result.report && interrupt_signal() == 0) {
      if (result.status == kWrongInput) throw UsageError(result.message);
      throw RunFailure(result.status, result.message.empty() ? "interrupted" : result.message);
    }
    if (result.report && result.report->interrupted && interrupt_signal() == 0)
      throw RunFailure(kInterrupted + SIGTERM, fmt::format("run {}: its process was interrupted", runs_[i].name));
    status_[i].finished = true;
    status_[i].progress.done = 1;
    ++finished_;
  }

  const std::vector<settings::RunConfiguration>& runs_;
  const RunBody& body_;
  int jobs_;
  std::vector<std::unique_ptr<RunProcess>> children_;
  std::vector<Clock::time_point> starts_;
  std::vector<RunStatus> status_;
  std::optional<Clock::time_point> stopped_at_;
  bool told_ = false;
  std::size_t next_ = 0;
  std::size_t finished_ = 0;
};

}  // namespace

std::vector<RunReport> run_all(const std::vector<settings::RunConfiguration>& runs, int jobs,
                               const PoolProgress& progress, const RunBody& body) {
  Pool pool(runs, std::max(1, jobs), body);
  auto last = Clock::now();
  try {
    while (!pool.is_done()) {
      pool.start_more();
      pool.receive();
      if (progress && Clock::now() - last >= std::chrono::milliseconds(kPollMilliseconds)) {
        last = Clock::now();
        progress(pool.status());
      }
    }
  } catch (...) {
    pool.stop_all();
    throw;
  }
  return pool.take_reports();
}

int default_jobs() {
  cpu_set_t processors;
  CPU_ZERO(&processors);
  if (sched_getaffinity(0, sizeof processors, &processors) == 0) return std::max(1, CPU_COUNT(&processors));
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

}  // namespace trenza::apps
