#include "apps/emit_rtl_command.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <tuple>
#include <vector>

#include "apps/activity.h"
#include "apps/exit_status.h"
#include "apps/output_file.h"
#include "apps/output_plan.h"
#include "apps/plug/plug_loader.h"
#include "apps/read_experiments.h"
#include "apps/run_checks.h"
#include "cosim/emit_rtl.h"
#include "rtl_models/twin/tools.h"
#include "testbench/history/observed_fabric.h"
#include "testbench/run_experiment.h"
#include "tlm/tlm_fabric.h"

namespace trenza::apps {

namespace {

/// Keeps what is offered.
class OfferRecorder final : public testbench::FabricObserver {
 public:
  void offered(const testbench::PacketFacts& packet) override {
    offers_.push_back({packet.created, packet.name.source, packet.destination, packet.name.number, packet.flits,
                       packet.message_class});
  }
  void granted(const microarch::Hop& /*hop*/) override {}
  void waits(microarch::Cycle /*cycle*/, const microarch::HeadsAt& /*heads_at*/) override {}
  void delivered(const microarch::Delivery& /*delivery*/) override {}
  bool wants_waits() const override { return false; }

  /// In age order.
  std::vector<cosim::EmittedOffer> offers() const {
    std::vector<cosim::EmittedOffer> sorted = offers_;
    std::sort(sorted.begin(), sorted.end(), [](const cosim::EmittedOffer& a, const cosim::EmittedOffer& b) {
      return std::tie(a.created, a.source, a.number) < std::tie(b.created, b.source, b.number);
    });
    return sorted;
  }

 private:
  std::vector<cosim::EmittedOffer> offers_;
};

}  // namespace

int emit_rtl_command(const EmitRtlOptions& options) {
  const settings::Configuration configuration = read_experiments(options.file, options.overrides, true);
  if (configuration.compared) {
    throw UsageError(fmt::format("{}: `runs` has several experiments; expected a file with one", options.file));
  }
  const settings::RunConfiguration& run = configuration.runs[0];
  const std::string refusal = cosim::emit_refusal(*run.topology, run.fabric);
  if (!refusal.empty()) throw UsageError(fmt::format("{}: {}", options.file, refusal));
  check_hardware(configuration);
  refuse_plugs(configuration, "emit-rtl", "writes the blocks of this program");
  OutputPlan plan;
  plan.reads(configuration);
  for (const std::string& name : cosim::emitted_files())
    plan.may_write((std::filesystem::path(options.folder) / name).string(), "-o");
  const auto tlm = tlm::make_tlm_fabric(*run.topology, run.fabric);
  OfferRecorder recorder;
  testbench::ObservedFabric observed(*tlm, recorder);
  const testbench::Results results = [&] {
    const Activity activity(true, "simulates " + run.name + " for the packets of the bench");
    return testbench::run_experiment(observed, run.experiment);
  }();
  const cosim::EmittedTraffic traffic{recorder.offers(), tlm->now(), results.digest};
  try {
    cosim::emit_rtl(*run.topology, run.fabric, traffic, options.folder);
  } catch (const cosim::EmitError& error) {
    throw UsageError(fmt::format("{}: {}", options.file, error.what()));
  }
  write_whole("-",
              fmt::format("{}: {} routers, {} packets, {} cycles, digest {:016x}\n"
                          "simulate: cd {} && iverilog -g2012 -s trenza_bench -o bench -c files.f && vvp -n bench\n",
                          run.topology->name(), run.topology->graph().nodes(), traffic.offers.size(), traffic.cycles,
                          traffic.digest, options.folder));
  if (!rtl_models::has_tool("iverilog")) {
    fmt::print(stderr, "trenza: to simulate it: {}\n", rtl_models::absence_of("iverilog"));
  }
  return kDone;
}

}  // namespace trenza::apps
