#include "testbench/uniform_bound.h"

#include <algorithm>

#include "microarch/parameters.h"

namespace trenza::testbench {

int injection_limit(const microarch::FabricParameters& parameters, int classes) {
  return parameters.by_flits() ? 1 : classes * parameters.injectors;  // a source of flits sends one a cycle
}

int ejection_limit(const microarch::FabricParameters& parameters) { return parameters.ejectors; }

bool is_even(const std::vector<topologies::NodeId>& mapping, topologies::NodeId nodes) {
  if (mapping.empty()) return true;  // a process on each
  std::vector<std::size_t> processes(static_cast<std::size_t>(nodes), 0);
  for (const topologies::NodeId node : mapping) {
    if (node < 0 || node >= nodes) return false;
    ++processes[static_cast<std::size_t>(node)];
  }
  return std::all_of(processes.begin(), processes.end(), [&](std::size_t here) { return here == processes.front(); });
}

std::optional<UniformBound> uniform_bound(const topologies::Topology& topology,
                                          const microarch::FabricParameters& parameters, UniformTraffic traffic) {
  auto channels = graphs::routing_bound(topology, parameters.by_flits() || parameters.adaptive_vcs > 0);
  if (!channels) return std::nullopt;
  if (traffic.self) {
    const double nodes = topology.graph().nodes();
    channels->at_most *= nodes / (nodes - 1);  // one in `nodes` packets makes no hop
    channels->at_least *= nodes / (nodes - 1);
  }
  UniformBound bound{channels->at_most, LoadLimit::channels, *channels};
  const auto limit = [&](double load, LoadLimit by) {
    if (load >= bound.load) return;
    bound.load = load;
    bound.limit = by;
  };
  limit(injection_limit(parameters, traffic.replies ? 2 : 1), LoadLimit::injection);
  limit(ejection_limit(parameters), LoadLimit::ejection);
  return bound;
}

Experiment with_uniform_bound(Experiment experiment, const topologies::Topology& topology,
                              const microarch::FabricParameters& parameters) {
  if (!experiment.synthetic || experiment.synthetic->pattern != "uniform") return experiment;
  if (!is_even(experiment.mapping, topology.graph().nodes())) return experiment;
  const UniformTraffic traffic{experiment.synthetic->self, experiment.synthetic->reply_flits > 0};
  if (const auto bound = uniform_bound(topology, parameters, traffic)) experiment.uniform_bound = bound->load;
  return experiment;
}

}  // namespace trenza::testbench
