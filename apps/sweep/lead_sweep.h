// One call leads a sweep: it holds the folder, and knows what is to be run.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "apps/sweep/scheduler.h"
#include "sweeps/plan.h"

namespace trenza::apps {

struct LeadOptions {
  std::string folder;
  bool unsafe = false;
  bool quiet = false;
};

/// Makes what runs the points.
using MakeScheduler = std::function<std::unique_ptr<Scheduler>(const SweepJob&)>;

/// The time in seconds that a point may take; 0: any.
double limit_seconds(const sweeps::Plan& plan);

/// Points in children of this process, `jobs` at a time.
MakeScheduler local_scheduler(int jobs);

/// Checks all points, runs those that the folder lacks, says what was done. Returns the exit status; after an interrupt
/// what is missing can be run by the same call. Throws what check_plan() throws, FolderError and UsageError.
int lead_sweep(const sweeps::Plan& plan, const LeadOptions& options, const MakeScheduler& make_scheduler);

}  // namespace trenza::apps
