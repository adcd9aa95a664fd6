#include "apps/shadow_watch.h"

#include <fmt/core.h>

#include <utility>

#include "apps/rtl_fabric.h"
#include "waves/wave_file.h"

namespace trenza::apps {

namespace {

using microarch::Cycle;

/// Globs of the routers that have shadows; empty: of all that there are.
std::string scope_of(const settings::RunConfiguration& run) {
  const cosim::RtlSelection selection = rtl_selection(run);
  std::string globs;
  bool all = true;
  const auto add = [&](topologies::NodeId node) {
    if (!selection.has_any(node)) {
      all = false;
      return;
    }
    globs += fmt::format("{}r_{}", globs.empty() ? "" : ",", run.topology->node_name(node));
  };
  for (const topologies::NodeId node : run.pin_routers) add(node);
  for (topologies::NodeId node = 0; run.pin_routers.empty() && node < run.topology->graph().nodes(); ++node) add(node);
  return all ? "" : globs;
}

}  // namespace

std::string shadow_file(const settings::RunConfiguration& run) {
  return fmt::format("shadow-{}.{}", run.name, waves::fst_supported() ? "fst" : "vcd");
}

ShadowWatch::ShadowWatch(const settings::RunConfiguration& run, rtl_models::PinFabric& fabric,
                         std::shared_ptr<cosim::ShadowLog> log, bool recorded)
    : run_(run), log_(std::move(log)) {
  log_->find_packets_by([&fabric](microarch::PacketId id) { return fabric.packet(id); });
  if (recorded) return;
  file_ = shadow_file(run);
  waves::WaveOptions options;
  options.file = file_;
  options.scope_glob = scope_of(run);
  options.last = kCyclesBefore + 1 + cosim::ShadowLog::kCyclesAfter;
  options.period_picoseconds = run.experiment.link.cycle_picoseconds();
  recorder_ = waves::record(fabric, options);
}

/// Completes the waves, and says where they are.
std::string ShadowWatch::waves_text() {
  const Cycle cycle = log_->mismatch().cycle;
  if (recorder_ == nullptr) {
    const bool inside = run_.waves->begin <= cycle && (!run_.waves->end || cycle < *run_.waves->end);
    return inside ? fmt::format("\n  waves: {}", run_.waves->file)
                  : fmt::format("\n  waves: none; the window of {} leaves this cycle out", run_.waves->file);
  }
  try {
    recorder_->close();
  } catch (const waves::WaveError& error) {
    return fmt::format("\n  waves: none: {}", error.what());
  }
  const Cycle begin = cycle > kCyclesBefore ? cycle - kCyclesBefore : 0;
  return fmt::format("\n  waves: {}: from cycle {} on", file_, begin);
}

void ShadowWatch::guard(const std::function<void()>& body) {
  try {
    body();
  } catch (...) {
    if (!log_->found()) throw;
  }
  if (log_->found()) throw microarch::InvariantViolation(log_->mismatch().text + waves_text());
}

}  // namespace trenza::apps
