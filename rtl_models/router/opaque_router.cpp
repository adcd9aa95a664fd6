#include "rtl_models/router/opaque_router.h"

#include <fmt/core.h>

#include "microarch/index.h"

namespace trenza::rtl_models {

using microarch::index;

OpaqueRouter::OpaqueRouter(const sc_core::sc_module_name& name, const RouterPlace& place)
    : Clocked<RouterPorts>(name, place),
      place_(place),
      buffers_(index(place.ports())),
      counters_(index(place.ports())),
      granted_(place.parameters, place.ports(), place.node) {
  const auto& [topology, parameters, node] = place;
  for (int p = 0; p < place.ports(); ++p) {
    if (has_input(p)) {
      buffers_[index(p)].emplace(
          fmt::format("{}.in_{}", this->name(), input_name(topology, topology.graph().in(node, p))), parameters.vcs(),
          parameters.buffer_flits(), parameters.router_delay);
      keep_input(p, *buffers_[index(p)], *this);
    }
    if (has_output(p)) {
      counters_[index(p)].emplace(
          fmt::format("{}.out_{}", this->name(), output_name(topology, topology.graph().out(node, p))),
          CreditAccount::initial_of(parameters));
      keep_output(p, *counters_[index(p)], *this);
    }
  }
  keep_grants(granted_, granted_.arbiters());
  count_in(awake_blocks());
}

/// The credits that reservations take of the VCs of a network port.
struct OpaqueRouter::TakenOf {
  const sc_core::sc_vector<sc_core::sc_signal<std::uint32_t>>& taken;
  std::size_t first;
  std::size_t vcs;

  std::size_t size() const { return vcs; }
  const sc_core::sc_signal<std::uint32_t>& operator[](std::size_t vc) const { return taken[first + vc]; }
};

std::uint32_t OpaqueRouter::count_credits(std::size_t port) {
  const std::uint32_t returned = credit_in[port].read();
  if (reservation.taken.size() == 0) return counters_[port]->edge(charge[port].read(), returned);
  const auto vcs = static_cast<std::size_t>(shape().vcs());
  return counters_[port]->edge_with_reservations(TakenOf{reservation.taken, port * vcs, vcs}, returned);
}

bool OpaqueRouter::keep_accounts() {
  bool busy = granted_.edge(select, pick);
  for (std::size_t p = 0; p < buffers_.size(); ++p) {
    const auto no_route = [] { return RouteWord{0}; };
    if (buffers_[p] && buffers_[p]->edge(*in[p], pop[p].read(), no_route)) busy = true;
    if (counters_[p] && count_credits(p) != 0) busy = true;
  }
  return busy;
}

void OpaqueRouter::clear_accounts() {
  for (auto& buffer : buffers_) {
    if (buffer) buffer->clear();
  }
  for (auto& counter : counters_) {
    if (counter) counter->clear();
  }
  granted_.clear();
}

}  // namespace trenza::rtl_models
