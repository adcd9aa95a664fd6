#include "apps/simulation.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>

#include "apps/interrupt.h"
#include "apps/rtl_fabric.h"
#include "apps/snapshot.h"
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
  const auto fabric = make_pins(run);
  const auto recorder = start_waves(*fabric, *run.waves);
  without_waves_of_wrong_input(run, [&] {
    testbench::run_experiment(*fabric, experiment, [](const testbench::Progress&) { interruption_point(); });
  });
  recorder->close();
  return wave_meta(*run.waves, *recorder);
}

/// A run of the tlm view with its snapshots.
class TlmRun {
 public:
  explicit TlmRun(const config::RunConfiguration& run) : run_(run) {
    if (run.snapshots.from_file.empty()) {
      fabric_ = tlm::make_exact_fabric(*run.topology, run.fabric);
    } else {
      from_.emplace(run.snapshots.from_file);
      fabric_ = tlm::restore_exact_fabric(*run.topology, run.fabric, from_->state());
      checkpoint_.from = &from_->state();
      begin_ = from_->cycle();
    }
    if (!run.snapshots.save_at) return;
    checkpoint_.save_at = *run.snapshots.save_at;
    checkpoint_.save = [this, description = describe_run(run)](const testbench::SaveBench& save_bench) {
      saved_bytes_ = save_snapshot(run_.snapshots.save_file, description, *fabric_, save_bench);
    };
  }

  tlm::ExactFabric& fabric() { return *fabric_; }
  const testbench::Checkpoint& checkpoint() const { return checkpoint_; }
  microarch::Cycle begin() const { return begin_; }

  /// Adds what `meta` says of the routers and of the snapshots.
  void report(Json& meta) const {
    meta["bytes_per_router"] =
        fabric_->router_bytes() / static_cast<std::uint64_t>(fabric_->topology().graph().nodes());
    if (from_) meta["from"] = {{"file", run_.snapshots.from_file}, {"cycle", begin_}};
    if (!run_.snapshots.save_at) return;
    Json& saved = meta["saved"] = {{"file", nullptr}, {"cycle", *run_.snapshots.save_at}};
    if (!saved_bytes_) return;
    saved["file"] = run_.snapshots.save_file;
    saved["bytes"] = *saved_bytes_;
  }

 private:
  const config::RunConfiguration& run_;
  std::optional<OpenSnapshot> from_;
  std::unique_ptr<tlm::ExactFabric> fabric_;
  testbench::Checkpoint checkpoint_;
  microarch::Cycle begin_ = 0;
  std::optional<std::uint64_t> saved_bytes_;
};

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
  std::optional<TlmRun> tlm;
  std::unique_ptr<rtl_models::PinFabric> pins;
  std::unique_ptr<waves::WaveRecorder> recorder;
  if (run.view == config::View::tlm) {
    tlm.emplace(run);
  } else {
    pins = make_pins(run);
    if (run.waves) recorder = start_waves(*pins, *run.waves);
  }
  microarch::Fabric& fabric = tlm ? static_cast<microarch::Fabric&>(tlm->fabric()) : *pins;
  testbench::Results results;
  without_waves_of_wrong_input(run, [&] {
    const auto look = [&](const testbench::Progress& now) {
      interruption_point();
      if (progress) progress(now);
    };
    results =
        testbench::run_experiment(fabric, with_bound(run), look, tlm ? tlm->checkpoint() : testbench::Checkpoint{});
  });
  if (recorder) recorder->close();
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();

  const microarch::Cycle begin = tlm ? tlm->begin() : 0;
  RunReport report;
  report.outcome = results.outcome;
  report.text = results.report;
  report.results = {{"config", run.resolved}};
  report.results.update(testbench::to_json(results));
  report.meta = {{"view", run.view == config::View::tlm ? "tlm" : "pin"},
                 {"wall_seconds", seconds},
                 {"cycles_per_second", seconds > 0 ? static_cast<double>(results.cycles - begin) / seconds : 0.0},
                 {"peak_memory_mib", peak_memory_mib()}};
  if (recorder) waves = wave_meta(*run.waves, *recorder);
  if (run.waves) report.meta["waves"] = waves;
  if (tlm) tlm->report(report.meta);
  return report;
}

}  // namespace trenza::apps
