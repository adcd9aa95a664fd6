#include "apps/simulation.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "apps/exit_status.h"
#include "apps/interrupt.h"
#include "apps/plot/channel_quantity.h"
#include "apps/plug/plug_loader.h"
#include "apps/rtl_fabric.h"
#include "apps/save_points.h"
#include "apps/shadow_watch.h"
#include "apps/snapshot.h"
#include "apps/timeline.h"
#include "apps/wave_zoom.h"
#include "rtl_models/pin_fabric.h"
#include "testbench/run_document.h"
#include "testbench/run_experiment.h"
#include "testbench/uniform_bound.h"
#include "tlm/tlm_fabric.h"
#include "waves/wave_recorder.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

double peak_memory_mib() {
  constexpr double kKibPerMib = 1024;
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / kKibPerMib;
}

/// A run of the tlm view with its snapshots.
class TlmRun {
 public:
  explicit TlmRun(const settings::RunConfiguration& run) : run_(run) {
    if (run.snapshots.from_file.empty()) {
      fabric_ = tlm::make_tlm_fabric(*run.topology, run.fabric);
    } else {
      from_.emplace(run.snapshots.from_file);
      fabric_ = tlm::restore_tlm_fabric(*run.topology, run.fabric, from_->state());
      points_.begin_with(from_->state());
      begin_ = from_->cycle();
    }
    if (!run.snapshots.save_at) return;
    points_.add(*run.snapshots.save_at,
                [this, description = describe_run(run)](const testbench::SaveBench& save_bench) {
                  try {
                    saved_bytes_ = save_snapshot(run_.snapshots.save_file, description, *fabric_, save_bench);
                  } catch (const UsageError& error) {
                    save_fault_ = error.what();  // the results are still wanted
                  }
                });
  }

  tlm::TlmFabric& fabric() { return *fabric_; }
  SavePoints& points() { return points_; }
  microarch::Cycle begin() const { return begin_; }

  /// Adds what `meta` says of the routers and of the snapshots.
  void report(Json& meta) const {
    meta["bytes_per_router"] =
        fabric_->router_bytes() / static_cast<std::uint64_t>(fabric_->topology().graph().nodes());
    if (from_) meta["from"] = {{"file", run_.snapshots.from_file}, {"cycle", begin_}};
    if (!run_.snapshots.save_at) return;
    Json& saved = meta["saved"] = {{"file", nullptr}, {"cycle", *run_.snapshots.save_at}};
    if (!save_fault_.empty()) saved["fault"] = save_fault_;
    if (!saved_bytes_) return;
    saved["file"] = run_.snapshots.save_file;
    saved["bytes"] = *saved_bytes_;
  }

 private:
  const settings::RunConfiguration& run_;
  std::optional<OpenSnapshot> from_;
  std::unique_ptr<tlm::TlmFabric> fabric_;
  SavePoints points_;
  microarch::Cycle begin_ = 0;
  std::optional<std::uint64_t> saved_bytes_;
  std::string save_fault_;
};

}  // namespace

RunReport interrupted_report(const settings::RunConfiguration& run, microarch::Cycle cycle) {
  RunReport report;
  report.interrupted = true;
  report.results = {{"config", *run.resolved}, {"outcome", "interrupted"}, {"cycles", cycle}};
  report.meta = Json::object();
  return report;
}

RunReport simulate_once(const settings::RunConfiguration& run, const ProgressCallback& progress,
                        const testbench::Measurement* measurement) {
  const testbench::Experiment experiment = testbench::with_uniform_bound(run.experiment, *run.topology, run.fabric);
  const auto start = Clock::now();
  std::optional<TlmRun> tlm;
  std::optional<WaveZoom> zoom;
  std::unique_ptr<rtl_models::PinFabric> pins;
  std::unique_ptr<waves::WaveRecorder> recorder;
  std::optional<ShadowWatch> shadow;
  if (run.view == settings::View::tlm && run.pin_routers.empty()) {
    tlm.emplace(run);
    if (run.waves) zoom.emplace(run).keep(tlm->fabric(), tlm->begin(), tlm->points());
  } else {
    const auto log = run.shadow ? std::make_shared<cosim::ShadowLog>() : nullptr;
    pins = make_pins(run, log);
    if (run.waves) recorder = start_waves(*pins, run);
    if (log != nullptr) shadow.emplace(run, *pins, log, recorder != nullptr);
  }
  microarch::Fabric& machine = tlm ? static_cast<microarch::Fabric&>(tlm->fabric()) : *pins;
  std::optional<RunTimeline> timeline;
  if (run.timeline) timeline.emplace(run, machine);
  microarch::Fabric& fabric = timeline ? timeline->fabric() : machine;
  testbench::Results results;
  bool interrupted = false;
  Json waves;
  const auto look = [&](const testbench::Progress& now) {
    interruption_point();
    if (progress) progress(now);
  };
  const testbench::Checkpoint none;
  // The run looks at it again and again: it must not be a copy.
  const testbench::Checkpoint& checkpoint = tlm ? tlm->points().checkpoint() : none;
  const auto simulate_all = [&] { results = testbench::run_experiment(fabric, experiment, look, checkpoint); };
  try {
    if (shadow) {
      shadow->guard(simulate_all);
    } else {
      simulate_all();
    }
  } catch (const Interrupted&) {
    interrupted = true;
  } catch (const topologies::UserError&) {
    if (recorder) recorder->discard();
    if (zoom) zoom->discard();
    throw;
  }
  const microarch::Cycle end = interrupted ? fabric.now() : results.cycles;
  if (zoom) waves = zoom->record(experiment, end, interrupted);
  if (recorder)
    waves = end_waves(*run.waves, *recorder, run.waves->begin, run.waves->end ? Json(*run.waves->end) : Json());
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();

  const microarch::Cycle begin = tlm ? tlm->begin() : 0;
  RunReport report = interrupted_report(run, end);
  if (!interrupted) {
    report.interrupted = false;
    report.outcome = results.outcome;
    report.text = results.report;
    report.batches = results.batches;
    report.results =
        testbench::run_document(*run.resolved, results, run.stalls, fabric.topology(), run.fabric, measurement);
    if (!run.plot.file.empty()) {
      report.channels =
          find_channel_quantity("--plot-of", run.plot.quantity).values({results, fabric.topology(), run.fabric});
    }
  }
  report.meta = {{"view", run.view == settings::View::tlm ? "tlm" : "pin"},
                 {"wall_seconds", seconds},
                 {"cycles_per_second", seconds > 0 ? static_cast<double>(end - begin) / seconds : 0.0},
                 {"peak_memory_mib", peak_memory_mib()}};
  if (!results.remarks.empty()) report.meta["remarks"] = results.remarks;
  if (run.waves) report.meta["waves"] = waves;
  if (timeline) report.meta["timeline"] = timeline->finish();
  if (const Json plugs = plugs_document(run); !plugs.is_null()) report.meta["plugs"] = plugs;
  if (tlm) tlm->report(report.meta);
  if (!run.pin_routers.empty()) report.meta["pin_routers"] = run.pin_routers.size();
  return report;
}

}  // namespace trenza::apps
