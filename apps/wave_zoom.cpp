#include "apps/wave_zoom.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "apps/interrupt.h"
#include "testbench/run_experiment.h"
#include "tlm/exact_fabric.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using microarch::Cycle;
using testbench::Progress;

/// The least number of cycles between two kept states of a run whose last cycles may be wanted.
constexpr Cycle kBetweenStates = 50'000;

}  // namespace

std::unique_ptr<waves::WaveRecorder> start_waves(rtl_models::PinFabric& fabric, const settings::RunConfiguration& run) {
  const settings::WaveRequest& request = *run.waves;
  waves::WaveOptions options;
  options.file = request.file;
  options.scope_glob = request.scope;
  options.window_begin = request.begin;
  if (request.end) options.window_end = *request.end;
  options.period_picoseconds = run.experiment.link.cycle_picoseconds();
  return waves::record(fabric, options);
}

Json end_waves(const settings::WaveRequest& request, waves::WaveRecorder& recorder, Cycle begin, const Json& end) {
  Json meta = {{"file", request.file},
               {"begin", begin},
               {"end", end},
               {"cycles", recorder.cycles_recorded()},
               {"variables", recorder.variables()}};
  if (recorder.cycles_recorded() == 0) {
    recorder.discard();
    meta["file"] = nullptr;
    return meta;
  }
  try {
    recorder.close();
  } catch (const waves::WaveError& error) {
    meta["fault"] = settings::to_string(request.section) + ": " + error.what();
  }
  return meta;
}

WaveZoom::WaveZoom(const settings::RunConfiguration& run)
    : run_(run), pins_(rtl_models::make_pin_fabric(*run.topology, run.fabric)), recorder_(start_waves(*pins_, run)) {}

WaveZoom::Kept WaveZoom::kept(const tlm::TlmFabric& fabric, const testbench::SaveBench& save_bench) {
  microarch::MemorySink sink;
  microarch::ArchiveWriter archive(sink);
  fabric.save(archive);
  save_bench(archive);
  return {fabric.now(), sink.bytes()};
}

Cycle WaveZoom::first_told(Cycle cycle) const { return cycle == 0 ? 0 : cycle + tlm::memory_of_grants(run_.fabric); }

void WaveZoom::keep(tlm::TlmFabric& fabric, Cycle begin, SavePoints& points) {
  if (run_.waves->before_end) {
    keep_always(fabric, begin, points);
    return;
  }
  const Cycle memory = tlm::memory_of_grants(run_.fabric);
  const Cycle wanted = run_.waves->begin > memory ? run_.waves->begin - memory : 0;
  if (run_.waves->begin < first_told(begin)) return;
  points.add(std::max(begin, wanted),
             [this, &fabric](const testbench::SaveBench& save_bench) { kept_.push_back(kept(fabric, save_bench)); });
}

/// The last two states are kept: the older one always lies far enough back.
void WaveZoom::keep_always(tlm::TlmFabric& fabric, Cycle cycle, SavePoints& points) {
  points.add(cycle, [this, &fabric, &points](const testbench::SaveBench& save_bench) {
    if (kept_.size() > 1) kept_.pop_front();
    kept_.push_back(kept(fabric, save_bench));
    const Cycle enough = *run_.waves->before_end + tlm::memory_of_grants(run_.fabric);
    keep_always(fabric, fabric.now() + std::max(enough, kBetweenStates), points);
  });
}

std::string WaveZoom::go_to(const Kept* from, Cycle begin, const testbench::Experiment& experiment,
                            const std::function<void(const Progress&)>& look) {
  const std::string nothing;
  microarch::MemoryStream stream(from != nullptr ? from->state : nothing);
  microarch::ArchiveReader archive(stream);
  const auto fabric = from != nullptr ? tlm::restore_exact_fabric(*run_.topology, run_.fabric, archive)
                                      : tlm::make_exact_fabric(*run_.topology, run_.fabric);
  fabric->remember_grants();
  microarch::MemorySink sink;
  testbench::Checkpoint checkpoint;
  if (from != nullptr) checkpoint.from = &archive;
  checkpoint.save_at = checkpoint.stop_at = begin;
  checkpoint.save = [&](const testbench::SaveBench& save_bench) {
    pins_->fill(fabric->machine_state());
    microarch::ArchiveWriter bench(sink);
    save_bench(bench);
  };
  testbench::run_experiment(*fabric, experiment, look, checkpoint);
  return sink.bytes();
}

Json WaveZoom::record(const testbench::Experiment& experiment, Cycle end, bool interrupted) {
  const auto look = [interrupted](const Progress&) {
    if (!interrupted) interruption_point();
  };
  const settings::WaveRequest& request = *run_.waves;
  Cycle begin = request.begin;
  if (request.before_end) begin = end > *request.before_end ? end - *request.before_end : 0;
  try {
    if (begin < end)
      fill_and_run(experiment, begin, interrupted ? std::min(end, request.end.value_or(end)) : request.end, look);
  } catch (const Interrupted&) {
    // What was recorded so far stays.
  }
  return end_waves(request, *recorder_, begin, request.end ? Json(*request.end) : Json(end));
}

void WaveZoom::fill_and_run(const testbench::Experiment& experiment, Cycle begin, const std::optional<Cycle>& stop,
                            const std::function<void(const Progress&)>& look) {
  const auto fits = [&](const Kept& state) { return first_told(state.cycle) <= begin; };
  const auto from = std::find_if(kept_.rbegin(), kept_.rend(), fits);
  const std::string bench = go_to(from == kept_.rend() ? nullptr : &*from, begin, experiment, look);
  microarch::MemoryStream stream(bench);
  microarch::ArchiveReader archive(stream);
  testbench::Checkpoint checkpoint;
  checkpoint.from = &archive;
  if (stop) checkpoint.stop_at = *stop;
  testbench::run_experiment(*pins_, experiment, look, checkpoint);
}

}  // namespace trenza::apps
