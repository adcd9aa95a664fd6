#include "rtl_models/network_interface/network_interface_twin.h"

#include "rtl_models/twin/widths.h"

namespace trenza::rtl_models {

NetworkInterfaceTwin::NetworkInterfaceTwin(const sc_core::sc_module_name& name,
                                           const microarch::FabricParameters& parameters,
                                           const topologies::RoutingRelation& relation, topologies::NodeId node,
                                           TerminalObserver& observer, int dimensions)
    : NetworkInterface(name, parameters, relation, node, observer),
      model_(RtlModule{"network_interface", {}}
                 .with("INJECTORS", parameters.injection_queues())
                 .with("DIMENSIONS", dimensions)
                 .with("LOOKAHEAD", parameters.two_steps() ? 1 : 0)),
      shown_(parameters.two_steps() ? 2 : 1),
      cycle_(model_.port("cycle", kWordBits)),
      queued_(model_.port("queued", shown_ * parameters.injection_queues())),
      packet_(model_.port("packet", shown_ * vector_bits<std::uint32_t>(flit))),
      flits_(model_.port("flits", shown_ * vector_bits<std::uint16_t>(flit))),
      eligible_(model_.port("eligible", shown_ * vector_bits<std::uint64_t>(flit))),
      first_header_(model_.port("first_header", shown_ * vector_bits<std::uint64_t>(flit))),
      first_route_(model_.port("first_route", shown_ * vector_bits<std::uint64_t>(flit))),
      pop_(model_.port("pop", kHalfWordBits)),
      flit_(model_.port("flit", vector_bits<std::uint64_t>(flit))),
      header_(model_.port("header", vector_bits<std::uint64_t>(flit))),
      request_(model_.port("request", vector_bits<std::uint64_t>(flit))),
      route_(model_.port("route", vector_bits<std::uint64_t>(flit))) {}

bool NetworkInterfaceTwin::edge() {
  pop_.set(pop.read());
  model_.tick();
  pop_.set(std::uint32_t{0});
  return NetworkInterface::edge();
}

void NetworkInterfaceTwin::clear() {
  model_.reset();
  NetworkInterface::clear();
}

/// Shows the model a packet as element `at` of its queues; null: there is none.
void NetworkInterfaceTwin::set_packet(std::size_t at, const Terminal::Packet* packet) {
  const auto bit = static_cast<std::uint32_t>(1U << at);
  waiting_ = packet != nullptr ? waiting_ | bit : waiting_ & ~bit;
  queued_.set_word(waiting_);
  if (packet == nullptr) return;
  packet_.set(packet->packet, at);
  flits_.set(static_cast<std::uint16_t>(packet->flits), at);
  eligible_.set(packet->eligible, at);
  first_header_.set(packet->header, at);
  first_route_.set(account().route_of(*packet), at);
}

void NetworkInterfaceTwin::drive_front(std::size_t j, Cycle next) {
  const Terminal::Packet* const packet = account().front(j);
  set_packet(j, packet);
  if (shown_ > 1) set_packet(account().injectors() + j, account().behind(j));
  cycle_.set(next);
  model_.eval();
  request[j].write(request_.get<RequestWord>(j));
  if (packet == nullptr) return;
  flit[j].write(flit_.get<FlitWord>(j));
  header[j].write(header_.get<HeaderWord>(j));
  route[j].write(route_.get<RouteWord>(j));
}

}  // namespace trenza::rtl_models
