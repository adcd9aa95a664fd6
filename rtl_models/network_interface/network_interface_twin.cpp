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
                 .with("DIMENSIONS", dimensions)),
      cycle_(model_.port("cycle", kWordBits)),
      queued_(model_.port("queued", parameters.injection_queues())),
      packet_(model_.port("packet", vector_bits<std::uint32_t>(flit))),
      flits_(model_.port("flits", vector_bits<std::uint16_t>(flit))),
      eligible_(model_.port("eligible", vector_bits<std::uint64_t>(flit))),
      first_header_(model_.port("first_header", vector_bits<std::uint64_t>(flit))),
      first_route_(model_.port("first_route", vector_bits<std::uint64_t>(flit))),
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

void NetworkInterfaceTwin::drive_front(std::size_t j, Cycle next) {
  const auto bit = static_cast<std::uint16_t>(1U << j);
  const Terminal::Packet* const packet = account().front(j);
  waiting_ = static_cast<std::uint16_t>(packet != nullptr ? waiting_ | bit : waiting_ & ~bit);
  queued_.set_word(waiting_);
  cycle_.set(next);
  if (packet != nullptr) {
    packet_.set(packet->packet, j);
    flits_.set(static_cast<std::uint16_t>(packet->flits), j);
    eligible_.set(packet->eligible, j);
    first_header_.set(packet->header, j);
    first_route_.set(account().route_of(*packet), j);
  }
  model_.eval();
  request[j].write(request_.get<RequestWord>(j));
  if (packet == nullptr) return;
  flit[j].write(flit_.get<FlitWord>(j));
  header[j].write(header_.get<HeaderWord>(j));
  route[j].write(route_.get<RouteWord>(j));
}

}  // namespace trenza::rtl_models
