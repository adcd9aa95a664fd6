#include "rtl_models/router/router_twin.h"

#include "rtl_models/twin/widths.h"

namespace trenza::rtl_models {

namespace {

bool bit(std::uint64_t word, std::size_t at) { return ((word >> at) & 1U) != 0; }

/// Writes to a port only when the value is new. That is rare, and writing is expensive.
template <class T>
void write_new(sc_core::sc_out<T>& port, T value) {
  if (port.read() != value) port.write(value);
}

}  // namespace

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
      .with("ALLOCATOR", parameters.allocator.name())
      .with("ARBITER", parameters.arbiter.name())
      .with("SELECTION", parameters.selection.name())
      .with("PER_PORT", parameters.crossbar.is<microarch::PerPort>() ? 1 : 0)
      .with("BUBBLE", parameters.bubble ? 1 : 0)
      .with("ESCAPE_LAST_RESORT", place.topology.routing().escape_traits().last_resort ? 1 : 0)
      .with("DIMENSIONS", dimensions);
}

RouterTwin::RouterTwin(const sc_core::sc_module_name& name, const RouterPlace& place, Router& router, int dimensions)
    : ClockedBlock(name),
      place_(place),
      router_(router),
      records_(dimensions > 0),
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
      eject_flit_(model_.port("eject_flit", vector_bits<std::uint64_t>(router.eject_flit))),
      output_draw_(model_.port("output_draw", vector_bits<std::uint16_t>(router.select))),
      input_draw_(model_.port("input_draw", vector_bits<std::uint16_t>(router.request))),
      selection_draw_(model_.port("selection_draw", vector_bits<std::uint16_t>(router.request))),
      queued_(model_.port("queued", place.parameters.injection_queues())),
      packet_(model_.optional_port("packet")),
      flits_(model_.optional_port("flits")),
      eligible_(model_.optional_port("eligible")),
      first_header_(model_.optional_port("first_header")),
      first_route_(model_.optional_port("first_route")),
      request_(model_.port("request", vector_bits<std::uint64_t>(router.request))),
      select_(model_.port("select", vector_bits<std::uint32_t>(router.select))),
      pop_injector_(model_.port("pop_injector", kHalfWordBits)),
      output_free_(model_.port("output_free", kWordBits)),
      port_busy_(model_.port("port_busy", kHalfWordBits)) {
  clk.bind(router.clk);
  reset.bind(router.reset);
  const auto add = [this](auto& list, const char* port, auto& signals) {
    using T = std::decay_t<decltype(signals[0].read())>;
    list.push_back({model_.port(port, vector_bits<T>(signals)), &signals});
  };
  add(words_, "flit", router.flit);
  add(words_, "header", router.header);
  add(words_, "request", router.request);
  add(words_, "route", router.route);
  add(words_, "pick", router.pick);
  add(words_, "admitted", router.admitted);
  add(words_, "eject_flit", router.eject_flit);
  add(half_words_, "credits", router.credits);
  add(half_words_, "select", router.select);
  add(half_words_, "charge", router.charge);
  add(half_words_, "pop", router.pop);
  const RtlPort continuing = model_.port("continuing", vector_bits<std::uint64_t>(router.admitted));
  for (int p = 0; p < place.ports(); ++p) {
    for (int vc = 0; router.has_output(p) && vc < place.parameters.vcs(); ++vc) {
      if (!place.parameters.is_escape(vc)) continue;
      continuing.set(router.bubble(p, vc).continuing(), static_cast<std::size_t>(router.escape_place(p, vc)));
    }
  }
  SC_HAS_PROCESS(RouterTwin);
  SC_METHOD(settle);
  sensitive << settle_;
  dont_initialize();
}

void RouterTwin::end_of_elaboration() {
  ClockedBlock::end_of_elaboration();
  wake_on(active_);
  for (int p = 0; p < place_.ports(); ++p) {
    const auto port = static_cast<std::size_t>(p);
    if (router_.in[port]) wake_on(router_.in[port]->valid.value_changed_event());
    if (router_.out[port]) wake_on(router_.credit_in[port].value_changed_event());
  }
}

bool RouterTwin::edge() {
  bool arriving = false;
  std::uint64_t valid = 0;
  for (std::size_t p = 0; p < router_.in.size(); ++p) {
    const std::uint32_t credit = router_.out[p] ? router_.credit_in[p].read() : 0;
    credit_in_.set(credit, p);
    arriving = arriving || credit != 0;
    if (!router_.in[p] || !router_.in[p]->valid.read()) continue;
    valid |= std::uint64_t{1} << p;
    in_vc_.set(router_.in[p]->vc.read(), p);
    in_flit_.set(router_.in[p]->flit.read(), p);
    in_header_.set(router_.in[p]->header.read(), p);
    if (!records_) in_route_.set(router_.buffer(static_cast<int>(p)).in_route.read(), p);
  }
  in_valid_.set_word(valid);
  model_.tick();
  settle_.notify(sc_core::SC_ZERO_TIME);
  return arriving || valid != 0 || router_.awake() > 0 || busy();
}

