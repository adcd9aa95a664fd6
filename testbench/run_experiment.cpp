#include "testbench/run_experiment.h"

#include <optional>
#include <utility>

#include "microarch/parameters.h"
#include "testbench/closed_run.h"
#include "testbench/integers.h"
#include "testbench/process_map.h"
#include "testbench/replay/trace_run.h"
#include "testbench/synthetic_run.h"

namespace trenza::testbench {

namespace {

/// An experiment that has passed all checks.
struct Prepared {
  ProcessMap map;
  std::optional<ReplayProgram> program;
};

const std::vector<int>& grid_of(const Experiment& experiment, const topologies::Topology& topology) {
  return experiment.process_grid.empty() ? topology.sizes() : experiment.process_grid;
}

Prepared prepare(const Experiment& experiment, const topologies::Topology& topology,
                 const microarch::FabricParameters& parameters) {
  if (experiment.synthetic.has_value() == experiment.trace.has_value())
    throw InputError(ExperimentPart::traffic,
                     "an experiment has either synthetic traffic or a trace, not both and not none");
  Prepared prepared{ProcessMap(experiment.mapping, topology.graph().nodes()), std::nullopt};
  if (!experiment.trace) return prepared;
  if (experiment.link.phit_bytes < 1) throw InputError(ExperimentPart::phit, "link: a phit has at least 1 byte");
  if (experiment.link.bits_per_microsecond == 0)
    throw InputError(ExperimentPart::link_speed, "link: the speed must be above 0");
  if (experiment.link.cycle_picoseconds() == 0)
    throw InputError(ExperimentPart::link_speed, "link: a network cycle would be shorter than half a picosecond");
  prepared.program = load_program(*experiment.trace, grid_of(experiment, topology));
  check_trace(*prepared.program, experiment, prepared.map, parameters);
  return prepared;
}

TrafficGenerator make_generator(const Experiment& experiment, const ProcessMap& map,
                                const topologies::Topology& topology, const microarch::FabricParameters& parameters) {
  if (experiment.run.cycles == 0)
    throw InputError(ExperimentPart::cycles, "run: synthetic traffic needs at least 1 cycle");
  if (experiment.run.warmup && *experiment.run.warmup >= experiment.run.cycles)
    throw InputError(ExperimentPart::warmup, "run: the warm-up must be shorter than the run");
  const int reply_flits = experiment.synthetic->reply_flits;
  if (reply_flits < 0 || reply_flits > parameters.max_packet_flits)
    throw InputError(ExperimentPart::replies, "replies: a reply has at most max_packet_flits flits");
  if (reply_flits > 0 && parameters.message_classes < 2)
    throw InputError(ExperimentPart::replies, "replies: they are packets of a second message class, but there is one");
  TrafficGenerator generator(*experiment.synthetic, map, grid_of(experiment, topology), parameters.max_packet_flits,
                             experiment.run.seed, experiment.run.cycles);
  if (generator.ends() && experiment.run.warmup)
    throw InputError(ExperimentPart::warmup, "run: traffic that is all there at the start has no warm-up");
  return generator;
}

}  // namespace

void check_experiment(const Experiment& experiment, const topologies::Topology& topology,
                      const microarch::FabricParameters& parameters) {
  const Prepared prepared = prepare(experiment, topology, parameters);
  if (!prepared.program) make_generator(experiment, prepared.map, topology, parameters);
}

Results run_experiment(microarch::Fabric& fabric, const Experiment& experiment,
                       const std::function<void(const Progress&)>& progress, const Checkpoint& checkpoint) {
  const Prepared prepared = prepare(experiment, fabric.topology(), fabric.parameters());
  // A fabric that continues a saved run goes on counting.
  if (experiment.run.stalls != microarch::StallDetail::off && checkpoint.from == nullptr)
    fabric.count_stalls(experiment.run.stalls);
  if (prepared.program) return run_trace(fabric, experiment, *prepared.program, prepared.map, progress, checkpoint);
  TrafficGenerator generator = make_generator(experiment, prepared.map, fabric.topology(), fabric.parameters());
  const auto run = generator.ends() ? run_to_the_end : run_synthetic;
  return run(fabric, experiment, std::move(generator), progress, checkpoint);
}

}  // namespace trenza::testbench
