#include "rtl_models/wormhole/network_interface/ejection_account.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "microarch/fabric.h"

namespace trenza::rtl_models {

EjectionAccount::EjectionAccount(std::string name, int ejectors, int delay)
    : name_(std::move(name)), delay_(delay), ports_(static_cast<std::size_t>(ejectors)) {
  for (Port& port : ports_) port.line.resize(static_cast<std::size_t>(delay));
}

void EjectionAccount::clear() {
  for (Port& port : ports_) {
    std::fill(port.line.begin(), port.line.end(), 0);
    port.partial.clear();
  }
  departures_.clear();
  under_way_ = 0;
}

void EjectionAccount::receive(std::size_t e, FlitWord word) {
  std::vector<Partial>& partial = ports_[e].partial;
  const PacketId packet = microarch::packet_of(word);
  auto it = std::find_if(partial.begin(), partial.end(), [&](const Partial& p) { return p.packet == packet; });
  if (microarch::is_head(word) && it == partial.end()) it = partial.insert(it, {packet, 0, microarch::hops_of(word)});
  if (it == partial.end() || it->expected != microarch::position_of(word)) {
    throw microarch::InvariantViolation(fmt::format("{}: ejection port {} gets flit {} of packet {} instead of {}",
                                                    name_, e, microarch::position_of(word), packet,
                                                    it == partial.end() ? 0 : it->expected));
  }
  ++it->expected;
  if (!microarch::is_tail(word)) return;
  departures_.push_back({static_cast<int>(e), packet, microarch::length_of(word), it->hops});
  partial.erase(it);
}

}  // namespace trenza::rtl_models
