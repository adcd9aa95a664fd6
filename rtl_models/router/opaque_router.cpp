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
      granted_(place.parameters, place.ports()) {
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

bool OpaqueRouter::keep_accounts() {
  bool busy = granted_.edge(select, pick);
  for (std::size_t p = 0; p < buffers_.size(); ++p) {
    const auto no_route = [] { return RouteWord{0}; };
    if (buffers_[p] && buffers_[p]->edge(*in[p], pop[p].read(), no_route)) busy = true;
    if (counters_[p] && counters_[p]->edge(charge[p].read(), credit_in[p].read()) != 0) busy = true;
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
