#include "cosim/plug/plugged_router.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "cosim/plug/plug_error.h"
#include "microarch/candidates.h"
#include "microarch/fabric.h"
#include "microarch/flow_control/flow_control.h"
#include "rtl_models/common/held_output.h"
#include "rtl_models/common/kernel_fault.h"

namespace trenza::cosim {

using microarch::FlitWord;
using topologies::HeaderWord;

PluggedRouter::PluggedRouter(const sc_core::sc_module_name& name, const rtl_models::RouterPlace& place,
                             rtl_models::Router& router, std::shared_ptr<const Plug> plug, StandstillReport report)
    : ClockedBlock(name),
      place_(place),
      router_(router),
      plug_(std::move(plug)),
      model_(*plug_),
      pins_(*plug_, model_),
      numbers_(port_numbers(*plug_, place.topology, check_router(*plug_).ports)),
      by_side_(plug_->map.text("inputs") == "side"),
      vcs_(place.parameters.vcs()),
      credit_within_(static_cast<microarch::Cycle>(plug_->map.integer("credit_within"))),
      progress_within_(static_cast<microarch::Cycle>(plug_->map.integer("progress_within"))),
      report_(std::move(report)),
      inputs_(at(ports() + 1, 0)),
      on_link_(static_cast<std::size_t>(ports() + 1)),
      open_(at(ports() + 1, 0)),
      local_credits_(static_cast<std::size_t>(vcs_)),
      entered_(static_cast<std::size_t>(place.parameters.injection_queues())),
      popped_(static_cast<std::size_t>(ports())),
      returned_(static_cast<std::size_t>(ports())) {
  check_router_in(*plug_, place.topology, place.parameters);
  const bool collects = !plug_->map.is_on("contiguous");
  const int depth = place.parameters.buffer_flits();
  for (int p = 0; p < ports(); ++p) egress_.emplace_back(vcs_, collects, depth, place.parameters.escape_mask());
  egress_.emplace_back(vcs_, collects, depth, 0);
  clk.bind(router.clk);
  reset.bind(router.reset);
  count_in(router.awake());
}

void PluggedRouter::broken(const std::string& what) const {
  rtl_models::throw_through_kernel(
      BrokenContract(fmt::format("{}, {} ({}): cycle {}: {}; {} packets inside", router_.name(), plug_->file.name,
                                 plug_->file.top, cycle_, what, packets_.size())));
}

std::string PluggedRouter::out_text(int port, int vc) const {
  const std::string name = port == ports() ? "local" : place_.topology.port_name(port);
  return fmt::format("output {} ({}) vc {}", number(port), name, vc);
}

std::string PluggedRouter::in_text(int port, int vc) const {
  const std::string name = port == ports() ? "local" : "traffic in " + place_.topology.port_name(port);
  return fmt::format("input {} ({}) vc {}", in_number(port), name, vc);
}

void PluggedRouter::clear() {
  pins_.clear();
  model_.reset();
  packets_.clear();
  inputs_.assign(inputs_.size(), {});
  on_link_.assign(on_link_.size(), std::nullopt);
  open_.assign(open_.size(), std::nullopt);
  local_credits_.assign(local_credits_.size(), plug_->map.integer("local_depth"));
  injection_ = Injection{};
  entered_.assign(entered_.size(), std::nullopt);
  pop_injector_ = 0;
  popped_.assign(popped_.size(), 0);
  returned_.assign(returned_.size(), 0);
  ticks_ = 0;
  for (RouterEgress& egress : egress_) {
    egress.reset();
    for (int vc = 0; vc < vcs_; ++vc)
      egress.set_room(vc, microarch::FlowControl::initial_credits(place_.parameters, vc));
  }
  show();
}

bool PluggedRouter::edge() {
  cycle_ = router_.cycle.read();
  account();
  pins_.clear();
  drive_links();
  inject();
  model_.eval();
  read_block();
  model_.tick();
  check_credits();
  check_standstill();
  show();
  ++ticks_;
  return true;
}

/// Updates the accounts with what was on the links in this cycle.
void PluggedRouter::account() {
  for (int p = 0; p <= ports(); ++p) {
    RouterEgress& egress = egress_[static_cast<std::size_t>(p)];
    const auto& sent = on_link_[static_cast<std::size_t>(p)];
    if (sent) egress.sent(*sent);
    if (p == ports()) {
      if (sent) egress.credit(sent->vc);  // consumption never waits
      continue;
    }
    if (!router_.out[static_cast<std::size_t>(p)]) continue;
    const std::uint32_t credits = router_.credit_in[static_cast<std::size_t>(p)].read();
    for (int vc = 0; vc < vcs_; ++vc) {
      if (((credits >> vc) & 1U) != 0) egress.credit(vc);
    }
  }
}

void PluggedRouter::drive_links() {
  for (int p = 0; p <= ports(); ++p) {
    pins_.put_credits(number(p), egress_[static_cast<std::size_t>(p)].take_credits());
    if (p == ports()) continue;
    const auto& link = router_.in[static_cast<std::size_t>(p)];
    if (!link || !link->valid.read()) continue;
    put(p, static_cast<int>(link->vc.read()), link->flit.read(), link->header.read());
  }
}

void PluggedRouter::put(int port, int vc, FlitWord flit, HeaderWord header) {
  if (microarch::is_head(flit)) enter(port, vc, flit, header);
  ForeignFlit out;
  out.head = microarch::is_head(flit);
  out.tail = microarch::is_tail(flit);
  out.vc = vc;
  out.payload = microarch::packet_of(flit) & pins_.payload_mask();
  const auto found = packets_.find(out.payload);
  if (found == packets_.end()) broken(fmt::format("a flit of packet {} follows its tail", microarch::packet_of(flit)));
  const HeaderWord of = found->second.header;
  const topologies::RouteChoice choice = place_.topology.routing().choices(place_.node, of);
  out.route = number(choice.arrived ? ports() : choice.escape_port());
  out.destination = topologies::destination_of(of);
  const std::vector<int> coordinates = place_.topology.coordinates(out.destination);
  out.x = coordinates[0];
  out.y = coordinates.size() > 1 ? coordinates[1] : 0;
  out.length = microarch::length_of(flit);
  pins_.put(in_number(port), out);
  inputs_[at(port, vc)].tails.push_back(out.tail);
}

void PluggedRouter::enter(int port, int vc, FlitWord flit, HeaderWord header) {
  const std::uint64_t payload = microarch::packet_of(flit) & pins_.payload_mask();
  const auto [place, is_new] = packets_.try_emplace(payload);
  if (!is_new) {
    throw PlugError(
        fmt::format("{}: packets {} and {} are inside at once and look the same; expected more payload_bits",
                    plug_->map.source, microarch::packet_of(place->second.head), microarch::packet_of(flit)));
  }
  Packet& packet = place->second;
  packet.head = flit;
  packet.header = header;
  packet.input = port;
  packet.vc = vc;
  packet.came = cycle_;
  InputAccount& account = inputs_[at(port, vc)];
  if (account.inside.empty()) account.moved = cycle_;
  account.inside.push_back(payload);
}

/// The packet that an injector can send into the block in this cycle, or null. A packet stays in the queue until the
/// end of the cycle after its tail entered the block. It is skipped then, so that the next packet can follow at once.
const rtl_models::NetworkInterface::Packet* PluggedRouter::next_packet(int injector) const {
  const auto& queue = router_.terminal().injector(injector).queue;
  auto next = queue.begin();
  if (next != queue.end() && next->packet == entered_[static_cast<std::size_t>(injector)]) ++next;
  return next == queue.end() || next->eligible > cycle_ ? nullptr : &*next;
}

bool PluggedRouter::start_injection() {
  const int queues = place_.parameters.injection_queues();
  for (int k = 0; k < queues; ++k) {
    const int injector = (next_injector_ + k) % queues;
    const rtl_models::NetworkInterface::Packet* const packet = next_packet(injector);
    if (packet == nullptr) continue;
    const auto first = local_credits_.begin() + router_.first_vc(ports() * vcs_ + injector);
    const auto most = std::max_element(first, first + place_.parameters.class_vcs());
    if (*most == 0) continue;
    injection_ = {injector, static_cast<int>(most - local_credits_.begin()), 0,
                  microarch::make_flit(packet->packet, packet->flits, 0), packet->header};
    entered_[static_cast<std::size_t>(injector)] = packet->packet;
    next_injector_ = (injector + 1) % queues;
    return true;
  }
  return false;
}

void PluggedRouter::inject() {
  pop_injector_ = 0;
  if (injection_.injector < 0 && !start_injection()) return;
  int& credits = local_credits_[static_cast<std::size_t>(injection_.vc)];
  if (credits == 0) return;
  --credits;
  const int flits = microarch::length_of(injection_.head);
  put(ports(), injection_.vc, microarch::make_flit(microarch::packet_of(injection_.head), flits, injection_.sent),
      injection_.header);
  pop_injector_ = 1U << injection_.injector;
  if (++injection_.sent == flits) injection_ = Injection{};
}

void PluggedRouter::read_block() {
  for (int p = 0; p <= ports(); ++p) {
    take_credits(p);
    if (pins_.leaves(number(p))) leave(p, pins_.get(number(p)));
  }
}

void PluggedRouter::take_credits(int port) {
  const std::uint64_t credits = pins_.credits(in_number(port));
  std::uint32_t popped = 0;
  std::uint32_t returned = 0;
  for (int vc = 0; vc < vcs_; ++vc) {
    if (((credits >> vc) & 1U) == 0) continue;
    InputAccount& input = inputs_[at(port, vc)];
    if (input.tails.empty()) broken(fmt::format("{}: a credit, and no flit is without one", in_text(port, vc)));
    popped |= 1U << vc;
    if (microarch::FlowControl::returns_credit(place_.parameters.is_escape(vc), input.tails.front()))
      returned |= 1U << vc;
    input.tails.pop_front();
    if (input.owed.empty()) {
      ++input.ahead;
    } else {
      input.owed.pop_front();
    }
    if (port == ports()) ++local_credits_[static_cast<std::size_t>(vc)];
  }
  if (port == ports()) return;
  popped_[static_cast<std::size_t>(port)] = popped;
  returned_[static_cast<std::size_t>(port)] = returned;
}

/// Checks the head of a packet that leaves, and notes where the packet goes.
void PluggedRouter::open(Packet& packet, int port, const ForeignFlit& flit) {
  const auto id = microarch::packet_of(packet.head);
  if (!flit.head) broken(fmt::format("{}: packet {} begins without a head", out_text(port, flit.vc), id));
  const topologies::RouteChoice choice = place_.topology.routing().choices(place_.node, packet.header);
  if (choice.arrived != (port == ports())) {
    broken(fmt::format("{}: packet {} for node {} is {}", out_text(port, flit.vc), id,
                       topologies::destination_of(packet.header),
                       choice.arrived ? "not ejected here" : "ejected here"));
  }
  packet.output = port;
  packet.out_vc = flit.vc;
  if (port == ports()) return;
  const microarch::FabricParameters& parameters = place_.parameters;
  const int first_vc = parameters.class_of(packet.vc) * parameters.class_vcs();
  if (parameters.class_of(flit.vc) != parameters.class_of(packet.vc)) {
    broken(fmt::format("{}: packet {} came in vc {}: a VC of another message class", out_text(port, flit.vc), id,
                       packet.vc));
  }
  const bool escape = parameters.is_escape(flit.vc);
  const microarch::SelectionShape shape = microarch::selection_shape(place_.topology, parameters);
  if (!microarch::is_offered(shape, choice, first_vc, port, flit.vc)) {
    broken(fmt::format("{}: packet {} for node {} is not on its {} way; its escape route leaves by port {}",
                       out_text(port, flit.vc), id, topologies::destination_of(packet.header),
                       escape ? "escape" : "shortest", number(choice.escape_port())));
  }
}

void PluggedRouter::leave(int port, const ForeignFlit& flit) {
  if (flit.vc >= vcs_) broken(fmt::format("port {}: a flit in vc {} of {}", number(port), flit.vc, vcs_));
  const auto found = packets_.find(flit.payload);
  if (found == packets_.end()) {
    broken(fmt::format("{}: a flit of no packet that is inside: payload {:x}", out_text(port, flit.vc), flit.payload));
  }
  Packet& packet = found->second;
  const auto id = microarch::packet_of(packet.head);
  const int flits = microarch::length_of(packet.head);
  auto& opened = open_[at(port, flit.vc)];
  if (opened && *opened != flit.payload)
    broken(fmt::format("{}: packet {} comes between flits of another", out_text(port, flit.vc), id));
  if (packet.left == 0) open(packet, port, flit);
  if (packet.output != port || packet.out_vc != flit.vc || (packet.left > 0 && flit.head)) {
    broken(
        fmt::format("{}: flit {} of packet {} is not where its head went", out_text(port, flit.vc), packet.left, id));
  }
  if (flit.tail != (packet.left + 1 == flits)) {
    broken(fmt::format("{}: flit {} of {} of packet {} is {}: flits are lost or come twice", out_text(port, flit.vc),
                       packet.left, flits, id, flit.tail ? "a tail" : "no tail"));
  }
  LeavingFlit leaving{microarch::make_flit(id, flits, packet.left), 0, flit.vc};
  if (packet.left == 0) leaving.flit = packet.head;
  if (packet.left == 0 && port < ports()) {
    leaving.flit = microarch::with_next_hop(packet.head);
    leaving.header =
        place_.topology.routing().advance(place_.node, packet.header, port, place_.parameters.is_escape(flit.vc));
  }
  if (!egress_[static_cast<std::size_t>(port)].push(leaving)) {
    broken(fmt::format("{}: flit {} of packet {} leaves without a credit", out_text(port, flit.vc), packet.left, id));
  }
  opened = flit.tail ? std::nullopt : std::optional<std::uint64_t>(flit.payload);
  InputAccount& input = inputs_[at(packet.input, packet.vc)];
  if (input.ahead > 0) {
    --input.ahead;
  } else {
    input.owed.push_back(ticks_);
  }
  ++packet.left;
  note_move(packet, flit.payload, flit.tail);
  if (flit.tail) packets_.erase(found);
}

/// Notes that a flit has left. Packets may overtake each other; the standstill check watches only the oldest of an
/// input VC.
void PluggedRouter::note_move(const Packet& packet, std::uint64_t payload, bool tail) {
  InputAccount& input = inputs_[at(packet.input, packet.vc)];
  if (input.inside.front() == payload) input.moved = cycle_;
  if (tail) input.inside.erase(std::find(input.inside.begin(), input.inside.end(), payload));
}

void PluggedRouter::check_credits() {
  for (int p = 0; p <= ports(); ++p) {
    for (int vc = 0; vc < vcs_; ++vc) {
      const InputAccount& input = inputs_[at(p, vc)];
      if (input.owed.empty() || ticks_ - input.owed.front() <= credit_within_) continue;
      broken(fmt::format("{}: no credit {} cycles after a flit that came by it has left: it is late or lost",
                         in_text(p, vc), ticks_ - input.owed.front()));
    }
  }
}

void PluggedRouter::check_standstill() {
  for (int p = 0; p <= ports(); ++p) {
    for (int vc = 0; vc < vcs_; ++vc) {
      const InputAccount& input = inputs_[at(p, vc)];
      if (input.inside.empty() || cycle_ - input.moved < progress_within_) continue;
      const Packet& packet = packets_.at(input.inside.front());
      report_standstill(
          *report_, place_, "router", *plug_, cycle_,
          fmt::format(
              "packet {} of {} flits came by {} in cycle {}; {} of its flits have left, and none since cycle {} "
              "(progress_within: {}); packets inside: {}",
              microarch::packet_of(packet.head), microarch::length_of(packet.head), in_text(p, vc), packet.came,
              packet.left, input.moved, progress_within_, packets_.size()));
      return;
    }
  }
}

void PluggedRouter::show_link(int port) {
  const auto p = static_cast<std::size_t>(port);
  rtl_models::FlitOut& link = *router_.out[p];
  const auto& flit = on_link_[p];
  rtl_models::write_new(link.valid, flit.has_value());
  const bool charged = flit && microarch::FlowControl::returns_credit(place_.parameters.is_escape(flit->vc),
                                                                      microarch::is_tail(flit->flit));
  rtl_models::write_new(router_.charge[p], charged ? rtl_models::make_charge(flit->vc, 1) : 0U);
  for (int vc = 0; vc < vcs_; ++vc) {
    rtl_models::write_new(router_.credits[at(port, vc)], static_cast<std::uint32_t>(egress_[p].room(vc)));
  }
  if (!flit) return;
  rtl_models::write_new(link.vc, static_cast<std::uint32_t>(flit->vc));
  rtl_models::write_new(link.flit, flit->flit);
  if (microarch::is_head(flit->flit)) rtl_models::write_new(link.header, flit->header);
}

void PluggedRouter::show_terminal() {
  const auto& flit = on_link_.back();
  rtl_models::write_new(router_.eject_valid[0], flit.has_value());
  if (flit) rtl_models::write_new(router_.eject_flit[0], flit->flit);
  rtl_models::write_new(router_.pop_injector, pop_injector_);
}

/// Drives the links and the terminal for the next cycle.
void PluggedRouter::show() {
  for (int p = 0; p <= ports(); ++p) {
    const auto at_port = static_cast<std::size_t>(p);
    const RouterEgress::Next next = egress_[at_port].next();
    if (next.broken)
      broken(fmt::format("port {}: a packet leaves with a gap, and the map says contiguous: on", number(p)));
    on_link_[at_port] = next.flit;
    if (p == ports()) break;
    if (router_.out[at_port]) show_link(p);
    if (!router_.in[at_port]) continue;
    rtl_models::write_new(router_.pop[at_port], popped_[at_port]);
    rtl_models::write_new(router_.credit_out[at_port], returned_[at_port]);
  }
  show_terminal();
}

}  // namespace trenza::cosim
