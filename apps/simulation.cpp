#include "apps/simulation.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "apps/interrupt.h"
#include "rtl_models/pin_fabric.h"
#include "testbench/results_json.h"
#include "tlm/exact_fabric.h"
#include "topologies/topology.h"
#include "waves/wave_recorder.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

std::unique_ptr<waves::WaveRecorder> start_waves(rtl_models::PinFabric& fabric, const config::WaveRequest& request) {
  waves::WaveOptions options;
  options.file = request.file;
  options.scope_glob = request.scope;
  options.window_begin = request.begin;
  if (request.end) options.window_end = *request.end;
  return waves::record(fabric, options);
}

Json wave_meta(const config::WaveRequest& request, const waves::WaveRecorder& recorder) {
  Json meta = {{"file", request.file}, {"begin", request.begin}};
  meta["end"] = request.end ? Json(*request.end) : Json(nullptr);
  meta["cycles"] = recorder.cycles_recorded();
  meta["variables"] = recorder.variables();
  return meta;
}

double peak_memory_mib() {
  constexpr double kKibPerMib = 1024;
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / kKibPerMib;
}

/// Calls `body`; removes the wave file again if the input turns out to be wrong.
void without_waves_of_wrong_input(const config::RunConfiguration& run, const std::function<void()>& body) {
  try {
    body();
  } catch (const testbench::InputError&) {
    if (run.waves) std::remove(run.waves->file.c_str());
    throw;
  }
}

/// Records waves of a pin view that simulates the run up to the end of the window and no further. Returns what `meta` says
/// of them.
Json record_apart(const config::RunConfiguration& run) {
  testbench::Experiment experiment = run.experiment;
  const microarch::Cycle end = *run.waves->end;
  experiment.run.cycles = experiment.run.cycles == 0 ? end : std::min(experiment.run.cycles, end);
  experiment.run.warmup.reset();
  const auto fabric = rtl_models::make_pin_fabric(*run.topology, run.fabric);
  const auto recorder = start_waves(*fabric, *run.waves);
  without_waves_of_wrong_input(run, [&] {
    testbench::run_experiment(*fabric, experiment, [](const testbench::Progress&) { interruption_point(); });
  });
  recorder->close();
  return wave_meta(*run.waves, *recorder);
}

testbench::Experiment with_bound(const config::RunConfiguration& run) {
  testbench::Experiment experiment = run.experiment;
  const bool uniform = experiment.synthetic && experiment.synthetic->pattern == "uniform";
  if (uniform) experiment.uniform_bound = topologies::uniform_route_bound(*run.topology);
  return experiment;
}

}  // namespace

RunReport simulate(const config::RunConfiguration& run, const ProgressCallback& progress) {
  const auto start = Clock::now();
  Json waves;
  if (run.view == config::View::tlm && run.waves) waves = record_apart(run);
  std::unique_ptr<microarch::Fabric> fabric;
  std::unique_ptr<waves::WaveRecorder> recorder;
  if (run.view == config::View::tlm) {
    fabric = tlm::make_exact_fabric(*run.topology, run.fabric);
  } else {
    auto pins = rtl_models::make_pin_fabric(*run.topology, run.fabric);
    if (run.waves) recorder = start_waves(*pins, *run.waves);
    fabric = std::move(pins);
  }
  testbench::Results results;
  without_waves_of_wrong_input(run, [&] {
    results = testbench::run_experiment(*fabric, with_bound(run), [&](const testbench::Progress& now) {
      interruption_point();
      if (progress) progress(now);
    });
  });
  if (recorder) recorder->close();
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();

  RunReport report;
  report.outcome = results.outcome;
  report.text = results.report;
  report.results = {{"config", run.resolved}};
  report.results.update(testbench::to_json(results));
  report.meta = {{"view", run.view == config::View::tlm ? "tlm" : "pin"},
                 {"wall_seconds", seconds},
                 {"cycles_per_second", seconds > 0 ? static_cast<double>(results.cycles) / seconds : 0.0},
                 {"peak_memory_mib", peak_memory_mib()}};
  if (recorder) waves = wave_meta(*run.waves, *recorder);
  if (run.waves) report.meta["waves"] = waves;
  return report;
}

}  // namespace trenza::apps
