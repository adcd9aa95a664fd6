#include "python/experiments.h"

#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "testbench/history/observed_fabric.h"
#include "testbench/measure.h"
#include "testbench/run_document.h"
#include "testbench/run_experiment.h"
#include "testbench/uniform_bound.h"
#include "tlm/tlm_fabric.h"

namespace trenza::python {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kIndent = 2;  // as `trenza run --json`

class Deliveries final : public testbench::FabricObserver {
 public:
  void offered(const testbench::PacketFacts& /*packet*/) override {}
  void granted(const microarch::Hop& /*hop*/) override {}
  void waits(microarch::Cycle /*cycle*/, const microarch::HeadsAt& /*heads_at*/) override {}
  void delivered(const microarch::Delivery& delivery) override { rows_.emplace_back(delivery); }
  bool wants_waits() const override { return false; }
  bool wants_grants() const override { return false; }

  std::vector<DeliveryRow> take() { return std::move(rows_); }

 private:
  std::vector<DeliveryRow> rows_;
};

testbench::Results run_on(microarch::Fabric& fabric, const settings::RunConfiguration& run,
                          const testbench::Experiment& of_run, const Look& look) {
  const testbench::Experiment experiment = testbench::with_uniform_bound(of_run, *run.topology, run.fabric);
  try {
    return testbench::run_experiment(fabric, experiment, [&](const testbench::Progress& now) { look(now.done); });
  } catch (const testbench::InputError& error) {
    if (error.position() || !experiment.trace) throw;
    throw settings::ConfigError({experiment.trace->file, 0, 0, ""}, error.what());
  } catch (const std::length_error&) {
    throw std::bad_alloc();
  }
}

[[noreturn]] void refuse(const settings::Place& place, const std::string& what) {
  throw settings::ConfigError(place, what +
                                         " cannot be simulated in Python, because SystemC elaborates once in a "
                                         "process; expected the tlm view, which gives the same results, or a call of "
                                         "`trenza run`");
}

}  // namespace

settings::ConfigError without_lines(const settings::ConfigError& error) {
  settings::Place place = error.place();
  place.line = place.column = 0;
  return {place, error.problem()};
}

settings::Configuration read(const Source& source, const std::vector<settings::Override>& overrides) {
  if (!source.text) return settings::load_configuration(source.file, overrides);
  try {
    return settings::read_configuration(*source.text, kInline, overrides);
  } catch (const settings::ConfigError& error) {
    if (error.place().source != kInline) throw;
    throw without_lines(error);
  }
}

void require_tlm(const settings::Configuration& configuration) {
  const std::string& file = configuration.file;
  for (const settings::RunConfiguration& run : configuration.runs) {
    if (!run.rtl.empty()) refuse({file, 0, 0, "rtl"}, "SystemVerilog");
    if (run.view != settings::View::tlm) refuse({file, 0, 0, "run.view"}, "the pin view");
    if (!run.pin_routers.empty()) refuse({file, 0, 0, "detail"}, "a router at pin level");
  }
}

RunReport simulate(const settings::RunConfiguration& run, bool keep_deliveries, const Look& look) {
  std::optional<testbench::Measurement> measurement;
  if (run.measure) {
    const auto run_before = [&](const testbench::Experiment& experiment) {
      return run_on(*tlm::make_tlm_fabric(*run.topology, run.fabric), run, experiment, look);
    };
    measurement = testbench::prepare_measure(*run.measure, run.experiment, run_before);
  }
  const testbench::Experiment& experiment = measurement ? measurement->experiment : run.experiment;
  const auto fabric = tlm::make_tlm_fabric(*run.topology, run.fabric);
  Deliveries deliveries;
  testbench::Results results;
  if (keep_deliveries) {
    testbench::ObservedFabric observed(*fabric, deliveries);
    results = run_on(observed, run, experiment, look);
  } else {
    results = run_on(*fabric, run, experiment, look);
  }
  const Json document = testbench::run_document(*run.resolved, results, run.stalls, *run.topology, run.fabric,
                                                measurement ? &*measurement : nullptr);
  return {document.dump(kIndent), deliveries.take(), std::move(results.channel_use), std::move(results.batches)};
}

std::string compared(const settings::Configuration& configuration, const std::vector<std::string>& documents,
                     const std::vector<testbench::BatchSeries>& batches) {
  std::vector<std::pair<std::string, Json>> runs;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    runs.emplace_back(configuration.runs[i].name, Json::parse(documents[i]));
  }
  return testbench::compared_document(runs, batches).dump(kIndent);
}

}  // namespace trenza::python
