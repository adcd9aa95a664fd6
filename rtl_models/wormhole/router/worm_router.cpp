#include "rtl_models/wormhole/router/worm_router.h"

#include <fmt/core.h>

#include "microarch/index.h"

namespace trenza::rtl_models {

using microarch::index;

WormRouter::WormRouter(const sc_core::sc_module_name& name, const WormPlace& place, TerminalObserver& observer)
    : sc_core::sc_module(name),
      credit_out("credit_out", index(place.ports())),
      credit_in("credit_in", index(place.ports())),
      node_(place.node),
      shape_(place.shape()),
      depth_(place.parameters.buffer_flits()),
      availability_(place.topology, place.parameters, place.node) {
  make_signals(place);
  const auto& graph = place.topology.graph();
  for (int p = 0; p < shape_.ports; ++p) {
    const std::string label = place.topology.port_name(p);
    in.push_back(graph.has_in(node_, p) ? std::make_unique<FlitIn>("in_" + label) : nullptr);
    out.push_back(graph.has_out(node_, p) ? std::make_unique<FlitOut>("out_" + label) : nullptr);
    for (const bool forward : {true, false}) {
      if (forward ? in.back() != nullptr : out.back() != nullptr) continue;
      const std::string loose = fmt::format(forward ? "no_credit_out_{}" : "no_credit_in_{}", p);
      loose_credits_.push_back(std::make_unique<sc_core::sc_signal<std::uint32_t>>(loose.c_str()));
      if (forward) {
        credit_out[index(p)].bind(*loose_credits_.back());
      } else {
        credit_in[index(p)].bind(*loose_credits_.back());
      }
    }
  }
  routes_.resize(index(shape_.input_ports()));
  inputs_.resize(index(shape_.input_ports()));
  outputs_.resize(index(shape_.outputs()));
  counters_.resize(index(shape_.ports));
  for (int p = 0; p < shape_.ports; ++p) {
    if (has_input(p)) {
      make_input(p, topologies::input_name(place.topology, graph.in(node_, p)), place, false);
      bind_input(p, *in[index(p)]);
      inputs_[index(p)]->credit.bind(credit_out[index(p)]);
    }
    if (has_output(p)) make_output(p, topologies::output_name(place.topology, graph.out(node_, p)), place);
  }
  for (int o = shape_.ports; o < shape_.outputs(); ++o)
    make_output(o, fmt::format("ejector{}", o - shape_.ports), place);
  make_local_port(place, observer);
  make_allocators(place);
  make_crossbar(place);
}

void WormRouter::make_signals(const WormPlace& place) {
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
  arriving_ports_.init(index(shape_.input_ports()));
  arriving_vcs_.init(index(shape_.input_ports()));
  eject_valid.init(index(shape_.ejectors));
  eject_flit.init(index(shape_.ejectors));
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

void WormRouter::make_input(int port, const std::string& name, const WormPlace& place, bool falls_through) {
  const auto& parameters = place.parameters;
  auto route = std::make_unique<RouteComputation>(("route_" + name).c_str(), place.topology.routing(), node_,
                                                  port < shape_.ports ? port : -1, shape_.class_vcs);
  route->route_ports.bind(arriving_ports_[index(port)]);
  route->route_vcs.bind(arriving_vcs_[index(port)]);
  auto unit = std::make_unique<InputUnit>(("in_" + name).c_str(), shape_.vcs, parameters.buffer_flits(),
                                          InputUnitAccount::Delays::of(parameters), falls_through);
  connect_clock(*unit);
  unit->in_route_ports.bind(arriving_ports_[index(port)]);
  unit->in_route_vcs.bind(arriving_vcs_[index(port)]);
  unit->pop.bind(pop[index(port)]);
  for (int vc = 0; vc < shape_.vcs; ++vc) {
    const std::size_t i = index(port * shape_.vcs + vc);
    unit->granted[index(vc)].bind(grant[i]);
    unit->flit[index(vc)].bind(flit[i]);
    unit->header[index(vc)].bind(header[i]);
    unit->request[index(vc)].bind(request[i]);
    unit->route_ports[index(vc)].bind(route_ports[i]);
    unit->route_vcs[index(vc)].bind(route_vcs[i]);
    unit->hold[index(vc)].bind(hold[i]);
  }
  routes_[index(port)] = std::move(route);
  inputs_[index(port)] = std::move(unit);
}

void WormRouter::make_output(int output, const std::string& name, const WormPlace& place) {
  auto unit = std::make_unique<OutputUnit>(("out_" + name).c_str());
  connect_clock(*unit);
  unit->allocated.bind(allocated[index(output)]);
  unit->released.bind(released[index(output)]);
  unit->held.bind(held[index(output)]);
  outputs_[index(output)] = std::move(unit);
  if (output >= shape_.ports) return;
  auto counter = std::make_unique<CreditCounter>(("credits_" + name).c_str(),
                                                 std::vector<int>(index(shape_.vcs), place.parameters.buffer_flits()));
  connect_clock(*counter);
  counter->charge.bind(charge[index(output)]);
  counter->credit.bind(credit_in[index(output)]);
  for (int vc = 0; vc < shape_.vcs; ++vc) counter->credits[index(vc)].bind(credits[index(output * shape_.vcs + vc)]);
  counters_[index(output)] = std::move(counter);
}

void WormRouter::make_local_port(const WormPlace& place, TerminalObserver& observer) {
  const auto& worm = place.parameters.wormhole;
  make_input(shape_.ports, "local", place, worm.injection_delay == 0);
  terminal_ = std::make_unique<WormNetworkInterface>("network_interface", place.parameters, node_, observer);
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
  bind_input(shape_.ports, injection_ ? entering_ : sent_);
  inputs_.back()->credit.bind(local_credit_);
  if (worm.injection_credit_delay > 1) {
    injection_credits_ = std::make_unique<CreditLink>("injection_credits", worm.injection_credit_delay - 1);
    connect_clock(*injection_credits_);
    injection_credits_->credit_in.bind(local_credit_);
    injection_credits_->credit_out.bind(source_credit_);
  }
  terminal_->credit.bind(injection_credits_ ? source_credit_ : local_credit_);
}

void WormRouter::make_allocators(const WormPlace& place) {
  vc_allocator_ = make_worm_vc_allocator("vc_allocator", place);
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

  switch_allocator_ = make_worm_switch_allocator("switch_allocator", place);
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

void WormRouter::make_crossbar(const WormPlace& place) {
  crossbar_ = std::make_unique<CrossbarOf<WormSelect>>("crossbar", place.topology.routing(), node_, shape_.inputs(),
                                                       shape_.ports, shape_.ejectors, 0);
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
