#include "cosim/plug/plugged_router.h"

#include <algorithm>
#include <utility>

#include "microarch/candidates.h"
#include "microarch/fabric.h"
#include "microarch/flow_control/flow_control.h"
#include "rtl_models/common/held_output.h"

namespace trenza::cosim {

using microarch::FlitWord;
using topologies::HeaderWord;

PluggedRouter::PluggedRouter(const sc_core::sc_module_name& name, const rtl_models::RouterPlace& place,
                             rtl_models::TerminalObserver& observer, std::shared_ptr<const Plug> plug,
                             StandstillReport report)
    : OpaqueRouter(name, place),
      interface_("network_interface", place.parameters, place.topology.routing(), place.node, observer),
      plug_(std::move(plug)),
      model_(*plug_),
      numbers_(*plug_, place.topology),
      links_(*plug_, model_, numbers_, ports(), place.parameters.buffer_flits()),
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
  links_.set_place(place.topology, place.node);
  connect(interface_);
  probe_sources().add("plug_router", model_);
}

void PluggedRouter::clear() {
  clear_accounts();
  links_.clear();
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
      egress.set_room(vc, microarch::FlowControl::initial_credits(place().parameters, vc));
  }
  show();
}

bool PluggedRouter::edge() {
  cycle_ = cycle.read();
  keep_accounts();
  take_links();
  drive_links();
  inject();
  links_.settle([this](int port, int vc) { return egress_[static_cast<std::size_t>(port)].credits(vc); },
                [this](FlitWord word, int vc) { return shown(word, vc); });
  read_block();
  model_.tick();
  check_credits();
  check_standstill();
  show();
  ++ticks_;
  return true;
}

/// Tells the output ports what was on the links in this cycle.
void PluggedRouter::take_links() {
  for (int p = 0; p <= ports(); ++p) {
    RouterEgress& egress = egress_[static_cast<std::size_t>(p)];
    const auto& sent = on_link_[static_cast<std::size_t>(p)];
    if (sent) egress.sent(*sent);
    if (p == ports()) {
      if (sent) egress.credit(sent->vc);  // consumption never waits
      continue;
    }
    if (!out[static_cast<std::size_t>(p)]) continue;
    const std::uint32_t returned = credit_in[static_cast<std::size_t>(p)].read();
    for (int vc = 0; vc < vcs_; ++vc) {
      if (((returned >> vc) & 1U) != 0) egress.credit(vc);
    }
  }
}

void PluggedRouter::drive_links() {
  for (int p = 0; p <= ports(); ++p) {
    links_.give_credits(p, egress_[static_cast<std::size_t>(p)].take_credits());
    if (p == ports()) continue;
    const auto& link = in[static_cast<std::size_t>(p)];
    if (!link || !link->valid.read()) continue;
    put(p, static_cast<int>(link->vc.read()), link->flit.read(), link->header.read());
  }
}

void PluggedRouter::put(int port, int vc, FlitWord word, HeaderWord came) {
  if (microarch::is_head(word)) enter(port, vc, word, came);
  links_.push(port, vc, word);
  inputs_[at(port, vc)].tails.push_back(microarch::is_tail(word));
}

