// Points as array jobs of Slurm.
#pragma once

#include <string>
#include <vector>

#include "apps/sweep/scheduler.h"

namespace trenza::apps {

/// How a task of an array job is called.
struct SlurmOptions {
  std::vector<std::string> command;  ///< this call without --slurm; a task adds --task and its list
  std::vector<std::string> sbatch;   ///< options of the user for sbatch
};

/// Submits what the schedule wants as one array job after the other, and waits for each.
class SlurmScheduler : public Scheduler {
 public:
  SlurmScheduler(const SweepJob& job, SlurmOptions options) : job_(job), options_(std::move(options)) {}
  /// Throws UsageError if sbatch refuses or is not there.
  void run(SweepDriver& driver) override;

 private:
  std::string submit(const std::vector<sweeps::Point>& points) const;
  void collect(SweepDriver& driver, std::vector<sweeps::Point>& points, bool last) const;

  SweepJob job_;
  SlurmOptions options_;
};

/// A task of an array job: runs its share of a list of points. Returns the exit status.
int run_slurm_task(const SweepJob& job, const std::string& list);

}  // namespace trenza::apps
