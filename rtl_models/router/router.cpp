#include "rtl_models/router/router.h"

#include <fmt/core.h>

#include "microarch/index.h"
#include "microarch/ring_membership.h"

namespace trenza::rtl_models {

using topologies::Channel;

namespace {

using microarch::index;

}  // namespace

Router::Router(const sc_core::sc_module_name& name, const RouterPlace& place, TerminalObserver& observer,
               const BlockFactory& blocks)
    : RouterPorts(name, place) {
  const auto ports = index(place.ports());
  arriving_route_.init(ports);
  buffers_.resize(ports);
  routing_units_.resize(ports);
  counters_.resize(ports);
  bubbles_.resize(admitted.size());
  for (int p = 0; p < place.ports(); ++p) {
    if (has_input(p)) make_input(p, place, blocks);
    if (has_output(p)) make_output(p, place, blocks);
  }
  make_allocators(place, blocks);
  make_crossbar(place, blocks);
  terminal_ = blocks.network_interface("network_interface", place, observer);
  connect(*terminal_);
}

void Router::show_accounts(Cycle now) {
  for (auto& buffer : buffers_) {
    if (buffer) buffer->show();
  }
  for (auto& counter : counters_) {
    if (counter) counter->show();
  }
  switch_allocator_->show();
  terminal_->show(now);
}

void Router::make_input(int port, const RouterPlace& place, const BlockFactory& blocks) {
  const Channel& channel = place.topology.graph().in(place.node, port);
  const std::string name = input_name(place.topology, channel);
  auto unit = blocks.routing_unit(("route_" + name).c_str(), place, port);
  unit->valid.bind(in[index(port)]->valid);
  unit->vc.bind(in[index(port)]->vc);
  unit->header.bind(in[index(port)]->header);
  unit->route.bind(arriving_route_[index(port)]);
  auto buffer = blocks.input_buffer(("in_" + name).c_str(), place);
  buffer->clk.bind(clk);
  buffer->reset.bind(reset);
  buffer->in.bind(*in[index(port)]);
  buffer->in_route.bind(arriving_route_[index(port)]);
  buffer->pop.bind(pop[index(port)]);
  buffer->credit.bind(credit_out[index(port)]);
  for (int vc = 0; vc < shape().vcs(); ++vc) {
    const std::size_t i = index(port * shape().vcs() + vc);
    buffer->flit[index(vc)].bind(flit[i]);
    buffer->header[index(vc)].bind(header[i]);
    buffer->request[index(vc)].bind(request[i]);
    buffer->route[index(vc)].bind(route[i]);
  }
  routing_units_[index(port)] = std::move(unit);
  buffer->count_in(awake_blocks());
  keep_input(port, buffer->account(), *buffer);
  buffers_[index(port)] = std::move(buffer);
}

void Router::make_output(int port, const RouterPlace& place, const BlockFactory& blocks) {
  const auto& [topology, parameters, node] = place;
  const auto& graph = topology.graph();
  const Channel& channel = graph.out(node, port);
  const std::string name = output_name(topology, channel);
  auto counter = blocks.credit_counter(("out_" + name).c_str(), place, CreditAccount::initial_of(parameters));
  counter->clk.bind(clk);
  counter->reset.bind(reset);
  counter->charge.bind(charge[index(port)]);
  for (std::size_t vc = 0; vc < counter->taken.size(); ++vc)
    counter->taken[vc].bind(reservation.taken[index(port * shape().vcs()) + vc]);
  counter->credit.bind(credit_in[index(port)]);
  for (int vc = 0; vc < shape().vcs(); ++vc)
    counter->credits[index(vc)].bind(credits[index(port * shape().vcs() + vc)]);
  counter->count_in(awake_blocks());
  keep_output(port, counter->account(), *counter);
  counters_[index(port)] = std::move(counter);
  for (int vc = 0; vc < shape().vcs(); ++vc) {
    if (parameters.is_escape(vc)) make_bubble(port, vc, name, place, blocks);
  }
}

void Router::make_bubble(int port, int vc, const std::string& name, const RouterPlace& place,
                         const BlockFactory& blocks) {
  const auto& [topology, parameters, node] = place;
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - inputs());
  const int ring = microarch::ring_membership(topology, node, port, vc % parameters.class_vcs()).ring;
  const std::uint64_t continuing = microarch::continuing_inputs(topology, parameters, node, port, vc);
  const std::string label = parameters.message_classes * parameters.escape_vcs == 1
                                ? "bubble_" + name
                                : fmt::format("bubble_{}_vc{}", name, vc);
  auto bubble = blocks.bubble_control(label.c_str(), place, ring, continuing, all);
  bubble->slots.bind(credits[index(port * shape().vcs() + vc)]);
  bubble->admitted.bind(admitted[index(escape_place(port, vc))]);
  bubbles_[index(escape_place(port, vc))] = std::move(bubble);
}

void Router::make_allocators(const RouterPlace& place, const BlockFactory& blocks) {
  vc_allocator_ = blocks.vc_allocator("vc_allocator", place, shape(), input_class());
  vc_allocator_->bind_clock(clk, reset);
  vc_allocator_->cycle.bind(cycle);
  vc_allocator_->output_free.bind(output_free);
  vc_allocator_->input_busy.bind(input_busy);
  vc_allocator_->request.bind(request);
  vc_allocator_->route.bind(route);
  vc_allocator_->credits.bind(credits);
  vc_allocator_->admitted.bind(admitted);
  vc_allocator_->pick.bind(pick);
  vc_allocator_->bind_reservations(reservation);
  keep_reservations(vc_allocator_->reservations());

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
  switch_allocator_->input_busy.bind(input_busy);
  switch_allocator_->count_in(awake_blocks());
  GrantAccount& grants = switch_allocator_->grants();
  keep_grants(grants, vc_allocator_->allocates() ? vc_allocator_->arbiters() : grants.arbiters());
}

void Router::make_crossbar(const RouterPlace& place, const BlockFactory& blocks) {
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
