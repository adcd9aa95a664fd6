#include "rtl_models/router/router.h"

#include <fmt/core.h>

#include "microarch/flow_control/flow_control.h"
#include "microarch/index.h"
#include "microarch/ring_membership.h"

namespace trenza::rtl_models {

using topologies::Channel;
using topologies::Topology;

namespace {

using microarch::index;

}  // namespace

Router::Router(const sc_core::sc_module_name& name, const Topology& topology,
               const microarch::FabricParameters& parameters, topologies::NodeId node, TerminalObserver& observer,
               const BlockFactory& blocks)
    : sc_core::sc_module(name),
      credit_out("credit_out", index(topology.graph().ports())),
      credit_in("credit_in", index(topology.graph().ports())),
      node_(node),
      ports_(topology.graph().ports()),
      vcs_(parameters.vcs()),
      inputs_(parameters.inputs(ports_)),
      shape_(microarch::selection_shape(topology, parameters)) {
  const int outputs = ports_ + parameters.ejectors;
  const std::size_t escape_vcs = index(ports_ * parameters.message_classes * parameters.escape_vcs);
  for (int i = 0; i < inputs_; ++i) input_class_.push_back(parameters.class_of_input(ports_, i));
  flit.init(index(inputs_));
  header.init(index(inputs_));
  request.init(index(inputs_));
  route.init(index(inputs_));
  pick.init(index(inputs_));
  credits.init(index(ports_ * vcs_));
  admitted.init(escape_vcs);
  select.init(index(outputs));
  charge.init(index(ports_));
  pop.init(index(ports_));
  eject_valid.init(index(parameters.ejectors));
  eject_flit.init(index(parameters.ejectors));
  arriving_route_.init(index(ports_));
  for (int p = 0; p < ports_; ++p) {
    const std::string label = topology.port_name(p);
    in.push_back(topology.graph().has_in(node_, p) ? std::make_unique<FlitIn>("in_" + label) : nullptr);
    out.push_back(topology.graph().has_out(node_, p) ? std::make_unique<FlitOut>("out_" + label) : nullptr);
  }
  buffers_.resize(index(ports_));
  routing_units_.resize(index(ports_));
  counters_.resize(index(ports_));
  bubbles_.resize(escape_vcs);
  const RouterPlace place{topology, parameters, node};
  for (int p = 0; p < ports_; ++p) {
    if (in[index(p)]) make_input(p, place, blocks);
    if (out[index(p)]) make_output(p, place, blocks);
  }
  make_allocators(place, blocks);
  make_terminal(place, observer, blocks);
  tie_off(topology.graph());
  core_ = blocks.core(place, *this);
}

/// SystemC wants every port bound.
void Router::tie_off(const topologies::Graph& graph) {
  const auto loose_credit = [this](const std::string& name) -> sc_core::sc_signal<std::uint32_t>& {
    loose_credits_.push_back(std::make_unique<sc_core::sc_signal<std::uint32_t>>(name.c_str()));
    return *loose_credits_.back();
  };
  for (int p = 0; p < ports_; ++p) {
    if (!graph.has_in(node_, p)) credit_out[index(p)].bind(loose_credit(fmt::format("no_credit_out_{}", p)));
    if (graph.has_out(node_, p)) continue;
    credit_in[index(p)].bind(loose_credit(fmt::format("no_credit_in_{}", p)));
    loose_links_.push_back(std::make_unique<FlitSignals>(fmt::format("no_link_{}", p)));
    crossbar_->out[index(p)]->bind(*loose_links_.back());
  }
}

void Router::make_input(int port, const RouterPlace& place, const BlockFactory& blocks) {
  const Channel& channel = place.topology.graph().in(node_, port);
  const std::string name = input_name(place.topology, channel);
  auto unit = blocks.routing_unit(("route_" + name).c_str(), place);
  unit->valid.bind(in[index(port)]->valid);
  unit->header.bind(in[index(port)]->header);
  unit->route.bind(arriving_route_[index(port)]);
  auto buffer = blocks.input_buffer(("in_" + name).c_str(), place);
  buffer->clk.bind(clk);
  buffer->reset.bind(reset);
  buffer->in.bind(*in[index(port)]);
  buffer->in_route.bind(arriving_route_[index(port)]);
  buffer->pop.bind(pop[index(port)]);
  buffer->credit.bind(credit_out[index(port)]);
  for (int vc = 0; vc < vcs_; ++vc) {
    const std::size_t i = index(port * vcs_ + vc);
    buffer->flit[index(vc)].bind(flit[i]);
    buffer->header[index(vc)].bind(header[i]);
    buffer->request[index(vc)].bind(request[i]);
    buffer->route[index(vc)].bind(route[i]);
  }
  routing_units_[index(port)] = std::move(unit);
  buffer->count_in(awake_);
  buffers_[index(port)] = std::move(buffer);
}

void Router::make_output(int port, const RouterPlace& place, const BlockFactory& blocks) {
  const auto& [topology, parameters, node] = place;
  const auto& graph = topology.graph();
  const Channel& channel = graph.out(node, port);
  const std::string name = output_name(topology, channel);
  std::vector<int> initial;
  for (int vc = 0; vc < vcs_; ++vc) initial.push_back(microarch::FlowControl::initial_credits(parameters, vc));
  auto counter = blocks.credit_counter(("out_" + name).c_str(), place, initial);
  counter->clk.bind(clk);
  counter->reset.bind(reset);
  counter->charge.bind(charge[index(port)]);
  counter->credit.bind(credit_in[index(port)]);
  for (int vc = 0; vc < vcs_; ++vc) counter->credits[index(vc)].bind(credits[index(port * vcs_ + vc)]);

  counter->count_in(awake_);
  counters_[index(port)] = std::move(counter);
  for (int vc = 0; vc < vcs_; ++vc) {
    if (parameters.is_escape(vc)) make_bubble(port, vc, name, place, blocks);
  }
}

void Router::make_bubble(int port, int vc, const std::string& name, const RouterPlace& place,
                         const BlockFactory& blocks) {
  const auto& [topology, parameters, node] = place;
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - inputs_);
  const int ring = microarch::ring_membership(topology, node, port, vc % parameters.class_vcs()).ring;
  const std::uint64_t continuing = microarch::continuing_inputs(topology, parameters, node, port, vc);
  const std::string label = parameters.message_classes * parameters.escape_vcs == 1
                                ? "bubble_" + name
                                : fmt::format("bubble_{}_vc{}", name, vc);
  auto bubble = blocks.bubble_control(label.c_str(), place, ring, continuing, all);
  bubble->slots.bind(credits[index(port * vcs_ + vc)]);
  bubble->admitted.bind(admitted[index(escape_place(port, vc))]);
  bubbles_[index(escape_place(port, vc))] = std::move(bubble);
}

