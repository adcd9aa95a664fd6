#include "tlm/terminals/network_parameters.h"

#include <fmt/core.h>

#include "microarch/parameter_fault.h"

namespace trenza::tlm {

namespace {

void check_fabric(const topologies::Topology& topology, const microarch::FabricParameters& fabric,
                  std::vector<std::string>& faults) {
  if (fabric.message_classes != kTerminalClasses) {
    faults.push_back(fmt::format(
        "message_classes is {}, but requests and responses need {}: with one class, responses could wait behind "
        "requests that wait for responses",
        fabric.message_classes, kTerminalClasses));
  }
  const int escape_vcs = topology.routing().escape_vcs();
  if (fabric.escape_vcs != escape_vcs) {
    faults.push_back(fmt::format("escape_vcs is {}, but {} needs {}", fabric.escape_vcs, topology.name(), escape_vcs));
  }
  if (fabric.max_packet_flits < 2) {
    faults.push_back(
        fmt::format("max_packet_flits is {}, but a packet needs a header flit and room for data: 2 at least",
                    fabric.max_packet_flits));
  }
  if (!topology.rings().empty() && (!fabric.bubble || fabric.buffer_packets < 2)) {
    faults.push_back(
        fmt::format("{} has rings, which need the bubble rule and buffers of 2 packets at least", topology.name()));
  }
}

}  // namespace

std::vector<std::string> check_network(const topologies::Topology& topology, const NetworkParameters& parameters) {
  std::vector<std::string> faults;
  for (const auto& fault : microarch::check_parameters(parameters.fabric, topology.graph().ports()))
    faults.push_back(to_string(fault));
  check_fabric(topology, parameters.fabric, faults);
  const auto at_least = [&](const char* name, int value, int least) {
    if (value < least) faults.push_back(fmt::format("{} is {}, but it must be {} at least", name, value, least));
  };
  if (parameters.cycle_time <= sc_core::SC_ZERO_TIME) faults.emplace_back("cycle_time is 0, but it must be more");
  at_least("phit_bytes", parameters.phit_bytes, 1);
  at_least("address_bytes", parameters.address_bytes, 0);
  at_least("injection_queue", parameters.injection_queue, 1);
  at_least("local_delay", parameters.local_delay, 1);
  return faults;
}

}  // namespace trenza::tlm
