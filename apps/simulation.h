// One run: build the fabric, record waves, run the experiment.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "settings/configuration.h"
#include "testbench/experiment.h"
#include "testbench/measure.h"
#include "testbench/progress.h"
#include "testbench/results.h"

namespace trenza::apps {

/// What a run hands back, finished or interrupted.
struct RunReport {
  nlohmann::ordered_json results;  ///< the document of the run without `meta`
  nlohmann::ordered_json
      meta;  ///< wall_seconds, cycles_per_second, peak_memory_mib, bytes_per_router (tlm), remarks, waves, saved, from
  testbench::Outcome outcome = testbench::Outcome::finished;
  std::string text;                ///< of every outcome but finished, for people
  testbench::BatchSeries batches;  ///< for comparisons; empty where there is no latency
  std::vector<double> channels;    ///< the quantity of the drawing that was asked for, by channel; empty if none was
  bool interrupted = false;        ///< the results are no more than `config`, `outcome` and `cycles` then
};

using ProgressCallback = std::function<void(const testbench::Progress&)>;

/// The work of a process on one run.
using RunBody = std::function<RunReport(const settings::RunConfiguration&, const ProgressCallback&)>;

/// The report of a run that was interrupted in a cycle.
RunReport interrupted_report(const settings::RunConfiguration& run, microarch::Cycle cycle);

/// Runs one configuration in this process, which must not have simulated anything before, with the runs that its
/// measure needs first. Throws as simulate_once().
RunReport simulate(const settings::RunConfiguration& run, const ProgressCallback& progress);

/// The same without these runs; the document has the measurement, if there is one. After a signal the report is that
/// of an interrupted run, and the waves of the cycles so far are there. Waves that could not be written to their end
/// are `fault` in `meta.waves`, and a snapshot that could not be written is `fault` in `meta.saved`. Throws
/// testbench::InputError or waves::WaveError for wrong input, microarch::ArchiveError for a snapshot that cannot be
/// read, microarch::InvariantViolation for a fault; wave files are closed then, and left out if the input was wrong.
RunReport simulate_once(const settings::RunConfiguration& run, const ProgressCallback& progress,
                        const testbench::Measurement* measurement = nullptr);

}  // namespace trenza::apps