void Router::make_allocators(const RouterPlace& place, const BlockFactory& blocks) {
  vc_allocator_ = blocks.vc_allocator("vc_allocator", place, shape_, input_class_);
  vc_allocator_->bind_clock(clk, reset);
  vc_allocator_->cycle.bind(cycle);
  vc_allocator_->output_free.bind(output_free);
  vc_allocator_->port_busy.bind(port_busy);
  vc_allocator_->request.bind(request);
  vc_allocator_->route.bind(route);
  vc_allocator_->credits.bind(credits);
  vc_allocator_->admitted.bind(admitted);
  vc_allocator_->pick.bind(pick);

  switch_allocator_ = blocks.switch_allocator("switch_allocator", place);
  switch_allocator_->clk.bind(clk);
  switch_allocator_->reset.bind(reset);
  switch_allocator_->cycle.bind(cycle);
  switch_allocator_->pick.bind(pick);
  switch_allocator_->select.bind(select);
  switch_allocator_->pop.bind(pop);
  switch_allocator_->pop_injector.bind(pop_injector);
  switch_allocator_->charge.bind(charge);
  switch_allocator_->output_free.bind(output_free);
  switch_allocator_->port_busy.bind(port_busy);

  switch_allocator_->count_in(awake_);

  crossbar_ = blocks.crossbar("crossbar", place);
  crossbar_->select.bind(select);
  crossbar_->flit.bind(flit);
  crossbar_->header.bind(header);
  for (int p = 0; p < ports_; ++p) {
    if (out[index(p)]) crossbar_->out[index(p)]->bind(*out[index(p)]);
  }
  crossbar_->eject_valid.bind(eject_valid);
  crossbar_->eject_flit.bind(eject_flit);
}

void Router::make_terminal(const RouterPlace& place, TerminalObserver& observer, const BlockFactory& blocks) {
  terminal_ = blocks.network_interface("network_interface", place, observer);
  terminal_->clk.bind(clk);
  terminal_->reset.bind(reset);
  terminal_->cycle.bind(cycle);
  terminal_->pop.bind(pop_injector);
  for (int j = 0; j < place.parameters.injection_queues(); ++j) {
    const std::size_t i = index(ports_ * vcs_ + j);
    terminal_->flit[index(j)].bind(flit[i]);
    terminal_->header[index(j)].bind(header[i]);
    terminal_->request[index(j)].bind(request[i]);
    terminal_->route[index(j)].bind(route[i]);
  }
  terminal_->count_in(awake_);
  terminal_->eject_valid.bind(eject_valid);
  terminal_->eject_flit.bind(eject_flit);
}

}  // namespace trenza::rtl_models
