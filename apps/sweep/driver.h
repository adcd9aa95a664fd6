// What a sweep has to run, whoever runs it: the schedule, what the folder has already, and what is said of it.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "apps/progress_line.h"
#include "apps/sweep/point_run.h"
#include "sweeps/folder.h"
#include "sweeps/index.h"
#include "sweeps/plan.h"
#include "sweeps/schedule.h"

namespace trenza::apps {

/// The network and the routers of a point, as a text: all that a proof depends on.
std::string fabric_key(const sweeps::Point& point);

/// Checks, once for each choice of network and routers, that a point can be run and cannot deadlock. Throws UsageError
/// or RunFailure; with `unsafe` a proof that fails is only said.
class FabricChecks {
 public:
  FabricChecks(bool unsafe, bool show_progress) : unsafe_(unsafe), show_progress_(show_progress) {}
  /// Whether these network and routers were not seen before.
  bool check(const std::string& file, const sweeps::Point& point);

 private:
  bool unsafe_;
  bool show_progress_;
  std::set<std::string> seen_;
};

/// What is kept of a point.
struct KnownPoint {
  std::string name;
  std::string at;
  std::string shared;  ///< see sweeps::Point
};

/// A plan whose points have been built and checked.
struct CheckedPlan {
  std::string name;  ///< of the experiment
  std::map<std::size_t, KnownPoint> points;
  std::map<std::string, std::vector<std::size_t>> sharing;  ///< points that may share their begin, by what they share
  FabricChecks checks;
};

/// Builds and checks all points, before anything is written. Throws ConfigError, InputError, UsageError or RunFailure.
CheckedPlan check_plan(const sweeps::Plan& plan, bool unsafe, bool show_progress);

class SweepDriver {
 public:
  SweepDriver(const sweeps::Plan& plan, const sweeps::Folder& folder, CheckedPlan checked, bool quiet);

  /// The next point that has no document that can be trusted; none: wait for results, or done.
  std::optional<sweeps::Point> next();
  /// The next points for one of `jobs` processes: as many as keep it busy for a while, and no more than its share of
  /// those that may run now. None: as next().
  std::vector<sweeps::Point> next_batch(std::size_t jobs);
  /// Notes the end of a point: its failure, its line of the log, and the verdict. Throws FolderError when the disk
  /// takes nothing more, after which the sweep cannot go on.
  void finish(const FinishedPoint& ended);
  bool is_done() const { return schedule_.is_done(); }

  /// Draws the progress.
  void draw(std::size_t running);
  /// Writes the index as it stands.
  void write_index() const;
  /// Says what was run and what failed, removes the progress. Returns the exit status.
  int report();

 private:
  const KnownPoint& known(std::size_t number);
  bool take_found(std::size_t number);
  void add_sharing(std::vector<sweeps::Point>& batch);
  sweeps::IndexSearch search_of(const sweeps::Line& line) const;
  void add_left_out(sweeps::Index& index) const;
  std::string failures_text() const;

  const sweeps::Plan& plan_;
  const sweeps::Folder& folder_;
  CheckedPlan checked_;
  sweeps::Schedule schedule_;
  std::map<std::size_t, std::string> failures_;  ///< of points by number
  std::map<std::size_t, std::string> outcomes_;  ///< of points that have a document but did not finish
  std::size_t found_ = 0;
  std::size_t run_ = 0;
  double run_seconds_ = 0;  ///< of the points that were run
  bool quiet_;
  ProgressLine line_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace trenza::apps
