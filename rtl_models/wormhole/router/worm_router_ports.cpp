#include "rtl_models/wormhole/router/worm_router_ports.h"

#include <fmt/core.h>

#include "microarch/index.h"

namespace trenza::rtl_models {

using microarch::index;

WormRouterPorts::WormRouterPorts(const sc_core::sc_module_name& name, const WormPlace& place)
    : sc_core::sc_module(name),
      credit_out("credit_out", index(place.ports())),
      credit_in("credit_in", index(place.ports())),
      node_(place.node),
      shape_(place.shape()),
      depth_(place.parameters.buffer_flits()),
      atomic_(place.parameters.wormhole.atomic()),
      stored_(index(shape_.input_ports())),
      input_sleepers_(index(shape_.input_ports())),
      credit_accounts_(index(shape_.ports)) {
  make_signals(place);
  make_links(place);
}

void WormRouterPorts::make_signals(const WormPlace& place) {
  const auto inputs = index(shape_.inputs());
  flit.init(inputs);
  header.init(inputs);
  request.init(inputs);
  route_ports.init(inputs);
  route_vcs.init(inputs);
  hold.init(inputs);
  grant.init(inputs);
  if (place.parameters.pipeline.is<microarch::SpeculativePipeline>()) wish.init(inputs);
  credits.init(index(shape_.network_inputs()));
  const auto outputs = index(shape_.outputs());
  held.init(outputs);
  allocated.init(outputs);
  released.init(outputs);
  select.init(outputs);
  charge.init(index(shape_.ports));
  pop.init(index(shape_.input_ports()));
  eject_valid.init(index(shape_.ejectors));
  eject_flit.init(index(shape_.ejectors));
}

void WormRouterPorts::make_links(const WormPlace& place) {
  const auto& graph = place.topology.graph();
  const auto loose_credit = [this](const std::string& name) -> sc_core::sc_signal<std::uint32_t>& {
    loose_credits_.push_back(std::make_unique<sc_core::sc_signal<std::uint32_t>>(name.c_str()));
    return *loose_credits_.back();
  };
  for (int p = 0; p < shape_.ports; ++p) {
    const std::string label = place.topology.port_name(p);
    in.push_back(graph.has_in(node_, p) ? std::make_unique<FlitIn>("in_" + label) : nullptr);
    out.push_back(graph.has_out(node_, p) ? std::make_unique<FlitOut>("out_" + label) : nullptr);
    // SystemC wants every port bound.
    if (!in.back()) credit_out[index(p)].bind(loose_credit(fmt::format("no_credit_out_{}", p)));
    if (!out.back()) credit_in[index(p)].bind(loose_credit(fmt::format("no_credit_in_{}", p)));
  }
}

void WormRouterPorts::keep_input(int port, const InputUnitAccount& account, const Sleeper& sleeper) {
  stored_[index(port)] = &account;
  input_sleepers_[index(port)] = &sleeper;
}

void WormRouterPorts::keep_credits(int port, const CreditAccount& account) { credit_accounts_[index(port)] = &account; }

}  // namespace trenza::rtl_models
