// One run: build the fabric, record waves, run the experiment.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "settings/configuration.h"
#include "testbench/experiment.h"

namespace trenza::apps {

/// The results of a finished run.
struct RunReport {
  nlohmann::ordered_json results;  ///< the document of the run without `meta`
  nlohmann::ordered_json
      meta;  ///< wall_seconds, cycles_per_second, peak_memory_mib, bytes_per_router (tlm), waves, saved, from
  testbench::Outcome outcome = testbench::Outcome::finished;
  std::string text;  ///< of every outcome but finished, for people
};

using ProgressCallback = std::function<void(const testbench::Progress&)>;

/// The work of a process on one run.
using RunBody = std::function<RunReport(const settings::RunConfiguration&, const ProgressCallback&)>;

/// Runs one configuration in this process, which must not have simulated anything before. Throws testbench::InputError
/// or waves::WaveError for wrong input, UsageError or microarch::ArchiveError for snapshots that cannot be written or read,
/// microarch::InvariantViolation for a fault, Interrupted after a signal; wave
/// files are closed then, and removed if the input was wrong.
RunReport simulate(const settings::RunConfiguration& run, const ProgressCallback& progress);

}  // namespace trenza::apps
