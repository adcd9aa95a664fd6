#include "apps/run_checks.h"

#include <fmt/core.h>

#include <cstdio>

#include "apps/exit_status.h"
#include "apps/proof_gate.h"
#include "apps/result_table.h"
#include "rtl_models/router/hardware.h"
#include "rtl_models/twin/tools.h"

namespace trenza::apps {

namespace {

/// A clocked fabric needs about half a megabyte for each router; more than this is a slip of the keyboard.
constexpr int kMostRouters = 16'384;

}  // namespace

void check_pin_sizes(const settings::Configuration& configuration, bool always) {
  for (const auto& run : configuration.runs) {
    const int nodes = run.topology->graph().nodes();
    if ((always || run.view == settings::View::pin) && nodes > kMostRouters) {
      throw UsageError(fmt::format("{}: run {}: {} has {} routers; the pin view can have {}", configuration.file,
                                   run.name, run.topology->name(), grouped(static_cast<std::uint64_t>(nodes)),
                                   grouped(kMostRouters)));
    }
  }
}

void check_no_search(const char* option, const settings::RunConfiguration& run) {
  if (!run.measure || run.measure->kind == testbench::MeasureKind::execution_time) return;
  throw UsageError(fmt::format(
      "{}: run {} has a measure, for which the traffic is not that of the configuration; expected no `measure`", option,
      run.name));
}

void check_hardware(const settings::Configuration& configuration) {
  for (const auto& run : configuration.runs) {
    try {
      rtl_models::require_hardware(run.fabric);
    } catch (const rtl_models::RtlError& error) {
      throw UsageError(fmt::format("{}: run {}: {}", configuration.file, run.name, error.what()));
    }
  }
}

void check_proofs(const settings::Configuration& configuration, bool unsafe, bool show_progress) {
  for (const auto& run : configuration.runs) {
    const topologies::Proof proof = prove(run, show_progress);
    if (proof.holds()) continue;
    if (!unsafe) {
      throw RunFailure(kFault, fmt::format("run {}: {} can deadlock; --unsafe runs it all the same\n{}", run.name,
                                           run.topology->name(), counterexamples(proof)));
    }
    fmt::print(stderr, "trenza: warning: run {}: {} can deadlock\n{}", run.name, run.topology->name(),
               counterexamples(proof));
  }
}

}  // namespace trenza::apps
