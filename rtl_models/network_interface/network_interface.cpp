#include "rtl_models/network_interface/network_interface.h"

#include <fmt/core.h>

#include "microarch/fabric.h"

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
      policy_(parameters.injection),
      class_injectors_(parameters.injectors),
      router_delay_(parameters.router_delay),
      relation_(relation),
      node_(node),
      observer_(observer),
      injectors_(static_cast<std::size_t>(parameters.injection_queues())),
      ejectors_(static_cast<std::size_t>(parameters.ejectors)) {
  SC_HAS_PROCESS(NetworkInterface);
  SC_METHOD(tick);
  sensitive << clk.pos() << offered_;
  dont_initialize();
}

void NetworkInterface::end_of_elaboration() {
  wake_ |= reset.value_changed_event();
  wake_ |= pop.value_changed_event();
  wake_ |= offered_;
  for (auto& port : eject_valid) wake_ |= port.value_changed_event();
}

void NetworkInterface::offer(PacketId packet, int flits, HeaderWord header_word, std::uint64_t number, Cycle now,
                             int message_class) {
  const std::uint32_t productive = relation_.choices(node_, header_word).adaptive_ports();
  const int first = message_class * class_injectors_;
  const int chosen = first + microarch::choose_injector(policy_, class_injectors_, number, productive,
                                                        [&](int j) { return queued(first + j); });
  injectors_[static_cast<std::size_t>(chosen)].queue.push_back(
      {packet, flits, header_word, now + static_cast<Cycle>(router_delay_) - 1});
  changed_ |= 1U << chosen;
  offer_cycle_ = now;
  offered_.notify(sc_core::SC_ZERO_TIME);
  if (mirror_ != nullptr) mirror_->offer(packet, flits, header_word, number, now, message_class);
}

void NetworkInterface::tick() {
  const bool rising = clk.posedge();
  if (rising && reset.read()) {
    clear();
    return;
  }
  if (asleep_ && awake_ != nullptr) ++*awake_;
  asleep_ = false;
  if (rising) {
    if (!edge()) {
      asleep_ = true;
      if (awake_ != nullptr) --*awake_;
      next_trigger(wake_);
    }
    return;
  }
  // Offers of the cycle that has begun: they count for its decisions.
  for (std::uint32_t rest = changed_; rest != 0; rest &= rest - 1) {
    show_front(static_cast<std::size_t>(__builtin_ctz(rest)), offer_cycle_);
  }
  changed_ = 0;
}

void NetworkInterface::clear() {
  for (Injector& injector : injectors_) injector = Injector{};
  for (Ejector& ejector : ejectors_) ejector = Ejector{};
  for (std::size_t j = 0; j < injectors_.size(); ++j) drive_front(j, 0);
}

bool NetworkInterface::edge() {
  const Cycle now = cycle.read();
  const std::uint32_t popped = pop.read();
  bool busy = popped != 0;
  for (std::size_t e = 0; e < ejectors_.size(); ++e) {
    if (!eject_valid[e].read()) continue;
    busy = true;
    eject(e);
  }
  for (std::size_t j = 0; j < injectors_.size(); ++j) {
    Injector& injector = injectors_[j];
    const bool crossed = ((popped >> j) & 1U) != 0;
    if (crossed) {
      if (injector.queue.empty()) {
        throw microarch::InvariantViolation(
            fmt::format("{}: injector {} is empty but a flit crosses, in cycle {}", name(), j, now));
      }
      const Packet& packet = injector.queue.front();
      if (injector.position == 0) observer_.entered(packet.packet, now);
      if (++injector.position == packet.flits) {
        injector.position = 0;
        injector.queue.pop_front();
      }
    }
    if (crossed || (!injector.queue.empty() && injector.position == 0 && injector.queue.front().eligible > now)) {
      show_front(j, now + 1);
      busy = true;
    }
  }
  return busy;
}

void NetworkInterface::fill_injector(int j, const Injector& injector, Cycle now) {
  injectors_[static_cast<std::size_t>(j)] = injector;
  show_front(static_cast<std::size_t>(j), now);
}

void NetworkInterface::eject(std::size_t e) {
  const FlitWord word = eject_flit[e].read();
  Ejector& ejector = ejectors_[e];
  if (microarch::is_head(word)) {
    ejector.packet = microarch::packet_of(word);
    ejector.hops = microarch::hops_of(word);
  }
  if (microarch::position_of(word) != ejector.expected || microarch::packet_of(word) != ejector.packet) {
    throw microarch::InvariantViolation(fmt::format(
        "{}: ejection port {} gets flit {} of packet {} instead of flit {} of packet {}, in cycle {}", name(), e,
        microarch::position_of(word), microarch::packet_of(word), ejector.expected, ejector.packet, cycle.read()));
  }
  ++ejector.expected;
  if (microarch::is_tail(word)) {
    ejector.expected = 0;
    observer_.ejected(node_, static_cast<int>(e), ejector.packet, microarch::length_of(word), ejector.hops,
                      cycle.read());
  }
}

void NetworkInterface::show_front(std::size_t j, Cycle next) {
  injectors_[j].queue_view = static_cast<std::uint32_t>(injectors_[j].queue.size());
  drive_front(j, next);
}

void NetworkInterface::drive_front(std::size_t j, Cycle next) {
  const Injector& injector = injectors_[j];
  if (injector.queue.empty()) {
    request[j].write(0);
    return;
  }
  const Packet& packet = injector.queue.front();
  const FlitWord word = microarch::make_flit(packet.packet, packet.flits, injector.position);
  flit[j].write(word);
  if (injector.position != 0) {
    request[j].write(0);
    return;
  }
  header[j].write(packet.header);
  route[j].write(route_of(packet));
  const bool eligible = packet.eligible <= next;
  request[j].write(eligible ? make_request(word) : 0);
}

}  // namespace trenza::rtl_models
