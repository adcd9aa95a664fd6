#include "rtl_models/router/router_twin.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "microarch/ring_membership.h"
#include "rtl_models/arbiter/arbiter_module.h"
#include "rtl_models/common/held_output.h"
#include "rtl_models/common/words.h"
#include "rtl_models/matrix_allocator/matrix_allocator_twin.h"
#include "rtl_models/twin/widths.h"
#include "rtl_models/two_step_allocator/two_step_allocator_twin.h"

namespace trenza::rtl_models {

using microarch::DrawPurpose;

namespace {}  // namespace

RtlModule router_module(const RouterPlace& place, int dimensions) {
  const auto& parameters = place.parameters;
  return RtlModule{"router", {}}
      .with("PORTS", place.ports())
      .with("CLASSES", parameters.message_classes)
      .with("ESCAPE_VCS", parameters.escape_vcs)
      .with("CLASS_VCS", parameters.class_vcs())
      .with("INJECTORS", parameters.injectors)
      .with("EJECTORS", parameters.ejectors)
      .with("MAX_FLITS", parameters.max_packet_flits)
      .with("BUFFER_PACKETS", parameters.buffer_packets)
      .with("ROUTER_DELAY", parameters.router_delay)
      .with("PIPELINE", parameters.pipeline.name())
      .with("STEP_DEPTH", std::max(1, parameters.step_depth()))
      .with("MASK", mask_module_name(parameters))
      .with("ALLOCATOR", allocator_module_name(parameters.allocator))
      .with("ALLOCATOR_PARAMETER", parameters.allocator.parameter())
      .with("ARBITER", arbiter_module_name(parameters))
      .with("TRANSIT_GUARD", parameters.transit_guard)
      .with("SELECTION", parameters.selection.name())
      .with("PORT_ROWS", parameters.crossbar_inputs())
      .with("BUBBLE", parameters.bubble ? 1 : 0)
      .with("ESCAPE_LAST_RESORT", place.topology.routing().escape_traits().last_resort ? 1 : 0)
      .with("DIMENSIONS", dimensions);
}

RouterTwin::RouterTwin(const sc_core::sc_module_name& name, const RouterPlace& place, TerminalObserver& observer,
                       int dimensions)
    : OpaqueRouter(name, place),
      records_(dimensions > 0),
      queues_(fmt::format("{}.network_interface", this->name()), place.parameters, place.topology.routing(), place.node,
              observer),
      selection_draws_(place.parameters.seed, DrawPurpose::selection, place.node, request.size()),
      vc_draws_(place.parameters.seed, place.node, vc_draws(place.parameters, place.ports())),
      model_(router_module(place, dimensions)),
      cycle_(model_.port("cycle", kWordBits)),
      in_valid_(model_.port("in_valid", place.ports())),
      in_vc_(model_.port("in_vc", place.ports() * kHalfWordBits)),
      in_flit_(model_.port("in_flit", place.ports() * kWordBits)),
      in_header_(model_.port("in_header", place.ports() * kWordBits)),
      in_route_(model_.port("in_route", place.ports() * kWordBits)),
      credit_in_(model_.port("credit_in", place.ports() * kHalfWordBits)),
      credit_out_(model_.port("credit_out", place.ports() * kHalfWordBits)),
      out_valid_(model_.port("out_valid", place.ports())),
      out_vc_(model_.port("out_vc", place.ports() * kHalfWordBits)),
      out_flit_(model_.port("out_flit", place.ports() * kWordBits)),
      out_header_(model_.port("out_header", place.ports() * kWordBits)),
      eject_valid_(model_.port("eject_valid", place.parameters.ejectors)),
      eject_flit_(model_.port("eject_flit", vector_bits<std::uint64_t>(eject_flit))),
      allocation_ports_(model_, grants().allocation(), place.parameters.seed, place.node),
      selection_draw_(model_.port("selection_draw", vector_bits<std::uint16_t>(request))),
      vc_draw_(model_.optional_port("vc_draw")),
      queued_(model_.port("queued", (place.parameters.two_steps() ? 2 : 1) * place.parameters.injection_queues())),
      packet_(model_.optional_port("packet")),
      flits_(model_.optional_port("flits")),
      eligible_(model_.optional_port("eligible")),
      first_header_(model_.optional_port("first_header")),
      first_route_(model_.optional_port("first_route")),
      request_(model_.port("request", vector_bits<std::uint64_t>(request))),
      select_(model_.port("select", vector_bits<std::uint32_t>(select))),
      pop_injector_(model_.port("pop_injector", kHalfWordBits)),
      output_free_(model_.port("output_free", kWordBits)),
      input_busy_(model_.port("input_busy", kWordBits)) {
  const auto add = [this](auto& list, const char* port, auto& signals, int of_port = 0) {
    using T = std::decay_t<decltype(signals[0].read())>;
    list.push_back({model_.port(port, vector_bits<T>(signals)), &signals, static_cast<std::size_t>(of_port)});
  };
  add(words_, "flit", flit);
  add(words_, "header", header);
  add(words_, "request", request);
  add(words_, "route", route);
  add(words_, "pick", pick);
  add(words_, "admitted", admitted, place.parameters.message_classes * place.parameters.escape_vcs);
  add(words_, "eject_flit", eject_flit);
  add(half_words_, "credits", credits, place.parameters.vcs());
  add(half_words_, "select", select);
  add(half_words_, "charge", charge);
  add(half_words_, "pop", pop);
  if (place.parameters.two_steps()) {
    add(words_, "reserved", reservation.reserved);
    add(half_words_, "credits_taken", reservation.taken, place.parameters.vcs());
  }
  const RtlPort continuing = model_.port("continuing", vector_bits<std::uint64_t>(admitted));
  for (int p = 0; p < place.ports(); ++p) {
    for (int vc = 0; has_output(p) && vc < place.parameters.vcs(); ++vc) {
      if (!place.parameters.is_escape(vc)) continue;
      continuing.set(microarch::continuing_inputs(place.topology, place.parameters, place.node, p, vc),
                     static_cast<std::size_t>(escape_place(p, vc)));
    }
  }
  if (!records_) make_routing_units();
  follow_allocator();
  keep_terminal(queues_);
  SC_HAS_PROCESS(RouterTwin);
  SC_METHOD(settle);
  sensitive << settle_;
  dont_initialize();
  SC_METHOD(settle_later);  // after the number of the cycle, which an offer may come before
  sensitive << queues_.offered();
  dont_initialize();
}

void RouterTwin::make_routing_units() {
  arriving_route_.init(in.size());
  for (int p = 0; p < place().ports(); ++p) {
    if (!has_input(p)) continue;
    const auto port = static_cast<std::size_t>(p);
    const std::string channel = input_name(place().topology, place().topology.graph().in(node(), p));
    auto unit = std::make_unique<RoutingUnit>(("route_" + channel).c_str(), place().topology.routing(), node(), p,
                                              place().parameters.class_vcs());
    unit->valid.bind(in[port]->valid);
    unit->vc.bind(in[port]->vc);
    unit->header.bind(in[port]->header);
    unit->route.bind(arriving_route_[port]);
    routing_units_.push_back(std::move(unit));
  }
}

/// Matrix allocators remember in which round, or on which diagonal, a pair was found, some arbiters who asked: that is
/// in no select word. Nor is what the arbiters of output VCs remember.
void RouterTwin::follow_allocator() {
  const microarch::FabricParameters& parameters = place().parameters;
  if (parameters.two_steps()) {
    allocator_ =
        std::make_unique<TwoStepAllocator>("allocator_model", parameters, shape(), input_class(), place().node);
    modelled_reservation_.reserved.init(request.size());
    modelled_reservation_.taken.init(credits.size());
    allocator_->bind_reservations(modelled_reservation_);
    reserved_ = std::make_unique<ReservationAccount>(request.size(), parameters.step_depth());
    keep_reservations(&reserved_->held());
  } else if (grants().allocation().follows_picks()) {
    return;
  } else {
    allocator_ = std::make_unique<MatrixAllocator>("allocator_model", parameters, shape(), input_class(), place().node);
  }
  modelled_pick_.init(request.size());
  allocator_->bind_clock(clk, reset);
  allocator_->cycle.bind(cycle);
  allocator_->output_free.bind(output_free);
  allocator_->input_busy.bind(input_busy);
  allocator_->request.bind(request);
  allocator_->route.bind(route);
  allocator_->credits.bind(credits);
  allocator_->admitted.bind(admitted);
  allocator_->pick.bind(modelled_pick_);
  keep_arbiters(allocator_->arbiters());
}

void RouterTwin::end_of_elaboration() {
  OpaqueRouter::end_of_elaboration();
  wake_on(active_);
  wake_on(queues_.offered());
  for (int p = 0; p < place().ports(); ++p) {
    const auto port = static_cast<std::size_t>(p);
    if (in[port]) wake_on(in[port]->valid.value_changed_event());
    if (out[port]) wake_on(credit_in[port].value_changed_event());
  }
}

bool RouterTwin::edge() {
  bool changes = keep_accounts();
  if (reserved_) reserved_->edge(reservation.reserved, pick, cycle.read());
  if (queues_.edge(cycle.read(), pop_injector.read(), eject_valid, eject_flit).busy) changes = true;
  std::uint64_t valid = 0;
  for (std::size_t p = 0; p < in.size(); ++p) {
    const std::uint32_t credit = out[p] ? credit_in[p].read() : 0;
    credit_in_.set(credit, p);
    changes = changes || credit != 0;
    if (!in[p] || !in[p]->valid.read()) continue;
    valid |= std::uint64_t{1} << p;
    in_vc_.set(in[p]->vc.read(), p);
    in_flit_.set(in[p]->flit.read(), p);
    in_header_.set(in[p]->header.read(), p);
    if (!records_) in_route_.set(arriving_route_[p].read(), p);
  }
  in_valid_.set_word(valid);
  model_.tick();
  settle_later();
  return changes || valid != 0 || busy();
}

void RouterTwin::clear() {
  model_.reset();
  clear_accounts();
  if (reserved_) reserved_->clear();
  queues_.clear();
  settle_later();
}

/// A header asks, or a flit crosses.
bool RouterTwin::busy() const {
  for (std::size_t i = 0; i < request.size(); ++i) {
    if (request_.get<RequestWord>(i) != 0) return true;
  }
  for (std::size_t o = 0; o < select.size(); ++o) {
    if (select_.get<SelectWord>(o) != 0) return true;
  }
  return false;
}

void RouterTwin::settle() {
  cycle_.set(cycle.read());
  set_queues();
  set_draws(selection_draw_, selection_draws_, cycle.read());
  set_draws(vc_draw_, vc_draws_, cycle.read());
  allocation_ports_.set(cycle.read());
  model_.eval();
  show_blocks();
  show_links();
  if (busy()) active_.notify(sc_core::SC_ZERO_TIME);
}

void RouterTwin::set_queues() {
  const std::size_t queues = queues_.injectors();
  std::uint64_t queued = 0;
  for (std::size_t j = 0; j < queues; ++j) {
    queued |= set_packet(j, queues_.front(j));
    if (reserved_) queued |= set_packet(queues + j, queues_.behind(j));
  }
  queued_.set_word(queued);
}

/// Shows the model a packet as element `at` of its queues. Returns its bit; 0: there is none.
std::uint64_t RouterTwin::set_packet(std::size_t at, const Terminal::Packet* packet) const {
  if (packet == nullptr) return 0;
  packet_.set(packet->packet, at);
  flits_.set(static_cast<std::uint16_t>(packet->flits), at);
  eligible_.set(packet->eligible, at);
  first_header_.set(packet->header, at);
  if (!records_) first_route_.set(queues_.route_of(*packet), at);
  return std::uint64_t{1} << at;
}

/// The module has all network outputs, whether a link leaves by them or not; of the others nothing is shown.
template <class T>
void RouterTwin::show(const Shown<T>& shown) {
  for (std::size_t k = 0; k < shown.signals->size(); ++k) {
    if (shown.of_port != 0 && !has_output(static_cast<int>(k / shown.of_port))) continue;
    write_new((*shown.signals)[k], shown.port.template get<T>(k));
  }
}

void RouterTwin::show_blocks() {
  for (const auto& words : words_) show(words);
  for (const auto& words : half_words_) show(words);
  write_new(pop_injector, pop_injector_.get<std::uint32_t>());
  write_new(input_busy, input_busy_.get<std::uint64_t>());
  output_free.write(output_free_.get<std::uint64_t>());
  const std::uint64_t ejected = eject_valid_.word();
  for (std::size_t e = 0; e < eject_valid.size(); ++e) eject_valid[e].write(is_set(ejected, e));
}

void RouterTwin::show_links() {
  const std::uint64_t valid = out_valid_.word();
  for (std::size_t p = 0; p < out.size(); ++p) {
    if (in[p]) write_new(credit_out[p], credit_out_.get<std::uint32_t>(p));
    if (!out[p]) continue;
    FlitOut& link = *out[p];
    write_new(link.valid, is_set(valid, p));
    if (!is_set(valid, p)) continue;
    const auto vc = out_vc_.get<std::uint32_t>(p);
    const auto word = out_flit_.get<FlitWord>(p);
    auto hop = out_header_.get<HeaderWord>(p);
    if (!records_ && microarch::is_head(word) && topologies::destination_of(hop) != place().node) {
      hop = place().topology.routing().advance(place().node, hop, static_cast<int>(p),
                                               place().parameters.is_escape(static_cast<int>(vc)));
    }
    write_new(link.vc, vc);
    write_new(link.flit, word);
    write_new(link.header, hop);
  }
}

}  // namespace trenza::rtl_models
