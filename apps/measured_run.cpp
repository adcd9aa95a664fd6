// A run with the runs before it that its measure needs.
#include <algorithm>
#include <memory>

#include "apps/interrupt.h"
#include "apps/simulation.h"
#include "testbench/measure.h"
#include "testbench/run_experiment.h"
#include "tlm/tlm_fabric.h"

namespace trenza::apps {

namespace {

/// Several runs one after the other, as one.
class JoinedProgress {
 public:
  JoinedProgress(const ProgressCallback& progress, std::uint64_t runs) : progress_(progress), runs_(runs) {}

  void next() { ++done_; }
  void tell(testbench::Progress now) const {
    interruption_point();
    if (!progress_) return;
    const auto runs = static_cast<double>(std::max(runs_, done_ + 1));
    now.done = (static_cast<double>(done_) + now.done) / runs;
    progress_(now);
  }

 private:
  const ProgressCallback& progress_;
  std::uint64_t runs_;
  std::uint64_t done_ = 0;
};

}  // namespace

RunReport simulate(const settings::RunConfiguration& run, const ProgressCallback& progress) {
  if (!run.measure) return simulate_once(run, progress);
  JoinedProgress joined(progress, testbench::most_runs(*run.measure, run.experiment) + 1);
  const auto tell = [&](const testbench::Progress& now) { joined.tell(now); };
  // The views give the same results, and this one can be built again and again.
  const auto in_tlm = [&](const testbench::Experiment& experiment) {
    const auto fabric = tlm::make_tlm_fabric(*run.topology, run.fabric);
    testbench::Results results = testbench::run_experiment(*fabric, experiment, tell);
    joined.next();
    return results;
  };
  settings::RunConfiguration last = run;
  std::optional<testbench::Measurement> measurement;
  try {
    measurement = testbench::prepare_measure(*run.measure, run.experiment, in_tlm);
  } catch (const Interrupted&) {
    return interrupted_report(run, 0);
  }
  last.experiment = measurement->experiment;
  return simulate_once(last, tell, &*measurement);
}

}  // namespace trenza::apps
