// Short ways to set up machines and run experiments in tests.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "microarch/parameters.h"
#include "rtl_models/pin_fabric.h"
#include "testbench/experiment.h"
#include "testbench/results.h"
#include "topologies/registry.h"

namespace trenza::test {

/// A network by kind and parameter a: network("rtt", 8).
std::unique_ptr<topologies::Topology> network(const std::string& kind, int a);
/// A network by sizes and twists ("yx" -> amount).
std::unique_ptr<topologies::Topology> network(const std::vector<int>& sizes,
                                              const std::map<std::string, int>& twist = {});

/// The bubble router of the experiments: 4-packet buffers, 4 injectors, 4 ejection ports, 2 adaptive VCs, packets of
/// `flits`.
microarch::FabricParameters bubble_router(int flits);

/// Uniform traffic of one packet length; `load` in phits/cycle/node.
testbench::Experiment uniform(double load, int flits, microarch::Cycle cycles);

/// Elaborates the pin view and runs. One elaboration per process: use isolated() for more.
testbench::Results run_on_pins(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                               const testbench::Experiment& experiment);

/// The same run of the same machine in the exact tlm view, which takes a tenth of the time; as many as wanted in a
/// process.
testbench::Results run_on_tlm(const topologies::Topology& topology, const microarch::FabricParameters& parameters,
                              const testbench::Experiment& experiment);

/// One of the two: quick forms of measurements run in the tlm view, full ones on pins.
using RunExperiment = decltype(&run_on_pins);

}  // namespace trenza::test
