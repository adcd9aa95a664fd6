#include "rtl_models/network_interface/terminal.h"

#include <fmt/core.h>

#include <utility>

#include "microarch/fabric.h"

namespace trenza::rtl_models {

Terminal::Terminal(std::string name, const microarch::FabricParameters& parameters,
                   const topologies::RoutingRelation& relation, topologies::NodeId node, TerminalObserver& observer)
    : name_(std::move(name)),
      policy_(parameters.injection),
      class_injectors_(parameters.injectors),
      router_delay_(parameters.router_delay),
      relation_(relation),
      node_(node),
      observer_(observer),
      injectors_(static_cast<std::size_t>(parameters.injection_queues())),
      ejectors_(static_cast<std::size_t>(parameters.ejectors)) {}

void Terminal::offer(PacketId packet, int flits, HeaderWord header, std::uint64_t number, Cycle now,
                     int message_class) {
  const std::uint32_t productive = choices(header).adaptive_ports();
  const int first = message_class * class_injectors_;
  const int chosen = first + microarch::choose_injector(policy_, class_injectors_, number, productive,
                                                        [&](int j) { return queued(first + j); });
  Injector& injector = injectors_[static_cast<std::size_t>(chosen)];
  injector.queue.push_back({packet, flits, header, now + static_cast<Cycle>(router_delay_) - 1});
  note_queue(injector);
  changed_ |= 1U << chosen;
  offer_cycle_ = now;
  offered_.notify(sc_core::SC_ZERO_TIME);
  if (mirror_ != nullptr) mirror_->offer(packet, flits, header, number, now, message_class);
}

std::uint32_t Terminal::take_offered() { return std::exchange(changed_, 0); }

void Terminal::clear() {
  for (Injector& injector : injectors_) injector = Injector{};
  for (Ejector& ejector : ejectors_) ejector = Ejector{};
}

std::uint32_t Terminal::inject(std::uint32_t popped, Cycle now) {
  std::uint32_t fronts = 0;
  for (std::size_t j = 0; j < injectors_.size(); ++j) {
    Injector& injector = injectors_[j];
    const bool crossed = ((popped >> j) & 1U) != 0;
    if (crossed) {
      if (injector.queue.empty()) {
        throw microarch::InvariantViolation(
            fmt::format("{}: injector {} is empty but a flit crosses, in cycle {}", name_, j, now));
      }
      const Packet& packet = injector.queue.front();
      if (injector.position == 0) observer_.entered(packet.packet, now);
      if (++injector.position == packet.flits) {
        injector.position = 0;
        injector.queue.pop_front();
        note_queue(injector);
      }
    }
    const bool waits = !injector.queue.empty() && injector.position == 0 && injector.queue.front().eligible > now;
    if (crossed || waits) fronts |= 1U << j;
  }
  return fronts;
}

void Terminal::fill_injector(int j, const Injector& injector) {
  injectors_[static_cast<std::size_t>(j)] = injector;
  note_queue(injectors_[static_cast<std::size_t>(j)]);
}

void Terminal::eject(std::size_t e, FlitWord word, Cycle now) {
  Ejector& ejector = ejectors_[e];
  if (microarch::is_head(word)) {
    ejector.packet = microarch::packet_of(word);
    ejector.hops = microarch::hops_of(word);
  }
  if (microarch::position_of(word) != ejector.expected || microarch::packet_of(word) != ejector.packet) {
    throw microarch::InvariantViolation(fmt::format(
        "{}: ejection port {} gets flit {} of packet {} instead of flit {} of packet {}, in cycle {}", name_, e,
        microarch::position_of(word), microarch::packet_of(word), ejector.expected, ejector.packet, now));
  }
  ++ejector.expected;
  if (microarch::is_tail(word)) {
    ejector.expected = 0;
    observer_.ejected(node_, static_cast<int>(e), ejector.packet, microarch::length_of(word), ejector.hops, now);
  }
}

}  // namespace trenza::rtl_models
