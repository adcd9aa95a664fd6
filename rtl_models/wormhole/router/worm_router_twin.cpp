#include "rtl_models/wormhole/router/worm_router_twin.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "microarch/index.h"
#include "microarch/wormhole/worm_switch_allocation.h"
#include "microarch/wormhole/worm_vc_allocation.h"
#include "rtl_models/common/held_output.h"
#include "rtl_models/common/words.h"
#include "rtl_models/matrix_allocator/matrix_allocator_twin.h"
#include "rtl_models/twin/widths.h"
#include "rtl_models/two_step_allocator/two_step_allocator_twin.h"
#include "rtl_models/wormhole/route_computation/route_computation_twin.h"
#include "rtl_models/wormhole/vc_allocator/flit_bubble_straps.h"

namespace trenza::rtl_models {

using microarch::index;

namespace {

/// Only its numbers are of interest: any mask has room for the inputs.
using Allocation = microarch::BasicAllocation<microarch::WideMask<20>>;

std::vector<int> credits_of(const WormPlace& place) {
  return std::vector<int>(index(place.parameters.vcs()), place.parameters.buffer_flits());
}

Allocation switch_allocation(const WormPlace& place) {
  return Allocation(microarch::switch_allocation_spec(place.parameters, place.ports()));
}

}  // namespace

RtlModule worm_router_module(const WormPlace& place) {
  const microarch::FabricParameters& parameters = place.parameters;
  const microarch::WormholeParameters& wormhole = parameters.wormhole;
  RtlModule module = with_unguarded_arbiters(RtlModule{"worm_router", {}, true}, parameters);
  module.with("PORTS", place.ports())
      .with("ROUTING_DELAY", wormhole.routing_delay)
      .with("STEP_DELAY", InputUnitAccount::Delays::of(parameters).step)
      .with("INJECTION_DELAY", wormhole.injection_delay)
      .with("INJECTION_CREDIT_DELAY", wormhole.injection_credit_delay)
      .with("CLASSES", parameters.message_classes)
      .with("DEPTH", parameters.buffer_flits())
      .with("INJECTION", wormhole.injection.name())
      .with("EJECTORS", parameters.ejectors)
      .with("EJECTION_DELAY", wormhole.ejection_delay)
      .with("REALLOCATION", wormhole.reallocation.name())
      .with("BUBBLE_VCS", bubble_vcs(place))
      .with("REQUESTS", wormhole.vc_requests.name())
      .with("VC_ALLOCATOR", allocator_module_name(wormhole.vc_allocator, "router.vc_allocation.allocator"))
      .with("VC_PARAMETER", wormhole.vc_allocator.parameter())
      .with("ALLOCATOR", allocator_module_name(parameters.allocator))
      .with("PARAMETER", parameters.allocator.parameter())
      .with("PORT_ROWS", parameters.crossbar_inputs())
      .with("PIPELINE", parameters.pipeline.name())
      .with("MASK", mask_module_name(parameters));
  const bool by_record = routes_by_record(place.topology);
  module.with("BY_RECORD", by_record ? 1 : 0);
  if (by_record) {
    add_route_parameters(module, place.topology, parameters.class_vcs());
  } else {
    module.with("CLASS_VCS", parameters.class_vcs()).with("DIMENSIONS", place.topology.routing().record_dimensions());
  }
  return module;
}

std::vector<std::uint64_t> same_ring_straps(const WormPlace& place) {
  std::vector<std::uint64_t> rows = bubble_rings(place);
  rows.push_back(0);
  const bool by_datelines = !place.parameters.wormhole.flit_bubble && routes_by_record(place.topology);
  return by_datelines ? RouteStraps::of(place.topology, place.node).same_ring : rows;
}

WormRouterTwin::Wires::Wires(const RtlModel& model, const std::string& prefix, int links)
    : valid(model.port(prefix + "_valid", links)),
      vc(model.port(prefix + "_vc", links * kHalfWordBits)),
      flit(model.port(prefix + "_flit", links * kWordBits)),
      header(model.port(prefix + "_header", links * kWordBits)) {}

WormRouterTwin::WormRouterTwin(const sc_core::sc_module_name& name, const WormPlace& place, TerminalObserver& observer)
    : Clocked<WormRouterPorts>(name, place),
      place_(place),
      falls_through_(place.parameters.wormhole.injection_delay == 0),
      by_record_(routes_by_record(place.topology)),
      records_(place.topology.routing().record_dimensions() > 0),
      stored_(index(shape().input_ports())),
      counters_(index(shape().ports)),
      granted_(shape()),
      terminal_(fmt::format("{}.network_interface", this->name()), place.parameters, place.node, observer),
      injection_(std::max(1, place.parameters.wormhole.injection_delay) - 1),
      injection_credits_(place.parameters.wormhole.injection_credit_delay - 1),
      leaving_(index(shape().ejectors)),
      model_(worm_router_module(place)),
      source_ports_(model_, place.parameters, terminal_.source()),
      vc_draws_(model_, Allocation(microarch::vc_allocation_spec(place.parameters, place.ports())),
                place.parameters.seed, static_cast<int>(place.node), kWormTurnBits, "vc_"),
      switch_draws_(model_, switch_allocation(place), place.parameters.seed, static_cast<int>(place.node),
                    kWormTurnBits),
      request_draws_(place.parameters.seed, microarch::DrawPurpose::vc_request, static_cast<int>(place.node),
                     request.size()),
      in_(model_, "in", place.ports()),
      out_(model_, "out", place.ports()),
      sent_(model_, "sent", 1),
      request_draw_(model_.port("request_draw", vector_bits<std::uint16_t>(request))),
      in_route_ports_(model_.port("in_route_ports", shape().input_ports() * kWordBits)),
      in_route_vcs_(model_.port("in_route_vcs", shape().input_ports() * kWordBits)),
      credit_in_(model_.port("credit_in", place.ports() * kHalfWordBits)),
      credit_out_(model_.port("credit_out", place.ports() * kHalfWordBits)),
      ejected_(model_.port("ejected", shape().ejectors)),
      ejected_flit_(model_.port("ejected_flit", shape().ejectors * kWordBits)),
      eject_valid_(model_.port("eject_valid", shape().ejectors)),
      select_(model_.port("select", vector_bits<std::uint32_t>(select))) {
  const auto delays = InputUnitAccount::Delays::of(place.parameters);
  for (int p = 0; p < shape().input_ports(); ++p) {
    if (!has_input(p)) continue;
    const std::string port =
        p == shape().ports ? "local" : topologies::input_name(place.topology, place.topology.graph().in(node(), p));
    stored_[index(p)].emplace(fmt::format("{}.in_{}", this->name(), port), shape().vcs, depth(), delays);
    keep_input(p, *stored_[index(p)], *this);
  }
  for (int p = 0; p < shape().ports; ++p) {
    if (!has_output(p)) continue;
    const std::string port = topologies::output_name(place.topology, place.topology.graph().out(node(), p));
    counters_[index(p)].emplace(fmt::format("{}.credits_{}", this->name(), port), credits_of(place));
    keep_credits(p, *counters_[index(p)]);
  }
  keep_grants(granted_);
  keep_terminal(terminal_);
  count_in(awake_blocks());
  list_signals();
  set_straps();
  SC_HAS_PROCESS(WormRouterTwin);
  SC_METHOD(settle);
  sensitive << settle_;
  dont_initialize();
  SC_METHOD(settle_later);  // after the number of the cycle, which an offer may come before
  sensitive << terminal_.offered();
  dont_initialize();
}

void WormRouterTwin::list_signals() {
  const auto add = [this](auto& list, const char* port, auto& signals, int of_port = 0) {
    using T = std::decay_t<decltype(signals[0].read())>;
    list.push_back({model_.port(port, vector_bits<T>(signals)), &signals, index(of_port)});
  };
  add(words_, "flit", flit);
  add(words_, "header", header);
  add(words_, "request", request);
  add(words_, "route_ports", route_ports);
  add(words_, "route_vcs", route_vcs);
  if (wish.size() != 0) add(words_, "wish", wish);
  add(words_, "eject_flit", eject_flit);
  add(half_words_, "hold", hold);
  add(half_words_, "grant", grant);
  add(half_words_, "credits", credits, shape().vcs);
  add(half_words_, "held", held);
  add(half_words_, "allocated", allocated);
  add(half_words_, "released", released);
  add(half_words_, "select", select);
  add(half_words_, "charge", charge);
  add(half_words_, "pop", pop);
}

void WormRouterTwin::set_straps() {
  rtl_models::set_strides(model_, switch_allocation(place_), shape().network_inputs(), static_cast<int>(node()));
  set_rows(model_.port("same_ring", shape().input_ports() * shape().ports), same_ring_straps(place_), shape().ports);
  if (!by_record_) return;
  const RouteStraps straps = RouteStraps::of(place_.topology, node());
  const RtlPort to_dateline = model_.port("to_dateline", shape().ports * kPlaceBits);
  model_.port("is_dateline", shape().ports).set_word(straps.is_dateline);
  model_.port("negative", 1).set(straps.negative);
  for (std::size_t p = 0; p < straps.to_dateline.size(); ++p) to_dateline.set(straps.to_dateline[p], p);
}

void WormRouterTwin::end_of_elaboration() {
  Clocked<WormRouterPorts>::end_of_elaboration();
  wake_on(terminal_.offered());
  for (int p = 0; p < shape().ports; ++p) {
    if (in[index(p)]) wake_on(in[index(p)]->valid.value_changed_event());
    if (out[index(p)]) wake_on(credit_in[index(p)].value_changed_event());
  }
}

/// A flit with the route of its head.
WormRouterTwin::Arrival WormRouterTwin::arrival_at(int port) const {
  const FlitIn& link = *in[index(port)];
  if (!link.valid.read()) return std::nullopt;
  InputUnitAccount::Arrival arrival{link.vc.read(), {link.flit.read(), 0, {}}};
  if (microarch::is_head(arrival.entry.flit)) {
    arrival.entry.header = link.header.read();
    arrival.entry.route =
        worm_route(place_.topology.routing(), node(), port, arrival.vc, shape().class_vcs, arrival.entry.header);
  }
  return arrival;
}

/// The flit that the source sends in this cycle, likewise.
WormRouterTwin::Arrival WormRouterTwin::sent() const {
  if (!sent_.valid.get<bool>()) return std::nullopt;
  InputUnitAccount::Arrival arrival{sent_.vc.get<std::uint32_t>(), {sent_.flit.get<FlitWord>(), 0, {}}};
  if (microarch::is_head(arrival.entry.flit)) {
    arrival.entry.header = sent_.header.get<HeaderWord>();
    arrival.entry.route =
        worm_route(place_.topology.routing(), node(), -1, arrival.vc, shape().class_vcs, arrival.entry.header);
  }
  return arrival;
}

/// The flit that enters the local input port in this cycle.
WormRouterTwin::Arrival WormRouterTwin::entering() const { return injection_.empty() ? sent() : injection_.leaving(); }

int WormRouterTwin::local_flits_in_flight(int vc) const {
  return injection_.count(
      [vc](const Arrival& arrival) { return arrival && arrival->vc == static_cast<std::uint32_t>(vc); });
}

int WormRouterTwin::local_credits_in_flight(int vc) const {
  return injection_credits_.count([vc](std::uint32_t returned) { return is_set(returned, index(vc)); });
}

SourceAccount::Decision WormRouterTwin::decision() const {
  SourceAccount::Decision decision;
  decision.begun = source_ports_.begun(name());
  if (!sent_.valid.get<bool>()) return decision;
  decision.vc = static_cast<int>(sent_.vc.get<std::uint32_t>());
  decision.flit = sent_.flit.get<FlitWord>();
  decision.header = sent_.header.get<HeaderWord>();
  return decision;
}

/// One edge of the accounts. Returns whether any of them changes, or will without anything new.
bool WormRouterTwin::end_cycle(const Arrival& sent) {
  bool busy = sent.has_value();
  granted_.edge(select, flit);
  const int vcs = shape().vcs;
  const Arrival enters = entering();
  for (int p = 0; p < shape().input_ports(); ++p) {
    if (!stored_[index(p)]) continue;
    InputUnitAccount& account = *stored_[index(p)];
    const Arrival arrival = p == shape().ports ? enters : arrival_at(p);
    set_route(p, arrival);
    account.edge(
        arrival ? &*arrival : nullptr, p == shape().ports && falls_through_,
        [&](std::size_t vc) { return grant[index(p * vcs) + vc].read(); }, pop[index(p)].read());
    for (int vc = 0; vc < vcs; ++vc) busy = busy || account.occupancy(vc) > 0;
    busy = busy || arrival.has_value() || pop[index(p)].read() != 0;
  }
  for (int p = 0; p < shape().ports; ++p) {
    if (counters_[index(p)] && counters_[index(p)]->edge(charge[index(p)].read(), credit_in[index(p)].read()) != 0)
      busy = true;
  }
  const std::uint32_t returned = injection_credits_.shift(pop[index(shape().ports)].read());
  injection_.shift(sent);
  busy = busy || injection_.count([](const Arrival& there) { return there.has_value(); }) > 0 ||
         injection_credits_.count([](std::uint32_t there) { return there != 0; }) > 0;
  const std::uint64_t ejected = ejected_.word();
  for (std::size_t e = 0; e < leaving_.size(); ++e)
    leaving_[e] = is_set(ejected, e) ? ejected_flit_.get<FlitWord>(e) : FlitWord{0};
  const WormTerminal::Edge edge = terminal_.edge(
      cycle.read(), decision(), returned,
      [this](std::size_t e) { return eject_valid[e].read() ? eject_flit[e].read() : FlitWord{0}; },
      [this](std::size_t e, FlitWord /*own*/) { return leaving_[e]; });
  return busy || edge.busy;
}

/// Gives the model the route of a head that arrives, if it does not compute it.
void WormRouterTwin::set_route(int port, const Arrival& arrival) {
  if (by_record_ || !arrival || !microarch::is_head(arrival->entry.flit)) return;
  in_route_ports_.set(arrival->entry.route.ports, index(port));
  in_route_vcs_.set(arrival->entry.route.vcs, index(port));
}

/// Shows the model what arrives; whether anything does.
bool WormRouterTwin::set_links() {
  std::uint64_t valid = 0;
  bool any = false;
  for (std::size_t p = 0; p < in.size(); ++p) {
    const std::uint32_t credit = out[p] ? credit_in[p].read() : 0;
    credit_in_.set(credit, p);
    any = any || credit != 0;
    if (!in[p] || !in[p]->valid.read()) continue;
    valid |= std::uint64_t{1} << p;
    in_.vc.set(in[p]->vc.read(), p);
    in_.flit.set(in[p]->flit.read(), p);
    in_.header.set(in[p]->header.read(), p);
  }
  in_.valid.set_word(valid);
  return any || valid != 0;
}

bool WormRouterTwin::edge() {
  const bool busy = end_cycle(sent());
  const bool arrives = set_links();
  model_.tick();
  show_accounts();
  settle_later();
  return busy || arrives;
}

void WormRouterTwin::clear() {
  in_.valid.set_word(0);
  model_.reset();
  for (auto& account : stored_) {
    if (account) account->clear();
  }
  for (auto& counter : counters_) {
    if (counter) counter->clear();
  }
  granted_.clear();
  terminal_.clear();
  injection_.clear();
  injection_credits_.clear();
  show_accounts();
  settle_later();
}

void WormRouterTwin::show_accounts() {
  for (auto& account : stored_) {
    for (std::size_t vc = 0; account && vc < account->vcs(); ++vc) account->show(vc);
  }
}

void WormRouterTwin::settle() {
  source_ports_.set();
  set_draws(request_draw_, request_draws_, cycle.read());
  vc_draws_.set(cycle.read());
  switch_draws_.set(cycle.read());
  model_.eval();
  if (falls_through_) {
    const Arrival arrival = sent();
    set_route(shape().ports, arrival);
    if (!by_record_) model_.eval();
    InputUnitAccount& account = *stored_.back();
    for (std::size_t vc = 0; vc < account.vcs(); ++vc) {
      if (arrival && arrival->vc == vc) {
        account.show_with(vc, arrival->entry);
      } else {
        account.show(vc);
      }
    }
  }
  show_blocks();
  show_links();
}

/// The module has all network outputs, whether a link leaves by them or not; of the others nothing is shown.
template <class T>
void WormRouterTwin::show(const Shown<T>& shown) {
  for (std::size_t k = 0; k < shown.signals->size(); ++k) {
    if (shown.of_port != 0 && !has_output(static_cast<int>(k / shown.of_port))) continue;
    write_new((*shown.signals)[k], shown.port.template get<T>(k));
  }
}

void WormRouterTwin::show_blocks() {
  for (const auto& words : words_) show(words);
  for (const auto& words : half_words_) show(words);
  const std::uint64_t ejecting = eject_valid_.word();
  for (std::size_t e = 0; e < eject_valid.size(); ++e) eject_valid[e].write(is_set(ejecting, e));
}

void WormRouterTwin::show_links() {
  const std::uint64_t valid = out_.valid.word();
  for (std::size_t p = 0; p < out.size(); ++p) {
    if (in[p]) write_new(credit_out[p], credit_out_.get<std::uint32_t>(p));
    if (!out[p]) continue;
    FlitOut& link = *out[p];
    write_new(link.valid, is_set(valid, p));
    if (!is_set(valid, p)) continue;
    const auto word = out_.flit.get<FlitWord>(p);
    write_new(link.vc, out_.vc.get<std::uint32_t>(p));
    write_new(link.flit, word);
    if (!microarch::is_head(word)) continue;
    auto hop = out_.header.get<HeaderWord>(p);
    if (!records_ && topologies::destination_of(hop) != node()) {
      const bool escape = WormSelect::escape(select_.get<SelectWord>(p), 0);
      hop = place_.topology.routing().advance(node(), hop, static_cast<int>(p), escape);
    }
    write_new(link.header, hop);
  }
}

}  // namespace trenza::rtl_models
