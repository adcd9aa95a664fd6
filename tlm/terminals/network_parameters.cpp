#include "tlm/terminals/network_parameters.h"

#include <fmt/core.h>

#include "microarch/deadlock_proof.h"
#include "microarch/parameter_fault.h"
#include "topologies/worm/worm_relation.h"

namespace trenza::tlm {

namespace {

void check_classes(const microarch::FabricParameters& fabric, std::vector<std::string>& faults) {
  if (fabric.message_classes != kTerminalClasses) {
    faults.push_back(fmt::format(
        "message_classes is {}, but requests and responses need {}: with one class, responses could wait behind "
        "requests that wait for responses",
        fabric.message_classes, kTerminalClasses));
  }
  if (fabric.max_packet_flits < 2) {
    faults.push_back(
        fmt::format("max_packet_flits is {}, but a packet needs a header flit and room for data: 2 at least",
                    fabric.max_packet_flits));
  }
}

void check_cut_through(const topologies::Topology& topology, const microarch::FabricParameters& fabric,
                       std::vector<std::string>& faults) {
  const int escape_vcs = topology.routing().escape_vcs();
  if (fabric.escape_vcs != escape_vcs) {
    faults.push_back(fmt::format("escape_vcs is {}, but {} needs {}", fabric.escape_vcs, topology.name(), escape_vcs));
  }
  if (!topology.rings().empty() && (!fabric.bubble || fabric.buffer_packets < 2)) {
    faults.push_back(
        fmt::format("{} has rings, which need the bubble rule and buffers of 2 packets at least", topology.name()));
  }
}

/// The routes of a flit-level network are made for a number of virtual channels, and proved.
void check_worms(const topologies::Topology& topology, const microarch::FabricParameters& fabric,
                 std::vector<std::string>& faults) {
  const auto* const routes = dynamic_cast<const topologies::WormRelation*>(&topology.routing());
  if (routes == nullptr) {
    faults.push_back(fmt::format(
        "switching is wormhole, but {} has routes of whole packets: topologies::with_worm_routing makes those of flits",
        topology.name()));
    return;
  }
  if (routes->vcs().count != fabric.wormhole.virtual_channels) {
    faults.push_back(fmt::format("wormhole.virtual_channels is {}, but the routes of {} are for {}",
                                 fabric.wormhole.virtual_channels, topology.name(), routes->vcs().count));
    return;
  }
  for (const topologies::Obligation& obligation : microarch::prove_deadlock_free(topology, fabric).obligations) {
    if (obligation.holds) continue;
    faults.push_back(fmt::format("{} can deadlock: {}: {}", topology.name(), obligation.name, obligation.evidence));
  }
}

}  // namespace

std::vector<std::string> check_network(const topologies::Topology& topology, const NetworkParameters& parameters) {
  const microarch::FabricParameters& fabric = parameters.fabric;
  std::vector<std::string> faults;
  for (const auto& fault : microarch::check_parameters(fabric, topology.graph().ports()))
    faults.push_back(to_string(fault));
  const bool good = faults.empty();
  check_classes(fabric, faults);
  if (!fabric.by_flits()) {
    check_cut_through(topology, fabric, faults);
  } else if (good) {
    check_worms(topology, fabric, faults);
  }
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