/// A flit as the block sees it.
ForeignFlit PluggedRouter::shown(FlitWord word, int vc) const {
  ForeignFlit shown;
  shown.head = microarch::is_head(word);
  shown.tail = microarch::is_tail(word);
  shown.vc = vc;
  shown.index = shown.head ? 0 : microarch::position_of(word);
  shown.payload = microarch::packet_of(word) & links_.payload_mask();
  const auto found = packets_.find(shown.payload);
  if (found == packets_.end()) broken("a flit of packet {} follows its tail", microarch::packet_of(word));
  const HeaderWord of = found->second.header;
  const topologies::RouteChoice choice = place().topology.routing().choices(place().node, of, lane_of(found->second));
  shown.route = numbers_.out(choice.arrived ? ports() : choice.escape_port());
  const microarch::FabricParameters& parameters = place().parameters;
  const int first_vc = parameters.class_of(vc) * parameters.class_vcs();
  if (!choice.arrived) {
    const std::uint64_t class_mask = ((std::uint64_t{1} << parameters.class_vcs()) - 1) << first_vc;
    shown.vcs = parameters.escape_mask() & class_mask;
    shown.escape_ports = std::uint64_t{1} << shown.route;
    shown.adaptive_ports = numbers_.outs(choice.adaptive_ports());
    shown.adaptive_vcs = shown.adaptive_ports == 0 ? 0 : class_mask & ~shown.vcs;
  }
  shown.set_address(place().topology, topologies::destination_of(of));
  shown.length = microarch::length_of(word);
  return shown;
}

void PluggedRouter::enter(int port, int vc, FlitWord head, HeaderWord came) {
  const std::uint64_t payload = microarch::packet_of(head) & links_.payload_mask();
  const auto [place, is_new] = packets_.try_emplace(payload);
  if (!is_new) {
    throw PlugError("{}: packets {} and {} are inside at once and look the same; expected more payload_bits",
                    plug_->map.source, microarch::packet_of(place->second.head), microarch::packet_of(head));
  }
  Packet& packet = place->second;
  packet.head = head;
  packet.header = came;
  packet.input = port;
  packet.vc = vc;
  packet.came = cycle_;
  InputAccount& account = inputs_[at(port, vc)];
  if (account.inside.empty()) account.moved = cycle_;
  account.inside.push_back(payload);
}

/// The packet that an injector can send into the block in this cycle, or null. A packet stays in the queue until the
/// end of the cycle after its tail entered the block. It is skipped then, so that the next packet can follow at once.
const rtl_models::Terminal::Packet* PluggedRouter::next_packet(int injector) const {
  const auto& queue = terminal().injector(injector).queue;
  auto next = queue.begin();
  if (next != queue.end() && next->packet == entered_[static_cast<std::size_t>(injector)]) ++next;
  return next == queue.end() || next->eligible > cycle_ ? nullptr : &*next;
}

