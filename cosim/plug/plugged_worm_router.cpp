#include "cosim/plug/plugged_worm_router.h"

#include <algorithm>
#include <utility>

#include "microarch/index.h"
#include "rtl_models/common/words.h"

namespace trenza::cosim {

using microarch::FlitWord;
using microarch::index;
using topologies::HeaderWord;

namespace {

constexpr int kUnlimited = 1 << 20;

}  // namespace

PluggedWormRouter::PluggedWormRouter(const sc_core::sc_module_name& name, const rtl_models::WormPlace& place,
                                     rtl_models::TerminalObserver& observer, std::shared_ptr<const Plug> plug,
                                     StandstillReport report)
    : Clocked<WormRouterPorts>(name, place),
      place_(place),
      plug_(std::move(plug)),
      model_(*plug_),
      numbers_(*plug_, place.topology),
      links_(*plug_, model_, numbers_, local(), depth()),
      credit_within_(static_cast<microarch::Cycle>(plug_->map.integer("credit_within"))),
      progress_within_(static_cast<microarch::Cycle>(plug_->map.integer("progress_within"))),
      report_(std::move(report)),
      stored_(index(inputs())),
      counters_(index(local())),
      granted_(shape()),
      terminal_(std::string(this->name()) + ".network_interface", place.parameters, place.node, observer),
      injection_(std::max(1, place.parameters.wormhole.injection_delay) - 1),
      injection_credits_(place.parameters.wormhole.injection_credit_delay - 1),
      inputs_(index(shape().inputs())),
      open_(at(local() + 1, 0)),
      leaving_(index(local() + 1)),
      on_link_(index(local() + 1)),
      crosses_(index(shape().inputs()), -1),
      returned_(index(inputs())) {
  const auto& [topology, parameters, node] = place_;
  check_router_in(*plug_, topology, parameters);
  for (int p = 0; p < inputs(); ++p) {
    if (!has_input(p)) continue;
    const std::string port = p == local() ? "local" : input_name(topology, topology.graph().in(node, p));
    stored_[index(p)].emplace(fmt::format("{}.in_{}", this->name(), port), shape().vcs, depth() + kMostBeyondCredits,
                              rtl_models::InputUnitAccount::Delays{});
    keep_input(p, *stored_[index(p)], *this);
  }
  for (int p = 0; p < local(); ++p) {
    if (!has_output(p)) continue;
    counters_[index(p)].emplace(
        fmt::format("{}.credits_{}", this->name(), output_name(topology, topology.graph().out(node, p))),
        std::vector<int>(index(shape().vcs), depth()));
    keep_credits(p, *counters_[index(p)]);
  }
  keep_grants(granted_);
  keep_terminal(terminal_);
  ++awake_blocks();
  links_.set_place(topology, node);
  probe_sources().add("plug_router", model_);
}

void PluggedWormRouter::clear() {
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
  packets_.clear();
  inputs_.assign(inputs_.size(), {});
  open_.assign(open_.size(), std::nullopt);
  leaving_.assign(leaving_.size(), {});
  returned_.assign(returned_.size(), 0);
  ticks_ = 0;
  links_.clear();
  model_.reset();
  show();
  stay_awake(true);
}

bool PluggedWormRouter::edge() {
  cycle_ = cycle.read();
  end_cycle();
  links_.settle([this](int port, int vc) { return has_output(port) ? room(port, vc) : 0; },
                [this](FlitWord word, int vc) { return shown(word, vc); });
  read_block();
  model_.tick();
  check_credits();
  check_standstill();
  show();
  stay_awake(is_busy());
  ++ticks_;
  return true;
}

/// Flits that a VC behind an output has room for.
int PluggedWormRouter::room(int port, int vc) const {
  if (port == local()) return kUnlimited;  // consumption never waits
  const auto& queue = leaving_[index(port)];
  const auto waiting = std::count_if(queue.begin(), queue.end(), [vc](const Departure& d) { return d.out_vc == vc; });
  return counters_[index(port)]->count(vc) - static_cast<int>(waiting);
}

/// A flit as the block sees it.
ForeignFlit PluggedWormRouter::shown(FlitWord word, int vc) const {
  ForeignFlit shown;
  shown.head = microarch::is_head(word);
  shown.tail = microarch::is_tail(word);
  shown.vc = vc;
  shown.index = shown.head ? 0 : microarch::position_of(word);
  shown.payload = microarch::packet_of(word) & links_.payload_mask();
  const Packet& packet = packets_.at(shown.payload);
  const int first_vc = shape().class_of(vc) * shape().class_vcs;
  const auto vcs_of = [first_vc](topologies::Tier tier) { return std::uint64_t{tier.vcs} << first_vc; };
  shown.route = numbers_.out(local());
  shown.vcs = vcs_of({0, (topologies::VcMask{1} << shape().class_vcs) - 1});
  if (!has_arrived(packet.route)) {
    const topologies::Tier first = tier_of(packet.route, 0);
    const topologies::Tier second = tier_of(packet.route, 1);
    const topologies::Tier escape = second.ports != 0 ? second : first;
    const topologies::Tier adaptive = second.ports != 0 ? first : topologies::Tier{};
    shown.escape_ports = numbers_.outs(escape.ports);
    shown.route = numbers_.out(__builtin_ctz(escape.ports));
    shown.vcs = vcs_of(escape);
    shown.adaptive_ports = numbers_.outs(adaptive.ports);
    shown.adaptive_vcs = vcs_of(adaptive);
  }
  shown.set_address(place_.topology, topologies::destination_of(packet.header));
  shown.length = microarch::length_of(word);
  return shown;
}

void PluggedWormRouter::read_block() {
  for (int p = 0; p < inputs(); ++p) {
    const int vc = links_.shown(p);
    if (vc >= 0) {
      const bool taken = links_.takes(p);
      if (!taken && !links_.single_ready())
        broken("{}: the leave to send fell when a flit was shown", numbers_.in_text(p, vc));
      if (taken) note_taken(p, vc);
    }
    take_credits(p);
  }
  for (int p = 0; p <= local(); ++p) {
    const std::optional<ForeignFlit> flit_out = links_.leaving(p);
    if (!flit_out) continue;
    const int vc = flit_out->vc;
    if (vc >= shape().vcs) broken("port {}: a flit in vc {} of {}", numbers_.out(p), vc, shape().vcs);
    if (!has_output(p)) broken("{}: a flit leaves where there is no link", numbers_.out_text(p, vc));
    leave(p, *flit_out);
  }
}

/// The block has taken the flit that it was shown.
void PluggedWormRouter::note_taken(int port, int vc) {
  ++packets_.at(microarch::packet_of(links_.shown_flit(port)) & links_.payload_mask()).entered;
  links_.take(port);
  ++inputs_[at(port, vc)].unpaid;
  if (!links_.by_credits()) give_back(port, vc);
}

void PluggedWormRouter::take_credits(int port) {
  const std::uint64_t given = links_.credits(port);
  for (int vc = 0; vc < shape().vcs; ++vc) {
    if (!rtl_models::is_set(given, vc)) continue;
    Input& input = inputs_[at(port, vc)];
    if (input.unpaid == 0) broken("{}: a credit, and no flit is without one", numbers_.in_text(port, vc));
    --input.unpaid;
    input.debt.note_credit();
    links_.credit(port, vc);
    give_back(port, vc);
  }
}

/// Checks the head of a packet that leaves, and notes where the packet goes.
void PluggedWormRouter::open(Packet& packet, int port, const ForeignFlit& leaving) {
  const auto id = microarch::packet_of(packet.head);
  if (!leaving.head) broken("{}: packet {} begins without a head", numbers_.out_text(port, leaving.vc), id);
  if (has_arrived(packet.route) != (port == local())) {
    broken("{}: packet {} for node {} is {}", numbers_.out_text(port, leaving.vc), id,
           topologies::destination_of(packet.header), port == local() ? "ejected here" : "not ejected here");
  }
  if (shape().class_of(leaving.vc) != shape().class_of(packet.vc)) {
    broken("{}: packet {} came in vc {}: a VC of another message class", numbers_.out_text(port, leaving.vc), id,
           packet.vc);
  }
  packet.output = port;
  packet.out_vc = leaving.vc;
  if (port == local()) return;
  const int first_vc = shape().class_of(packet.vc) * shape().class_vcs;
  std::string offers;
  for (const int k : {0, 1}) {
    const topologies::Tier tier = tier_of(packet.route, k);
    if (rtl_models::is_set(tier.ports, port) && rtl_models::is_set(tier.vcs, leaving.vc - first_vc)) return;
    if (tier.ports == 0) continue;
    offers += fmt::format("{}ports {:#x} in vcs {:#x}", offers.empty() ? "" : ", or ", numbers_.outs(tier.ports),
                          std::uint64_t{tier.vcs} << first_vc);
  }
  broken("{}: packet {} for node {} may not leave there; it may by {} (masks)", numbers_.out_text(port, leaving.vc), id,
         topologies::destination_of(packet.header), offers);
}

void PluggedWormRouter::leave(int port, const ForeignFlit& shown) {
  const auto text = [&] { return numbers_.out_text(port, shown.vc); };
  const auto found = packets_.find(shown.payload);
  if (found == packets_.end()) broken("{}: a flit of no packet that is inside: payload {:x}", text(), shown.payload);
  Packet& packet = found->second;
  const auto id = microarch::packet_of(packet.head);
  const int flits = microarch::length_of(packet.head);
  if (packet.left == packet.entered)
    broken("{}: flit {} of packet {} has not come yet: flits come twice", text(), packet.left, id);
  auto& opened = open_[at(port, shown.vc)];
  if (opened && *opened != shown.payload) broken("{}: packet {} comes between flits of another", text(), id);
  if (packet.left == 0) open(packet, port, shown);
  if (packet.output != port || packet.out_vc != shown.vc || (packet.left > 0 && shown.head))
    broken(
        "{}: flit {} of packet {} is not where its head went (the route is in the head alone, unless head_only: off)",
        text(), packet.left, id);
  if (shown.tail != (packet.left + 1 == flits)) {
    broken("{}: flit {} of {} of packet {} is {}: flits are lost or come twice", text(), packet.left, flits, id,
           shown.tail ? "a tail" : "no tail");
  }
  if (!links_.has_index(shown, packet.left)) {
    broken("{}: flit {} of packet {} carries number {}: flits are swapped or come twice", text(), packet.left, id,
           shown.index);
  }
  if (room(port, shown.vc) <= 0) {
    broken("{}: flit {} of packet {} leaves without {}", text(), packet.left, id, links_.leave_text());
  }
  const bool escape = port != local() && rtl_models::is_set(tier_of(packet.route, 1).ports, port) &&
                      rtl_models::is_set(tier_of(packet.route, 1).vcs, shown.vc % shape().class_vcs);
  const FlitWord word = packet.left == 0 ? packet.head : microarch::make_flit(id, flits, packet.left);
  leaving_[index(port)].push_back({word, packet.header, packet.input, packet.vc, shown.vc, escape});
  if (port == local()) links_.give_credits(port, std::uint64_t{1} << shown.vc);
  opened = shown.tail ? std::nullopt : std::optional<std::uint64_t>(shown.payload);
  Input& input = inputs_[at(packet.input, packet.vc)];
  if (links_.by_credits()) input.debt.note_flit(ticks_);
  if (input.inside.front() == shown.payload) input.moved = cycle_;
  ++packet.left;
  if (!shown.tail) return;
  input.inside.erase(std::find(input.inside.begin(), input.inside.end(), shown.payload));
  packets_.erase(found);
}

void PluggedWormRouter::check_credits() {
  for (int p = 0; p < inputs(); ++p) {
    for (int vc = 0; vc < shape().vcs; ++vc) {
      const microarch::Cycle age = inputs_[at(p, vc)].debt.age(ticks_);
      if (age <= credit_within_) continue;
      broken("{}: no credit {} cycles after a flit that came by it has left: it is late or lost",
             numbers_.in_text(p, vc), age);
    }
  }
}

void PluggedWormRouter::check_standstill() {
  for (int p = 0; p < inputs(); ++p) {
    for (int vc = 0; vc < shape().vcs; ++vc) {
      const Input& input = inputs_[at(p, vc)];
      if (input.inside.empty() || cycle_ - input.moved < progress_within_) continue;
      const Packet& packet = packets_.at(input.inside.front());
      report_standstill(
          *report_, place_.topology.node_name(node()), "router", *plug_, cycle_,
          fmt::format("packet {} of {} flits came by {} in cycle {}; {} of its flits have left, and none since cycle "
                      "{} (progress_within: {}); packets inside: {}",
                      microarch::packet_of(packet.head), microarch::length_of(packet.head), numbers_.in_text(p, vc),
                      packet.came, packet.left, input.moved, progress_within_, packets_.size()));
      return;
    }
  }
}

}  // namespace trenza::cosim