void RouterTwin::clear() {
  model_.reset();
  settle_.notify(sc_core::SC_ZERO_TIME);
}

/// A header asks, or a flit crosses.
bool RouterTwin::busy() const {
  for (std::size_t i = 0; i < router_.request.size(); ++i) {
    if (request_.get<RequestWord>(i) != 0) return true;
  }
  for (std::size_t o = 0; o < router_.select.size(); ++o) {
    if (select_.get<SelectWord>(o) != 0) return true;
  }
  return false;
}

void RouterTwin::settle() {
  cycle_.set(router_.cycle.read());
  set_queues();
  set_draws();
  model_.eval();
  show_blocks();
  show_links();
  if (busy()) active_.notify(sc_core::SC_ZERO_TIME);
}

void RouterTwin::set_queues() {
  const auto queues = static_cast<std::size_t>(place_.parameters.injection_queues());
  std::uint64_t queued = 0;
  for (std::size_t j = 0; j < queues; ++j) {
    const NetworkInterface::Packet* const packet = router_.terminal().front(j);
    if (packet == nullptr) continue;
    queued |= std::uint64_t{1} << j;
    packet_.set(packet->packet, j);
    flits_.set(static_cast<std::uint16_t>(packet->flits), j);
    eligible_.set(packet->eligible, j);
    first_header_.set(packet->header, j);
    if (!records_) first_route_.set(router_.terminal().route_of(*packet), j);
  }
  queued_.set_word(queued);
}

void RouterTwin::set_draws() {
  for (std::size_t i = 0; i < router_.request.size(); ++i) selection_draw_.set(router_.vc_allocator().draw(i), i);
  for (std::size_t o = 0; o < router_.select.size(); ++o) output_draw_.set(router_.allocator().output_draw(o), o);
  const VcAllocator& vc_allocator = router_.vc_allocator();
  if (vc_allocator.allocates()) {
    const auto& matrix = static_cast<const MatrixAllocator&>(vc_allocator);
    const auto arbiters = static_cast<std::size_t>(matrix.input_arbiters());
    for (std::size_t k = 0; k < arbiters; ++k) input_draw_.set(matrix.input_draw(k), k);
  } else {
    for (std::size_t p = 0; p < router_.pop.size(); ++p) input_draw_.set(router_.allocator().port_draw(p), p);
  }
}

template <class T>
void RouterTwin::show(const Shown<T>& shown) {
  for (std::size_t k = 0; k < shown.signals->size(); ++k) {
    const T value = shown.port.template get<T>(k);
    sc_core::sc_signal<T>& signal = (*shown.signals)[k];
    if (signal.read() != value) signal.write(value);
  }
}

void RouterTwin::show_word(sc_core::sc_signal<std::uint32_t>& signal, const RtlPort& port) {
  const auto value = port.get<std::uint32_t>();
  if (signal.read() != value) signal.write(value);
}

void RouterTwin::show_blocks() {
  for (const auto& words : words_) show(words);
  for (const auto& words : half_words_) show(words);
  show_word(router_.pop_injector, pop_injector_);
  show_word(router_.port_busy, port_busy_);
  router_.output_free.write(output_free_.get<std::uint64_t>());
  const std::uint64_t ejected = eject_valid_.word();
  for (std::size_t e = 0; e < router_.eject_valid.size(); ++e) router_.eject_valid[e].write(bit(ejected, e));
}

void RouterTwin::show_links() {
  const std::uint64_t valid = out_valid_.word();
  for (std::size_t p = 0; p < router_.out.size(); ++p) {
    if (router_.in[p]) write_new(router_.credit_out[p], credit_out_.get<std::uint32_t>(p));
    if (!router_.out[p]) continue;
    FlitOut& link = *router_.out[p];
    write_new(link.valid, bit(valid, p));
    if (!bit(valid, p)) continue;
    const auto vc = out_vc_.get<std::uint32_t>(p);
    const auto flit = out_flit_.get<FlitWord>(p);
    auto header = out_header_.get<HeaderWord>(p);
    if (!records_ && microarch::is_head(flit) && topologies::destination_of(header) != place_.node) {
      header = place_.topology.routing().advance(place_.node, header, static_cast<int>(p),
                                                 place_.parameters.is_escape(static_cast<int>(vc)));
    }
    write_new(link.vc, vc);
    write_new(link.flit, flit);
    write_new(link.header, header);
  }
}

}  // namespace trenza::rtl_models