bool PluggedRouter::start_injection() {
  const int queues = place().parameters.injection_queues();
  for (int k = 0; k < queues; ++k) {
    const int injector = (next_injector_ + k) % queues;
    const rtl_models::Terminal::Packet* const packet = next_packet(injector);
    if (packet == nullptr) continue;
    const auto first = local_credits_.begin() + first_vc(ports() * vcs_ + injector);
    const auto most = std::max_element(first, first + place().parameters.class_vcs());
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
  int& left = local_credits_[static_cast<std::size_t>(injection_.vc)];
  if (left == 0) return;
  --left;
  const int flits = microarch::length_of(injection_.head);
  put(ports(), injection_.vc, microarch::make_flit(microarch::packet_of(injection_.head), flits, injection_.sent),
      injection_.header);
  pop_injector_ = 1U << injection_.injector;
  if (++injection_.sent == flits) injection_ = Injection{};
}

void PluggedRouter::read_block() {
  for (int p = 0; p <= ports(); ++p) {
    const int vc = links_.shown(p);
    const bool taken = vc >= 0 && links_.takes(p);
    if (vc >= 0 && !taken && !links_.single_ready())
      broken("{}: the leave to send fell when a flit was shown", numbers_.in_text(p, vc));
    if (taken) links_.take(p);
    take_credits(p, taken && !links_.by_credits() ? std::uint64_t{1} << vc : links_.credits(p));
    if (const auto leaving = links_.leaving(p)) leave(p, *leaving);
  }
}

/// In links without credits a flit that the block takes is as good as a credit.
void PluggedRouter::take_credits(int port, std::uint64_t given) {
  std::uint32_t popped = 0;
  std::uint32_t returned = 0;
  for (int vc = 0; vc < vcs_; ++vc) {
    if (((given >> vc) & 1U) == 0) continue;
    InputAccount& input = inputs_[at(port, vc)];
    if (input.tails.empty()) broken("{}: a credit, and no flit is without one", numbers_.in_text(port, vc));
    popped |= 1U << vc;
    if (microarch::FlowControl::returns_credit(place().parameters.is_escape(vc), input.tails.front()))
      returned |= 1U << vc;
    input.tails.pop_front();
    input.debt.note_credit();
    links_.credit(port, vc);
    if (port == ports()) ++local_credits_[static_cast<std::size_t>(vc)];
  }
  if (port == ports()) return;
  popped_[static_cast<std::size_t>(port)] = popped;
  returned_[static_cast<std::size_t>(port)] = returned;
}

/// Checks the head of a packet that leaves, and notes where the packet goes.
void PluggedRouter::open(Packet& packet, int port, const ForeignFlit& leaving) {
  const auto id = microarch::packet_of(packet.head);
  if (!leaving.head) broken("{}: packet {} begins without a head", numbers_.out_text(port, leaving.vc), id);
  const topologies::RouteChoice choice =
      place().topology.routing().choices(place().node, packet.header, lane_of(packet));
  if (choice.arrived != (port == ports())) {
    broken("{}: packet {} for node {} is {}", numbers_.out_text(port, leaving.vc), id,
           topologies::destination_of(packet.header), choice.arrived ? "not ejected here" : "ejected here");
  }
  packet.output = port;
  packet.out_vc = leaving.vc;
  if (port == ports()) return;
  const microarch::FabricParameters& parameters = place().parameters;
  const int first_vc = parameters.class_of(packet.vc) * parameters.class_vcs();
  if (parameters.class_of(leaving.vc) != parameters.class_of(packet.vc))
    broken("{}: packet {} came in vc {}: a VC of another message class", numbers_.out_text(port, leaving.vc), id,
           packet.vc);
  const bool escape = parameters.is_escape(leaving.vc);
  const microarch::SelectionShape shape = microarch::selection_shape(place().topology, parameters);
  if (!microarch::is_offered(shape, choice, first_vc, port, leaving.vc)) {
    broken("{}: packet {} for node {} is not on its {} way; its escape route leaves by port {}",
           numbers_.out_text(port, leaving.vc), id, topologies::destination_of(packet.header),
           escape ? "escape" : "shortest", numbers_.out(choice.escape_port()));
  }
}

void PluggedRouter::leave(int port, const ForeignFlit& shown) {
  if (shown.vc >= vcs_) broken("port {}: a flit in vc {} of {}", numbers_.out(port), shown.vc, vcs_);
  const auto found = packets_.find(shown.payload);
  if (found == packets_.end())
    broken("{}: a flit of no packet that is inside: payload {:x}", numbers_.out_text(port, shown.vc), shown.payload);
  Packet& packet = found->second;
  const auto id = microarch::packet_of(packet.head);
  const int flits = microarch::length_of(packet.head);
  auto& opened = open_[at(port, shown.vc)];
  if (opened && *opened != shown.payload)
    broken("{}: packet {} comes between flits of another", numbers_.out_text(port, shown.vc), id);
  if (packet.left == 0) open(packet, port, shown);
  if (packet.output != port || packet.out_vc != shown.vc || (packet.left > 0 && shown.head))
    broken(
        "{}: flit {} of packet {} is not where its head went (the route is in the head alone, unless head_only: off)",
        numbers_.out_text(port, shown.vc), packet.left, id);
  if (shown.tail != (packet.left + 1 == flits)) {
    broken("{}: flit {} of {} of packet {} is {}: flits are lost or come twice", numbers_.out_text(port, shown.vc),
           packet.left, flits, id, shown.tail ? "a tail" : "no tail");
  }
  if (!links_.has_index(shown, packet.left)) {
    broken("{}: flit {} of packet {} carries number {}: flits are swapped or come twice",
           numbers_.out_text(port, shown.vc), packet.left, id, shown.index);
  }
  LeavingFlit leaving{microarch::make_flit(id, flits, packet.left), 0, shown.vc};
  if (packet.left == 0) leaving.flit = packet.head;
  if (packet.left == 0 && port < ports()) {
    leaving.flit = microarch::with_next_hop(packet.head);
    leaving.header =
        place().topology.routing().advance(place().node, packet.header, port, place().parameters.is_escape(shown.vc));
  }
  if (!egress_[static_cast<std::size_t>(port)].push(leaving))
    broken("{}: flit {} of packet {} leaves without {}", numbers_.out_text(port, shown.vc), packet.left, id,
           links_.leave_text());
  opened = shown.tail ? std::nullopt : std::optional<std::uint64_t>(shown.payload);
  InputAccount& input = inputs_[at(packet.input, packet.vc)];
  input.debt.note_flit(ticks_);
  ++packet.left;
  note_move(packet, shown.payload, shown.tail);
  if (shown.tail) packets_.erase(found);
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
      const microarch::Cycle age = inputs_[at(p, vc)].debt.age(ticks_);
      if (age <= credit_within_) continue;
      broken("{}: no credit {} cycles after a flit that came by it has left: it is late or lost",
             numbers_.in_text(p, vc), age);
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
          *report_, place().topology.node_name(place().node), "router", *plug_, cycle_,
          fmt::format(
              "packet {} of {} flits came by {} in cycle {}; {} of its flits have left, and none since cycle {} "
              "(progress_within: {}); packets inside: {}",
              microarch::packet_of(packet.head), microarch::length_of(packet.head), numbers_.in_text(p, vc),
              packet.came, packet.left, input.moved, progress_within_, packets_.size()));
      return;
    }
  }
}

