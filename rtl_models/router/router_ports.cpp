#include "rtl_models/router/router_ports.h"

#include <fmt/core.h>

#include <string>

#include "microarch/fabric.h"
#include "microarch/index.h"

namespace trenza::rtl_models {

using microarch::index;

RouterPorts::RouterPorts(const sc_core::sc_module_name& name, const RouterPlace& place)
    : sc_core::sc_module(name),
      credit_out("credit_out", index(place.ports())),
      credit_in("credit_in", index(place.ports())),
      node_(place.node),
      inputs_(place.parameters.inputs(place.ports())),
      shape_(microarch::selection_shape(place.topology, place.parameters)),
      stored_(index(place.ports())),
      credit_accounts_(index(place.ports())),
      input_sleepers_(index(place.ports())),
      output_sleepers_(index(place.ports())) {
  const auto& parameters = place.parameters;
  const int ports = place.ports();
  for (int i = 0; i < inputs_; ++i) input_class_.push_back(parameters.class_of_input(ports, i));
  flit.init(index(inputs_));
  header.init(index(inputs_));
  request.init(index(inputs_));
  route.init(index(inputs_));
  pick.init(index(inputs_));
  credits.init(index(ports * parameters.vcs()));
  admitted.init(index(ports * parameters.message_classes * parameters.escape_vcs));
  select.init(index(ports + parameters.ejectors));
  charge.init(index(ports));
  if (parameters.two_steps()) {
    reservation.reserved.init(index(inputs_));
    reservation.taken.init(index(ports * parameters.vcs()));
  }
  pop.init(index(ports));
  eject_valid.init(index(parameters.ejectors));
  eject_flit.init(index(parameters.ejectors));
  const auto& graph = place.topology.graph();
  for (int p = 0; p < ports; ++p) {
    const std::string label = place.topology.port_name(p);
    in.push_back(graph.has_in(node_, p) ? std::make_unique<FlitIn>("in_" + label) : nullptr);
    out.push_back(graph.has_out(node_, p) ? std::make_unique<FlitOut>("out_" + label) : nullptr);
  }
  tie_off();
}

/// SystemC wants every port bound.
void RouterPorts::tie_off() {
  const auto loose_credit = [this](const std::string& name) -> sc_core::sc_signal<std::uint32_t>& {
    loose_credits_.push_back(std::make_unique<sc_core::sc_signal<std::uint32_t>>(name.c_str()));
    return *loose_credits_.back();
  };
  for (std::size_t p = 0; p < in.size(); ++p) {
    if (!in[p]) credit_out[p].bind(loose_credit(fmt::format("no_credit_out_{}", p)));
    if (!out[p]) credit_in[p].bind(loose_credit(fmt::format("no_credit_in_{}", p)));
  }
}

void RouterPorts::show_accounts(Cycle /*now*/) {
  throw microarch::InvariantViolation("a router of which the registers cannot be set");
}

void RouterPorts::keep_input(int port, BufferAccount& account, const Sleeper& sleeper) {
  stored_[index(port)] = &account;
  input_sleepers_[index(port)] = &sleeper;
}

void RouterPorts::keep_output(int port, CreditAccount& account, const Sleeper& sleeper) {
  credit_accounts_[index(port)] = &account;
  output_sleepers_[index(port)] = &sleeper;
}

void RouterPorts::keep_grants(GrantAccount& account, std::vector<std::uint8_t>& arbiters) {
  grants_ = &account;
  arbiters_ = &arbiters;
}

void RouterPorts::connect(NetworkInterface& terminal) {
  terminal.clk.bind(clk);
  terminal.reset.bind(reset);
  terminal.cycle.bind(cycle);
  terminal.pop.bind(pop_injector);
  const std::size_t first = index(shape_.ports * shape_.vcs());
  for (std::size_t j = 0; j < terminal.flit.size(); ++j) {
    terminal.flit[j].bind(flit[first + j]);
    terminal.header[j].bind(header[first + j]);
    terminal.request[j].bind(request[first + j]);
    terminal.route[j].bind(route[first + j]);
  }
  terminal.eject_valid.bind(eject_valid);
  terminal.eject_flit.bind(eject_flit);
  terminal.count_in(awake_blocks_);
  keep_terminal(terminal.account());
}

}  // namespace trenza::rtl_models
