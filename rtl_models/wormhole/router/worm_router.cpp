#include "rtl_models/wormhole/router/worm_router.h"

#include <fmt/core.h>

#include <utility>

#include "microarch/index.h"

namespace trenza::rtl_models {

using microarch::index;

WormRouter::WormRouter(const sc_core::sc_module_name& name, const WormPlace& place, TerminalObserver& observer,
                       const WormBlockFactory& blocks)
    : WormRouterPorts(name, place) {
  const microarch::WormShape& shape = this->shape();
  arriving_ports_.init(index(shape.input_ports()));
  arriving_vcs_.init(index(shape.input_ports()));
  routes_.resize(index(shape.input_ports()));
  inputs_.resize(index(shape.input_ports()));
  outputs_.resize(index(shape.outputs()));
  counters_.resize(index(shape.ports));
  const auto& graph = place.topology.graph();
  for (int p = 0; p < shape.ports; ++p) {
    if (has_input(p)) {
      make_input(p, topologies::input_name(place.topology, graph.in(node(), p)), place, false, blocks);
      bind_input(p, *in[index(p)]);
      inputs_[index(p)]->credit.bind(credit_out[index(p)]);
    }
    if (has_output(p)) make_output(p, topologies::output_name(place.topology, graph.out(node(), p)), place, blocks);
  }
  for (int o = shape.ports; o < shape.outputs(); ++o)
    make_output(o, fmt::format("ejector{}", o - shape.ports), place, blocks);
  make_local_port(place, observer, blocks);
  make_allocators(place, blocks);
  make_crossbar(place, blocks);
}

template <class Wires>
void WormRouter::bind_input(int port, Wires& wires) {
  inputs_[index(port)]->in.bind(wires);
  RouteComputation& route = *routes_[index(port)];
  route.valid.bind(wires.valid);
  route.vc.bind(wires.vc);
  route.flit.bind(wires.flit);
  route.header.bind(wires.header);
}

void WormRouter::make_input(int port, const std::string& name, const WormPlace& place, bool falls_through,
                            const WormBlockFactory& blocks) {
  auto route = blocks.route_computation(("route_" + name).c_str(), place, port < shape().ports ? port : -1);
  route->route_ports.bind(arriving_ports_[index(port)]);
  route->route_vcs.bind(arriving_vcs_[index(port)]);
  auto unit = blocks.input_unit(("in_" + name).c_str(), place, falls_through);
  connect_clock(*unit);
  unit->in_route_ports.bind(arriving_ports_[index(port)]);
  unit->in_route_vcs.bind(arriving_vcs_[index(port)]);
  unit->pop.bind(pop[index(port)]);
  for (int vc = 0; vc < shape().vcs; ++vc) {
    const std::size_t i = index(port * shape().vcs + vc);
    unit->granted[index(vc)].bind(grant[i]);
    unit->flit[index(vc)].bind(flit[i]);
    unit->header[index(vc)].bind(header[i]);
    unit->request[index(vc)].bind(request[i]);
    unit->route_ports[index(vc)].bind(route_ports[i]);
    unit->route_vcs[index(vc)].bind(route_vcs[i]);
    unit->hold[index(vc)].bind(hold[i]);
  }
  keep_input(port, unit->account(), *unit);
  routes_[index(port)] = std::move(route);
  inputs_[index(port)] = std::move(unit);
}

void WormRouter::make_output(int output, const std::string& name, const WormPlace& place,
                             const WormBlockFactory& blocks) {
  auto unit = blocks.output_unit(("out_" + name).c_str(), place);
  connect_clock(*unit);
  unit->allocated.bind(allocated[index(output)]);
  unit->released.bind(released[index(output)]);
  unit->held.bind(held[index(output)]);
  outputs_[index(output)] = std::move(unit);
  if (output >= shape().ports) return;
  auto counter = blocks.credit_counter(("credits_" + name).c_str(), place);
  connect_clock(*counter);
  counter->charge.bind(charge[index(output)]);
  counter->credit.bind(credit_in[index(output)]);
  for (int vc = 0; vc < shape().vcs; ++vc) counter->credits[index(vc)].bind(credits[index(output * shape().vcs + vc)]);
  keep_credits(output, counter->account());
  counters_[index(output)] = std::move(counter);
}

void WormRouter::make_local_port(const WormPlace& place, TerminalObserver& observer, const WormBlockFactory& blocks) {
  const auto& worm = place.parameters.wormhole;
  make_input(shape().ports, "local", place, worm.injection_delay == 0, blocks);
  terminal_ = blocks.network_interface("network_interface", place, observer);
  keep_terminal(terminal_->account());
  connect_clock(*terminal_);
  terminal_->cycle.bind(cycle);
  terminal_->out.bind(sent_);
  terminal_->eject_valid.bind(eject_valid);
  terminal_->eject_flit.bind(eject_flit);
  // The register of the input unit is the last cycle of the injection delay, that of the source of the credits' delay.
  if (worm.injection_delay > 1) {
    injection_ = std::make_unique<Link>("injection", worm.injection_delay - 1);
    connect_clock(*injection_);
    injection_->in.bind(sent_);
    injection_->out.bind(entering_);
  }
  bind_input(shape().ports, injection_ ? entering_ : sent_);
  inputs_.back()->credit.bind(local_credit_);
  if (worm.injection_credit_delay > 1) {
    injection_credits_ = std::make_unique<CreditLink>("injection_credits", worm.injection_credit_delay - 1);
    connect_clock(*injection_credits_);
    injection_credits_->credit_in.bind(local_credit_);
    injection_credits_->credit_out.bind(source_credit_);
  }
  terminal_->credit.bind(injection_credits_ ? source_credit_ : local_credit_);
}

void WormRouter::make_allocators(const WormPlace& place, const WormBlockFactory& blocks) {
  vc_allocator_ = blocks.vc_allocator("vc_allocator", place);
  connect_clock(*vc_allocator_);
  vc_allocator_->cycle.bind(cycle);
  vc_allocator_->request.bind(request);
  vc_allocator_->route_ports.bind(route_ports);
  vc_allocator_->route_vcs.bind(route_vcs);
  vc_allocator_->held.bind(held);
  if (vc_allocator_->credits.size() != 0) vc_allocator_->credits.bind(credits);
  vc_allocator_->grant.bind(grant);
  vc_allocator_->allocated.bind(allocated);
  if (wish.size() != 0) vc_allocator_->wish.bind(wish);

  switch_allocator_ = blocks.switch_allocator("switch_allocator", place);
  keep_grants(switch_allocator_->account());
  connect_clock(*switch_allocator_);
  switch_allocator_->cycle.bind(cycle);
  switch_allocator_->hold.bind(hold);
  switch_allocator_->flit.bind(flit);
  switch_allocator_->grant.bind(grant);
  if (wish.size() != 0) switch_allocator_->wish.bind(wish);
  switch_allocator_->credits.bind(credits);
  switch_allocator_->select.bind(select);
  switch_allocator_->pop.bind(pop);
  switch_allocator_->charge.bind(charge);
  switch_allocator_->released.bind(released);
}

void WormRouter::make_crossbar(const WormPlace& place, const WormBlockFactory& blocks) {
  crossbar_ = blocks.crossbar("crossbar", place);
  crossbar_->select.bind(select);
  crossbar_->flit.bind(flit);
  crossbar_->header.bind(header);
  for (std::size_t p = 0; p < out.size(); ++p) {
    if (out[p]) {
      crossbar_->out[p]->bind(*out[p]);
      continue;
    }
    loose_links_.push_back(std::make_unique<FlitSignals>(fmt::format("no_link_{}", p)));
    crossbar_->out[p]->bind(*loose_links_.back());
  }
  crossbar_->eject_valid.bind(eject_valid);
  crossbar_->eject_flit.bind(eject_flit);
}

}  // namespace trenza::rtl_models
