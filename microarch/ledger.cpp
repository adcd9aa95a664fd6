#include "microarch/ledger.h"

#include <fmt/core.h>

#include "microarch/machine_state.h"
#include "microarch/parameters.h"

namespace trenza::microarch {

Ledger::Ledger(const topologies::Topology& topology, const FabricParameters& parameters)
    : max_flits_(parameters.max_packet_flits),
      classes_(parameters.message_classes),
      credit_delay_(static_cast<Cycle>(parameters.credit_delay)),
      next_number_(static_cast<std::size_t>(topology.graph().nodes())) {
  const int needed = topology.routing().escape_vcs();
  if (parameters.by_flits() || parameters.escape_vcs == needed) return;
  throw InvariantViolation(
      fmt::format("{} escape virtual channels for {}, which needs {}", parameters.escape_vcs, topology.name(), needed));
}

void Ledger::begin(Cycle now, Cycle limit) {
  if (limit <= now) throw InvariantViolation(fmt::format("advance to cycle {} in cycle {}", limit, now));
  delivered_.clear();
}

std::vector<std::string> Ledger::audit(std::uint64_t inside) const {
  const std::string fault = packet_fault(totals_, inside);
  return fault.empty() ? std::vector<std::string>() : std::vector<std::string>{fault};
}

void Ledger::fill(const MachineState& state) {
  next_id_ = state.next_id;
  next_number_ = state.next_number;
  delivered_ = state.delivered;
  totals_.packets_offered = state.counters.packets_offered;
  totals_.packets_delivered = state.counters.packets_delivered;
  totals_.flits_offered = state.counters.flits_offered;
  totals_.flits_delivered = state.counters.flits_delivered;
  quiet_from_ = state.quiet_from;
}

void Ledger::write(MachineState& state) const {
  state.next_id = next_id_;
  state.next_number = next_number_;
  state.delivered = delivered_;
  state.quiet_from = quiet_from_;
}

void Ledger::refuse(NodeId source, NodeId destination, int flits, int message_class, Cycle now) {
  throw InvariantViolation(
      fmt::format("offer of {} flits of class {} from node {} to node {} in cycle {}: not a packet of this fabric",
                  flits, message_class, source, destination, now));
}

void Ledger::refuse(const Delivery& packet, NodeId node, int flits) {
  throw InvariantViolation(
      fmt::format("packet {} of node {} with {} flits for node {} leaves at node {} with {} flits, in cycle {}",
                  packet.number, packet.source, packet.flits, packet.destination, node, flits, packet.ejected));
}

}  // namespace trenza::microarch
