#include "tlm/terminals/network_module.h"

#include <fmt/format.h>

#include <algorithm>

namespace trenza::tlm {

namespace {

void refuse(const std::string& sentence) { SC_REPORT_ERROR(kConfigurationReport, sentence.c_str()); }

/// The parameters, if they describe a network; reports otherwise.
const NetworkParameters& checked(const std::string& name, const topologies::Topology& topology,
                                 const NetworkParameters& parameters) {
  const std::vector<std::string> faults = check_network(topology, parameters);
  if (!faults.empty()) refuse(fmt::format("{}: {}", name, fmt::join(faults, "; ")));
  return parameters;
}

/// Addresses that the data of a payload covers.
std::uint64_t span_of(const ::tlm::tlm_generic_payload& payload) {
  const unsigned width = payload.get_streaming_width();
  const unsigned length = payload.get_data_length();
  return width == 0 ? length : std::min(width, length);
}

}  // namespace

NetworkCore::NetworkCore(const sc_core::sc_module_name& name, const topologies::Topology& topology,
                         const NetworkParameters& parameters, AddressMap map)
    : sc_module(name),
      topology_(topology),
      parameters_(checked(this->name(), topology, parameters)),
      map_(std::move(map)),
      routes_([this](const ::tlm::tlm_generic_payload& payload) { return route(payload); }),
      sizes_(parameters.fabric.max_packet_flits, parameters.phit_bytes, parameters.address_bytes),
      transport_(make_tlm_fabric(topology, parameters.fabric), parameters.cycle_time, parameters.local_delay,
                 transactions_, statistics_) {
  const TerminalServices services{transactions_, transport_, sizes_, statistics_, turns_, parameters_.injection_queue};
  for (NodeId node = 0; node < nodes(); ++node) {
    initiator_ends_.emplace_back(services, node, routes_);
    target_ends_.emplace_back(services, node);
  }
  for (const AddressRange& range : map_.ranges()) {
    if (range.node < 0 || range.node >= nodes()) {
      refuse(fmt::format("{}: the address map has a range at {:#x} of node {}, but nodes are 0 to {}", this->name(),
                         range.base, range.node, nodes() - 1));
    }
  }
  SC_METHOD(simulate);
  sensitive << transport_.due();
  dont_initialize();
  SC_METHOD(take_turns);
  sensitive << turns_.asked();
  dont_initialize();
}

void NetworkCore::end_of_elaboration() {
  for (std::size_t node = 0; node < target_ends_.size(); ++node) {
    if (::tlm::tlm_bw_transport_if<>* const initiator = initiator_at(node)) initiator_ends_[node].bind(*initiator);
    if (::tlm::tlm_fw_transport_if<>* const target = target_at(node)) target_ends_[node].bind(*target);
  }
  for (const AddressRange& range : map_.ranges()) {
    if (!target_ends_[static_cast<std::size_t>(range.node)].bound()) {
      refuse(
          fmt::format("{}: the address map has a range at {:#x} of node {}, but no target is bound to its "
                      "initiator_socket",
                      this->name(), range.base, range.node));
    }
  }
}

std::optional<Route> NetworkCore::route(const ::tlm::tlm_generic_payload& payload) const {
  const auto* const extension = payload.get_extension<NetworkExtension>();
  if (extension != nullptr && extension->destination != NetworkExtension::kByAddress) {
    const NodeId node = extension->destination;
    if (node < 0 || node >= topology_.graph().nodes()) return std::nullopt;
    if (!target_ends_[static_cast<std::size_t>(node)].bound()) return std::nullopt;
    return Route{node, payload.get_address()};
  }
  const std::optional<AddressMap::Place> place = map_.find(payload.get_address(), span_of(payload));
  if (!place) return std::nullopt;
  return Route{place->node, place->offset};
}

// ---- calls of users

unsigned NetworkCore::transport_dbg(int /*node*/, ::tlm::tlm_generic_payload& payload) {
  const std::optional<Route> found = route(payload);
  if (!found) {
    payload.set_response_status(::tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return 0;
  }
  const sc_dt::uint64 address = payload.get_address();
  payload.set_address(found->target_address);
  const unsigned bytes = target_ends_[static_cast<std::size_t>(found->destination)].target().transport_dbg(payload);
  payload.set_address(address);
  return bytes;
}

// ---- time

void NetworkCore::simulate() {
  for (const Arrival& arrival : transport_.advance()) {
    if (arrival.leg == Leg::request) {
      target_ends_[static_cast<std::size_t>(arrival.transaction->destination)].received(*arrival.transaction);
    } else {
      initiator_ends_[static_cast<std::size_t>(arrival.transaction->source)].received(*arrival.transaction);
    }
  }
  turns_.refill();
  transport_.schedule();
}

}  // namespace trenza::tlm
