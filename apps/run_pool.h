// Several runs at a time, each in a process of its own: a process can elaborate only one fabric.
#pragma once

#include <functional>
#include <vector>

#include "apps/simulation.h"
#include "settings/configuration.h"
#include "testbench/progress.h"

namespace trenza::apps {

/// The progress of one run.
struct RunStatus {
  std::string name;
  bool started = false;
  bool finished = false;
  testbench::Progress progress;
  double seconds = 0;  ///< since its start
};

using PoolProgress = std::function<void(const std::vector<RunStatus>&)>;

/// Does `body` with all configurations, at most `jobs` at a time, and returns their reports in the same order. The
/// first failure stops the others (their wave files are closed) and is thrown: UsageError for wrong input, RunFailure
/// with status 1 for a fault or a process that died. After an interrupt (interrupt.h) no more runs begin, those on
/// their way end, and what had not finished is reported as interrupted. `progress` is called some ten times a second.
std::vector<RunReport> run_all(const std::vector<settings::RunConfiguration>& runs, int jobs,
                               const PoolProgress& progress, const RunBody& body = simulate);

/// Number of processors this process may use.
int default_jobs();

}  // namespace trenza::apps
