// Who runs the points of a sweep: this machine, the ranks of an MPI program, or Slurm.
#pragma once

#include <string>
#include <vector>

#include "apps/sweep/driver.h"
#include "sweeps/folder.h"
#include "sweeps/plan.h"

namespace trenza::apps {

/// What all of them need.
struct SweepJob {
  const sweeps::Plan& plan;
  const sweeps::Folder& folder;
  double limit_seconds = 0;  ///< of a point; 0: none
};

/// Runs points of a sweep until it is done or somebody interrupts it.
class Scheduler {
 public:
  virtual ~Scheduler() = default;
  /// Throws FolderError when the disk takes nothing more, RunFailure when points cannot be run at all. Points that are
  /// on their way have ended when it returns or throws.
  virtual void run(SweepDriver& driver) = 0;
};

/// Points in children of this process, at most `jobs` at a time.
class LocalScheduler : public Scheduler {
 public:
  LocalScheduler(const SweepJob& job, int jobs) : job_(job), jobs_(jobs) {}
  void run(SweepDriver& driver) override;

 private:
  SweepJob job_;
  int jobs_;
};

}  // namespace trenza::apps
