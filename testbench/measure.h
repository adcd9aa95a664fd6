// Measures: numbers that are derived from one run, or several, of the same configuration, as the papers state them.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "testbench/experiment.h"
#include "testbench/measure_request.h"
#include "testbench/results.h"

namespace trenza::testbench {

/// Simulates an experiment on the machine of the measure.
using RunOnce = std::function<Results(const Experiment&)>;

/// Loads, in parts per 10^9 phits/cycle/node.
struct ThroughputSearch {
  std::uint64_t highest_load = 0;           ///< looked at
  bool is_limited = false;                  ///< it was accepted, too
  std::uint64_t accepted = 0;               ///< highest load that is not saturated; 0: none
  std::optional<std::uint64_t> by_latency;  ///< highest load with at most three times the latency of an empty network
  double accepted_at_highest = 0;           ///< phits/cycle/node
  std::uint64_t runs = 0;
};

/// A measure that is ready to be read from the results of one more run.
struct Measurement {
  MeasureRequest request;
  Experiment experiment;                   ///< that run
  std::optional<ThroughputSearch> search;  ///< maximum_throughput
};

/// Makes the runs that must come before the one whose results are reported. `experiment` is what the configuration
/// says; `run` throws what run_experiment() throws.
Measurement prepare_measure(const MeasureRequest& request, const Experiment& experiment, const RunOnce& run);

/// How many runs prepare_measure() makes at most, to tell the progress.
std::uint64_t most_runs(const MeasureRequest& request, const Experiment& experiment);

/// The measure with its settings, from the results of `measurement.experiment`: {"name", "value", "unit", "reason",
/// "settings", ...}; the value is null where there is none, and `reason` says why.
nlohmann::ordered_json measure_json(const Measurement& measurement, const Results& results);

}  // namespace trenza::testbench
