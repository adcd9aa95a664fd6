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

/// Points that run at the same time, each in a child process whose death costs that point alone.
class PointPool {
 public:
  /// `seconds`: the time that a point may take; 0: any.
  PointPool(const sweeps::Folder& folder, double seconds) : folder_(folder), limit_(seconds) {}

  /// Throws RunFailure if the system refuses.
  void start(sweeps::Point point);
  std::size_t running() const { return children_.size(); }
  /// Waits for at most so long, and returns what ended.
  std::vector<FinishedPoint> wait(int milliseconds);
  /// Asks all to end soon.
  void stop();

 private:
  using Clock = std::chrono::steady_clock;

  struct Child {
    sweeps::Point point;
    std::unique_ptr<RunProcess> process;
    Clock::time_point start;
    bool over_limit = false;
  };

  void enforce_limit(Child& child) const;
  PointResult result_of(const Child& child) const;

  const sweeps::Folder& folder_;
  double limit_;
  std::vector<Child> children_;
};

}  // namespace trenza::apps
