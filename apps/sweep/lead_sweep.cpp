#include "apps/sweep/lead_sweep.h"

#include <fmt/core.h>

#include <cstdio>
#include <utility>

#include "apps/exit_status.h"
#include "apps/interrupt.h"
#include "apps/sweep/driver.h"
#include "settings/decimal.h"
#include "sweeps/folder.h"

namespace trenza::apps {

namespace {

/// The index is written whatever ends the sweep, if the disk takes it.
int lead(Scheduler& scheduler, SweepDriver& driver) {
  driver.write_index();
  try {
    scheduler.run(driver);
    driver.write_index();
  } catch (const sweeps::FolderError& error) {
    driver.report();
    throw UsageError(error.what());
  }
  const int status = driver.report();
  if (interrupt_signal() == 0) return status;
  fmt::print(stderr, "trenza: interrupted; the same command goes on with what is missing\n");
  return kInterrupted + interrupt_signal();
}

}  // namespace

double limit_seconds(const sweeps::Plan& plan) {
  return static_cast<double>(plan.rules().limit_ppb) / static_cast<double>(settings::kBillion);
}

MakeScheduler local_scheduler(int jobs) {
  return [jobs](const SweepJob& job) { return std::make_unique<LocalScheduler>(job, jobs); };
}

int lead_sweep(const sweeps::Plan& plan, const LeadOptions& options, const MakeScheduler& make_scheduler) {
  CheckedPlan checked = check_plan(plan, options.unsafe, !options.quiet);
  const sweeps::Folder folder(options.folder, sweeps::Folder::Access::sweep);
  SweepDriver driver(plan, folder, std::move(checked), options.quiet);
  const std::unique_ptr<Scheduler> scheduler = make_scheduler(SweepJob{plan, folder, limit_seconds(plan)});
  return lead(*scheduler, driver);
}

}  // namespace trenza::apps
