// One point of a sweep in a process of its own, which writes its document.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "apps/run_process.h"
#include "sweeps/folder.h"
#include "sweeps/plan.h"
#include "sweeps/schedule.h"

namespace trenza::apps {

/// How a point ended.
struct PointResult {
  std::string failure;    ///< why there is no document; empty: there is one
  std::string outcome;    ///< of the run: "finished", "deadlock", ...
  std::string unwritten;  ///< the disk: why the document could not be written, which is no fault of the point
  bool interrupted = false;
  sweeps::Verdict verdict = sweeps::Verdict::unknown;
  double seconds = 0;       ///< that it took
  std::string meta = "{}";  ///< JSON: what is not the same each time
};

/// One line of JSON, for other processes.
std::string result_text(const PointResult& result);
PointResult parse_result(const std::string& text);

/// The result that the document of a point speaks of. Throws FolderError.
PointResult found_result(const sweeps::Folder& folder, const std::string& point);

/// A point and its result.
struct FinishedPoint {
  sweeps::Point point;
  PointResult result;
};

/// How many points that take so long one process had better have: it costs about as much as a short point.
std::size_t batch_size(double seconds);

/// Points that run at the same time in child processes. Short points of the tlm view share a process; if it dies, that
/// costs one point: one that was not its first is run again in a process of its own, and so are those behind it.
class PointPool {
 public:
  /// `seconds`: the time that a point may take; 0: any.
  PointPool(const sweeps::Folder& folder, double seconds) : folder_(folder), limit_(seconds) {}

  /// Starts a process for these points. Throws RunFailure if the system refuses.
  void start(std::vector<sweeps::Point> points);
  std::size_t running() const { return children_.size(); }
  /// batch_size() by the points so far.
  std::size_t batch() const;
  /// Waits for at most so long, and returns what ended.
  std::vector<FinishedPoint> wait(int milliseconds);
  /// Asks all to end soon.
  void stop();

 private:
  using Clock = std::chrono::steady_clock;
  using Batch = std::vector<sweeps::Point>;

  /// A process, its points, and those that follow in another one.
  struct Child {
    Batch points;
    std::size_t ended = 0;  ///< points of it that have
    std::unique_ptr<RunProcess> process;
    Clock::time_point begin;  ///< of the point that is under way
    bool over_limit = false;
    std::vector<Batch> later;
  };

  void launch(Child& child) const;
  void enforce_limit(Child& child) const;
  void take_notes(Child& child, std::vector<FinishedPoint>& ended) const;
  void take_end(Child& child, std::vector<FinishedPoint>& ended) const;
  PointResult end_of(const Child& child) const;

  const sweeps::Folder& folder_;
  double limit_;
  std::size_t count_ = 0;  ///< points that have ended
  double seconds_ = 0;     ///< that they took
  std::vector<Child> children_;
};

}  // namespace trenza::apps
