#include "tests/support/experiments.h"

#include <cmath>

#include "microarch/parameters.h"
#include "testbench/run_experiment.h"
#include "tlm/tlm_fabric.h"

namespace trenza::test {

std::unique_ptr<topologies::Topology> network(const std::string& kind, int a) {
  topologies::TopologySpec spec;
  spec.kind = kind;
  spec.values["a"] = a;
  return topologies::make_topology(spec);
}

std::unique_ptr<topologies::Topology> network(const std::vector<int>& sizes, const std::map<std::string, int>& twist) {
  topologies::TopologySpec spec;
  spec.kind = "twisted_torus";
  spec.values["size"] = sizes;
  spec.values["twist"] = twist;
  return topologies::make_topology(spec);
}

microarch::FabricParameters bubble_router(int flits) {
  microarch::FabricParameters parameters;
  parameters.max_packet_flits = flits;
  parameters.buffer_packets = 4;
  parameters.injectors = 4;
  parameters.ejectors = 4;
  return parameters;
}

testbench::Experiment uniform(double load, int flits, microarch::Cycle cycles) {
  testbench::Experiment experiment;
  experiment.name = "uniform";
  experiment.synthetic.emplace();
  experiment.synthetic->load_ppb = static_cast<std::uint64_t>(std::llround(load * 1e9));
  experiment.synthetic->lengths = {{flits, 1}};
  experiment.run.cycles = cycles;
  return experiment;
}

testbench::Results run_on_pins(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                               const testbench::Experiment& experiment) {
  const auto fabric = rtl_models::make_pin_fabric(topology, parameters);
  return testbench::run_experiment(*fabric, experiment);
}

testbench::Results run_on_tlm(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                              const testbench::Experiment& experiment) {
  const auto fabric = tlm::make_tlm_fabric(topology, parameters);
  return testbench::run_experiment(*fabric, experiment);
}

}  // namespace trenza::test