void PluggedRouter::show_link(int port) {
  const auto p = static_cast<std::size_t>(port);
  rtl_models::FlitOut& link = *out[p];
  const auto& leaving = on_link_[p];
  rtl_models::write_new(link.valid, leaving.has_value());
  const bool charged = leaving && microarch::FlowControl::returns_credit(place().parameters.is_escape(leaving->vc),
                                                                         microarch::is_tail(leaving->flit));
  rtl_models::write_new(charge[p], charged ? rtl_models::make_charge(leaving->vc, 1) : 0U);
  for (int vc = 0; vc < vcs_; ++vc) {
    rtl_models::write_new(credits[at(port, vc)], static_cast<std::uint32_t>(egress_[p].room(vc)));
  }
  if (!leaving) return;
  rtl_models::write_new(link.vc, static_cast<std::uint32_t>(leaving->vc));
  rtl_models::write_new(link.flit, leaving->flit);
  if (microarch::is_head(leaving->flit)) rtl_models::write_new(link.header, leaving->header);
}

void PluggedRouter::show_terminal() {
  const auto& leaving = on_link_.back();
  rtl_models::write_new(eject_valid[0], leaving.has_value());
  if (leaving) rtl_models::write_new(eject_flit[0], leaving->flit);
  rtl_models::write_new(pop_injector, pop_injector_);
}

/// Drives the links and the terminal for the next cycle.
void PluggedRouter::show() {
  for (int p = 0; p <= ports(); ++p) {
    const auto at_port = static_cast<std::size_t>(p);
    const RouterEgress::Next next = egress_[at_port].next();
    if (next.broken) broken("port {}: a packet leaves with a gap, and the map says contiguous: on", numbers_.out(p));
    on_link_[at_port] = next.flit;
    if (p == ports()) break;
    if (out[at_port]) show_link(p);
    if (!in[at_port]) continue;
    rtl_models::write_new(pop[at_port], popped_[at_port]);
    rtl_models::write_new(credit_out[at_port], returned_[at_port]);
  }
  show_terminal();
}

}  // namespace trenza::cosim
