#include "rtl_models/network_interface/network_interface.h"

namespace trenza::rtl_models {

NetworkInterface::NetworkInterface(const sc_core::sc_module_name& name, const microarch::FabricParameters& parameters,
                                   const topologies::RoutingRelation& relation, topologies::NodeId node,
                                   TerminalObserver& observer)
    : sc_core::sc_module(name),
      flit("flit", static_cast<std::size_t>(parameters.injection_queues())),
      header("header", static_cast<std::size_t>(parameters.injection_queues())),
      request("request", static_cast<std::size_t>(parameters.injection_queues())),
      route("route", static_cast<std::size_t>(parameters.injection_queues())),
      eject_valid("eject_valid", static_cast<std::size_t>(parameters.ejectors)),
      eject_flit("eject_flit", static_cast<std::size_t>(parameters.ejectors)),
      account_(this->name(), parameters, relation, node, observer),
      looks_ahead_(parameters.two_steps()) {
  SC_HAS_PROCESS(NetworkInterface);
  SC_METHOD(tick);
  sensitive << clk.pos() << account_.offered();
  dont_initialize();
}

void NetworkInterface::end_of_elaboration() {
  wake_ |= reset.value_changed_event();
  wake_ |= pop.value_changed_event();
  wake_ |= account_.offered();
  for (auto& port : eject_valid) wake_ |= port.value_changed_event();
}

void NetworkInterface::tick() {
  const bool rising = clk.posedge();
  if (rising && reset.read()) {
    clear();
    return;
  }
  wake_up();
  if (rising) {
    if (edge()) return;
    fall_asleep();
    next_trigger(wake_);
    return;
  }
  // Offers of the cycle that has begun: they count for its decisions.
  drive_fronts(account_.take_offered(), account_.offer_cycle());
}

void NetworkInterface::clear() {
  account_.clear();
  show(0);
}

bool NetworkInterface::edge() {
  const Cycle now = cycle.read();
  const auto [busy, fronts] = account_.edge(now, pop.read(), eject_valid, eject_flit);
  drive_fronts(fronts, now + 1);
  return busy;
}

void NetworkInterface::show(Cycle now) {
  for (std::size_t j = 0; j < account_.injectors(); ++j) drive_front(j, now);
}

void NetworkInterface::drive_fronts(std::uint32_t injectors, Cycle next) {
  for (std::uint32_t rest = injectors; rest != 0; rest &= rest - 1)
    drive_front(static_cast<std::size_t>(__builtin_ctz(rest)), next);
}

void NetworkInterface::drive_front(std::size_t j, Cycle next) {
  if (looks_ahead_) return show_both(j, next);
  const Terminal::Packet* const first = account_.front(j);
  if (first == nullptr) {
    request[j].write(0);
    return;
  }
  const Terminal::Packet& packet = *first;
  const int position = account_.injector(static_cast<int>(j)).position;
  const FlitWord word = microarch::make_flit(packet.packet, packet.flits, position);
  flit[j].write(word);
  if (position != 0) {
    request[j].write(0);
    return;
  }
  header[j].write(packet.header);
  route[j].write(account_.route_of(packet));
  const bool eligible = packet.eligible <= next;
  request[j].write(eligible ? make_request(word) : 0);
}

/// The flit that crosses next, and the first packet that does not cross yet.
void NetworkInterface::show_both(std::size_t j, Cycle next) {
  if (const Terminal::Packet* const front = account_.front(j)) {
    const int position = account_.injector(static_cast<int>(j)).position;
    flit[j].write(microarch::make_flit(front->packet, front->flits, position));
    if (position == 0) header[j].write(front->header);
  }
  const Terminal::Packet* const waiting = account_.first_waiting(j);
  if (waiting == nullptr || waiting->eligible > next) {
    request[j].write(0);
    return;
  }
  route[j].write(account_.route_of(*waiting));
  request[j].write(make_request(microarch::make_flit(waiting->packet, waiting->flits, 0)));
}

}  // namespace trenza::rtl_models
