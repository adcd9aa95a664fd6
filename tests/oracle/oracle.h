// An independent flit-by-flit simulator of the fabric, written from docs/microarchitecture.md alone. It shares no code
// with the product, so that it can judge it: the same offers must give the same deliveries, cycle by cycle.
//
// Clarity comes before speed. Every flit is an object that sits in a buffer or on a link, every credit travels as an
// object of its own, and every router is looked at in every cycle. Section numbers in comments are those of that page.
// The page's sections 1 and 3 are in oracle_network.h (wiring), oracle_routing.h (what a packet may ask for) and
// oracle_config.h (configuration, draws), section 8 is in oracle_allocation.h and oracle_matrix.h; this file is the
// machine.
//
// A broken invariant (buffer overflow, credits out of range, flits out of order, a flit that is not there when it has
// to cross) throws std::logic_error. What the page does not allow throws std::invalid_argument.
#ifndef ORACLE_ORACLE_H
#define ORACLE_ORACLE_H

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "oracle_allocation.h"
#include "oracle_config.h"
#include "oracle_network.h"
#include "oracle_routing.h"

namespace oracle {

class Simulator {
 public:
  explicit Simulator(const Config& configuration)
      : config(checked(configuration)),
        routing(config),
        lfsr(detail::lfsr_sequence()),
        P(network().ports()),
        S(config.escape_vcs),
        V_of_class(S + config.adaptive),
        V(config.message_classes * V_of_class),
        inputs(P * V + config.message_classes * config.injectors) {
    detail::refuse(inputs > 64, "a router can have at most 64 inputs");
    detail::refuse(!config.port_link_delay.empty() && config.port_link_delay.size() != at(P),
                   "port_link_delay needs an entry for each port");
    Router router(detail::Allocation(config, P, V));
    router.inputs.resize(at(inputs));
    router.outputs.resize(at(P + config.ejectors));
    for (int p = 0; p < P; ++p)
      for (int v = 0; v < V; ++v) router.outputs[at(p)].credits.push_back(full_credits(v));
    routers.assign(at(network().nodes()), router);
  }

  int nodes() const { return network().nodes(); }
  std::uint64_t now() const { return cycle; }

  std::uint64_t offer(int source, int destination, int flits, std::uint64_t tag = 0, int message_class = 0) {
    detail::refuse(source < 0 || source >= nodes() || destination < 0 || destination >= nodes(), "no such node");
    detail::refuse(source == destination, "source and destination must be different");
    detail::refuse(flits < 1 || flits > config.max_packet_flits, "packet length out of range");
    detail::refuse(message_class < 0 || message_class >= config.message_classes, "no such message class");
    Router& router = routers[at(source)];
    auto packet = std::make_shared<Packet>();
    packet->source = source;
    packet->destination = destination;
    packet->number = router.offered++;
    packet->flits = flits;
    packet->created = cycle;
    packet->tag = tag;
    packet->message_class = message_class;
    packet->header = routing.first_header(config.seed, source, destination, packet->number);
    router.inputs[at(injector_for(router, *packet))].packets.push_back(packet);
    return packet->number;
  }

  void step() {
    deliveries.clear();
    ask_records.clear();
    grant_records.clear();
    // All decisions are taken in the state before the cycle, then they are applied, then flits cross (section 5).
    std::vector<Grant> grants;
    for (int node = 0; node < nodes(); ++node) decide(node, grants);
    for (const Grant& grant : grants) apply(grant);
    for (Router& router : routers) router.allocation.update(router.granted);
    for (int node = 0; node < nodes(); ++node)
      for (int o = 0; o < P + config.ejectors; ++o) cross(node, o);
    ++cycle;
    arrive();
  }

  const std::vector<Delivery>& delivered() const { return deliveries; }

  bool idle() const {
    for (const Router& router : routers) {
      for (const Input& input : router.inputs)
        if (!input.flits.empty() || !input.packets.empty() || input.crossing) return false;
      for (const Output& output : router.outputs)
        if (output.packet || !output.link.empty() || !output.returning.empty()) return false;
    }
    for (const Router& router : routers)
      for (int p = 0; p < P; ++p)
        for (int v = 0; v < V; ++v)
          detail::require(router.outputs[at(p)].credits[at(v)] == full_credits(v), "credits were lost");
    return true;
  }

  void jump(std::uint64_t to) {
    detail::refuse(!idle(), "only an idle fabric can jump");
    detail::refuse(to < cycle, "a jump cannot go back");
    cycle = to;
  }

  std::uint64_t digest() const { return digest_sum; }
  std::uint64_t flit_hops() const { return flit_hop_count; }  // flits that crossed to a network output
  std::uint64_t delivered_packets() const { return delivered_count; }
  std::uint64_t network_grants() const { return network_grant_count; }
  std::uint64_t escape_grants() const { return escape_grant_count; }
  // Flits that crossed to the channel of output port p of a node, by node * P + p.
  const std::vector<std::uint64_t>& channel_flits() const { return channel_flit_count; }

  // A grant of the last step, or what an input asked for; vc is -1 for an ejection port.
  struct GrantRecord {
    int router = 0, input = 0, output = 0, vc = 0;
    int source = 0;
    std::uint64_t number = 0;
  };
  const std::vector<GrantRecord>& granted() const { return grant_records; }
  const std::vector<GrantRecord>& asked() const { return ask_records; }

 private:
  struct Packet {
    int source = 0, destination = 0;
    std::uint64_t number = 0;
    int flits = 0;
    int hops = 0;
    std::uint64_t created = 0, entered = 0;
    std::uint64_t tag = 0;
    int message_class = 0;
    bool has_entered = false;
    detail::Header header;  // seen from where the head is
  };
  using PacketPtr = std::shared_ptr<Packet>;

  struct Flit {
    PacketPtr packet;
    int index = 0;              // 0 = head, packet->flits - 1 = tail
    std::uint64_t arrived = 0;  // at the buffer that holds it
  };
  struct FlitOnLink {
    Flit flit;
    int vc;
    std::uint64_t due;
  };
  struct CreditOnLink {
    int vc;
    std::uint64_t due;
  };

  struct Input {
    std::deque<Flit> flits;         // network input VC
    std::deque<PacketPtr> packets;  // injector; the first one may be crossing
    bool crossing = false;          // the front packet is granted and its tail has not crossed yet
    Flit last;                      // network input VC: the flit that arrived last (order check)
  };
  struct Output {
    PacketPtr packet;  // that crosses to this output; null: the output is free
    int input = 0;     // where it comes from
    int vc = 0;        // where it goes to
    int next_flit = 0;
    std::vector<int> credits;            // of each VC; slots for escape VCs, flits for the others; none for ejection
    std::deque<FlitOnLink> link;         // towards the neighbour
    std::deque<CreditOnLink> returning;  // from the neighbour
  };
  struct Router {
    explicit Router(const detail::Allocation& a) : allocation(a) {}

    std::vector<Input> inputs;
    std::vector<Output> outputs;
    detail::Allocation allocation;
    std::vector<detail::Request> granted;  // in this cycle
    std::uint64_t offered = 0;
  };

  struct Pick {
    int input;
    int output;
    int vc;
    PacketPtr packet;
  };
  struct Grant {
    int node;
    Pick pick;
  };

  const detail::Network& network() const { return routing.network; }

  static std::size_t at(int i) { return detail::at(i); }
  static std::uint64_t word(int i) { return detail::word(i); }

  static const Config& checked(const Config& c) {  // section 2
    const auto in = detail::in_range;
    detail::refuse(!in(c.adaptive, 0, 7), "adaptive VCs: 0..7");
    detail::refuse(!in(c.max_packet_flits, 1, 16383), "max_packet_flits: 1..16383");
    detail::refuse(!in(c.buffer_packets, 1, 255), "buffer_packets: 1..255");
    detail::refuse(!in(c.router_delay, 1, 255), "router_delay: 1..255");
    detail::refuse(!in(c.link_delay, 1, 255), "link_delay: 1..255");
    for (int delay : c.port_link_delay) detail::refuse(!in(delay, 1, 255), "port_link_delay: 1..255");
    detail::refuse(!in(c.credit_delay, 1, 255), "credit_delay: 1..255");
    detail::refuse(!in(c.injectors, 1, 8), "injectors: 1..8");
    detail::refuse(!in(c.ejectors, 1, 8), "ejectors: 1..8");
    detail::refuse(!in(c.iterations, 1, 16), "iterations: 1..16");
    detail::refuse(!in(c.escape_vcs, 1, 2), "escape_vcs: 1 or 2");
    detail::refuse(!in(c.message_classes, 1, 2), "message_classes: 1 or 2");
    return c;
  }

  // Section 2: VC v of a channel is VC v mod (S + A) of class v / (S + A); the first S of a class are escape VCs.
  bool is_escape_vc(int vc) const { return vc % V_of_class < S; }
  int escape_vc(int message_class, int u) const { return message_class * V_of_class + u; }
  std::vector<int> adaptive_vcs(int message_class) const {
    std::vector<int> vcs;
    for (int a = 0; a < config.adaptive; ++a) vcs.push_back(message_class * V_of_class + S + a);
    return vcs;
  }
  int injector_input(int message_class, int j) const { return P * V + message_class * config.injectors + j; }

  int link_delay(int port) const {
    return config.port_link_delay.empty() ? config.link_delay : config.port_link_delay[at(port)];
  }

  int full_credits(int vc) const {
    return is_escape_vc(vc) ? config.buffer_packets : config.buffer_packets * config.max_packet_flits;
  }

  bool is_network_input(int i) const { return i < P * V; }

  // Section 3.
  std::size_t draw(int router, int purpose, int index, std::size_t n) const {
    const std::uint64_t phase =
        detail::hash({config.seed, word(purpose), word(router), word(index)}) % detail::lfsr_period;
    return lfsr[(16 * (cycle % detail::lfsr_period) + phase) % detail::lfsr_period] % n;
  }

  // Section 4.2: the input of the injector of a packet.
  int injector_for(const Router& router, const Packet& packet) const {
    const int J = config.injectors, first = injector_input(packet.message_class, 0);
    switch (config.injection) {
      case Injection::direction: {
        const std::vector<int> c = routing.productive_ports(packet.source, packet.destination, packet.header);
        return first + c[packet.number % c.size()] % J;
      }
      case Injection::round_robin:
        return first + static_cast<int>(packet.number % word(J));
      case Injection::shortest: {
        int best = first;
        for (int i = first; i < first + J; ++i)
          if (router.inputs[at(i)].packets.size() < router.inputs[at(best)].packets.size()) best = i;
        return best;
      }
    }
    throw std::invalid_argument("oracle: unknown injection");
  }

  // Section 6: the packet for which input i requests in this cycle, or null.
  PacketPtr requesting(const Router& router, int i) const {
    const Input& input = router.inputs[at(i)];
    if (input.crossing) return nullptr;
    PacketPtr packet;
    std::uint64_t since = 0;
    if (is_network_input(i)) {
      if (input.flits.empty()) return nullptr;
      detail::require(input.flits.front().index == 0, "the front flit of an idle input is not a head");
      packet = input.flits.front().packet;
      since = input.flits.front().arrived;
      if (config.crossbar == Crossbar::per_port)
        for (int v = 0; v < V; ++v)
          if (router.inputs[at(i / V * V + v)].crossing) return nullptr;
    } else {
      if (input.packets.empty()) return nullptr;
      packet = input.packets.front();
      since = packet->created;
    }
    if (cycle + 1 < since + word(config.router_delay)) return nullptr;
    return packet;
  }

  bool is_free(const Router& router, int o) const { return !router.outputs[at(o)].packet; }

  bool has_room(const Router& router, const Packet& packet, int p, int v) const {
    return router.outputs[at(p)].credits[at(v)] >= packet.flits;
  }

  using PortAndVc = std::pair<int, int>;

  // Section 7.2, ascending.
  std::vector<PortAndVc> adaptive_candidates(int node, const Packet& packet) const {
    const Router& router = routers[at(node)];
    std::vector<PortAndVc> candidates;
    for (int p : routing.productive_ports(node, packet.destination, packet.header))
      for (int v : adaptive_vcs(packet.message_class))
        if (is_free(router, p) && has_room(router, packet, p, v)) candidates.emplace_back(p, v);
    return candidates;
  }

  // Section 7: the pick of input i for its packet, or nothing (input_first).
  std::vector<Pick> pick_of(int node, int i, const PacketPtr& packet) const {
    const Router& router = routers[at(node)];
    if (packet->destination == node) {
      for (int k = 0; k < config.ejectors; ++k) {
        const int e = (i + k) % config.ejectors;
        if (is_free(router, P + e)) return {Pick{i, P + e, 0, packet}};
      }
      return {};
    }

    const std::vector<PortAndVc> candidates = adaptive_candidates(node, *packet);
    if (candidates.empty()) return escape_request(node, i, packet);
    PortAndVc chosen = candidates.front();  // dimension_order
    if (config.selection == Selection::random) chosen = candidates[draw(node, 3, i, candidates.size())];
    if (config.selection == Selection::most_credits) {
      const std::vector<int> c = routing.productive_ports(node, packet->destination, packet->header);
      const std::size_t start = draw(node, 3, i, c.size());
      int most = -1;
      for (std::size_t k = 0; k < c.size(); ++k)
        for (const PortAndVc& candidate : candidates) {
          if (candidate.first != c[(start + k) % c.size()]) continue;
          const int credits = router.outputs[at(candidate.first)].credits[at(candidate.second)];
          if (credits <= most) continue;
          most = credits;
          chosen = candidate;
        }
    }
    return {Pick{i, chosen.first, chosen.second, packet}};
  }

  // Section 8, output_first, rule 1: all that input i asks for. Matrix allocators have the same requests.
  std::vector<Pick> asks_of(int node, int i, const PacketPtr& packet) const {
    const Router& router = routers[at(node)];
    std::vector<Pick> asked_for;
    if (packet->destination == node) {
      for (int e = 0; e < config.ejectors; ++e)
        if (is_free(router, P + e)) asked_for.push_back(Pick{i, P + e, 0, packet});
      return asked_for;
    }

    const std::vector<PortAndVc> candidates = adaptive_candidates(node, *packet);
    if (candidates.empty()) return escape_request(node, i, packet);
    for (int p = 0; p < P; ++p) {
      std::vector<int> vcs;
      for (const PortAndVc& candidate : candidates)
        if (candidate.first == p) vcs.push_back(candidate.second);
      if (vcs.empty()) continue;
      int chosen = vcs.front();  // dimension_order
      if (config.selection == Selection::random) chosen = vcs[draw(node, 3, i, vcs.size())];
      if (config.selection == Selection::most_credits)
        for (int v : vcs)
          if (router.outputs[at(p)].credits[at(v)] > router.outputs[at(p)].credits[at(chosen)]) chosen = v;
      asked_for.push_back(Pick{i, p, chosen, packet});
    }
    return asked_for;
  }

  // Section 7.3, for a packet without adaptive candidates: the escape channel if it is grantable, or nothing.
  std::vector<Pick> escape_request(int node, int i, const PacketPtr& packet) const {
    const Router& router = routers[at(node)];
    if (routing.can_detour())  // a busy link is no reason for a detour
      for (int p : routing.productive_ports(node, packet->destination, packet->header))
        for (int v : adaptive_vcs(packet->message_class))
          if (has_room(router, *packet, p, v)) return {};

    const detail::EscapeChannel escape = routing.escape_channel(node, packet->destination, packet->header);
    detail::require(network().has_channel(node, escape.port), "an escape channel that is absent");
    const int v = escape_vc(packet->message_class, escape.vc);
    const int ring = routing.ring(node, escape.port, escape.vc);
    const bool continues = is_network_input(i) && i % V == v && ring_of_input(node, i / V, escape.vc) == ring;
    const int need = ring == detail::absent || continues || !config.bubble ? 1 : 2;
    if (!is_free(router, escape.port) || router.outputs[at(escape.port)].credits[at(v)] < need) return {};
    return {Pick{i, escape.port, v, packet}};
  }

  // The ring of escape VC u of the channel that enters by input port `port`.
  int ring_of_input(int node, int port, int u) const {
    const detail::Network::End from = network().upstream(node, port);
    return routing.ring(from.node, from.port, u);
  }

  static detail::Request request_of(const Pick& p) {
    return {p.input, p.output, p.vc, detail::Age{p.packet->created, p.packet->source, p.packet->number}};
  }

  GrantRecord record_of(int node, const Pick& p) const {
    return {node, p.input, p.output, p.output < P ? p.vc : -1, p.packet->source, p.packet->number};
  }

  // Sections 5.2 and 5.3.
  void decide(int node, std::vector<Grant>& grants) {
    Router& router = routers[at(node)];
    std::vector<Pick> picks;
    for (int i = 0; i < inputs; ++i) {
      const PacketPtr packet = requesting(router, i);
      if (!packet) continue;
      const bool one = config.allocator == Allocator::input_first;
      for (const Pick& p : one ? pick_of(node, i, packet) : asks_of(node, i, packet)) picks.push_back(p);
    }

    std::vector<detail::Request> requests;
    for (const Pick& p : picks) {
      requests.push_back(request_of(p));
      ask_records.push_back(record_of(node, p));
    }
    const detail::Draw draws = [&](int purpose, int index, std::size_t n) { return draw(node, purpose, index, n); };
    router.granted = router.allocation.allocate(requests, draws, cycle);
    for (const detail::Request& granted : router.granted)
      for (const Pick& p : picks)
        if (p.input == granted.input && p.output == granted.output) grants.push_back(Grant{node, p});
  }

  // Section 5.4.
  void apply(const Grant& grant) {
    Router& router = routers[at(grant.node)];
    const Pick& pick = grant.pick;
    Packet& packet = *pick.packet;
    Input& input = router.inputs[at(pick.input)];
    Output& output = router.outputs[at(pick.output)];
    detail::require(!input.crossing && !output.packet, "a grant of something that is taken");

    input.crossing = true;
    output.packet = pick.packet;
    output.input = pick.input;
    output.vc = pick.vc;
    output.next_flit = 0;
    if (!packet.has_entered) {
      packet.has_entered = true;
      packet.entered = cycle;
    }
    grant_records.push_back(record_of(grant.node, pick));
    if (pick.output < P) {
      ++network_grant_count;
      if (is_escape_vc(pick.vc)) ++escape_grant_count;
      int& credits = output.credits[at(pick.vc)];
      credits -= is_escape_vc(pick.vc) ? 1 : packet.flits;
      detail::require(credits >= 0, "credit underflow");
      routing.hop(packet.header, grant.node, packet.destination, pick.output, is_escape_vc(pick.vc));
      ++packet.hops;
    }
  }

  // One flit of the packet that has output o crosses the crossbar (sections 5, 9, 10, 11).
  void cross(int node, int o) {
    Router& router = routers[at(node)];
    Output& output = router.outputs[at(o)];
    if (!output.packet) return;
    const PacketPtr packet = output.packet;
    Input& input = router.inputs[at(output.input)];
    const int index = output.next_flit++;
    const bool is_tail = index == packet->flits - 1;
    detail::require(input.crossing, "an output is taken by an input that does not cross");

    if (is_network_input(output.input)) {
      detail::require(!input.flits.empty(), "a flit is missing when it should cross");
      const Flit flit = input.flits.front();
      detail::require(flit.packet == packet && flit.index == index, "another flit is where a flit should cross");
      input.flits.pop_front();
      const int port = output.input / V, vc = output.input % V;
      if (!is_escape_vc(vc) || is_tail) {
        const detail::Network::End from = network().upstream(node, port);
        Output& feeding = routers[at(from.node)].outputs[at(from.port)];
        feeding.returning.push_back(CreditOnLink{vc, cycle + word(config.credit_delay)});
      }
    } else {
      detail::require(!input.packets.empty() && input.packets.front() == packet,
                      "another packet is where a packet should cross");
      if (is_tail) input.packets.pop_front();
    }

    if (o < P) {
      output.link.push_back(FlitOnLink{Flit{packet, index, 0}, output.vc, cycle + word(link_delay(o)) + 1});
      ++flit_hop_count;
      ++channel_flit_count[at(node * P + o)];
    } else if (is_tail) {
      eject(node, *packet);
    }

    if (is_tail) {
      output.packet = nullptr;
      input.crossing = false;
    }
  }

  // Sections 11 and 12. Outputs cross in ascending order of (node, port): deliveries come in the contract's order.
  void eject(int node, const Packet& packet) {
    detail::require(packet.destination == node, "a packet is ejected elsewhere");
    deliveries.push_back(Delivery{packet.source, packet.destination, packet.number, packet.flits, packet.hops,
                                  packet.created, packet.entered, cycle, packet.tag, packet.message_class});
    ++delivered_count;
    digest_sum += detail::hash({word(packet.source), word(packet.destination), packet.number, word(packet.flits),
                                packet.created, packet.entered, cycle});
  }

  // Flits and credits that arrive in cycle now() become part of the state before its decisions (section 5.1).
  void arrive() {
    for (int node = 0; node < nodes(); ++node)
      for (int p = 0; p < P; ++p) {
        Output& output = routers[at(node)].outputs[at(p)];
        while (!output.link.empty() && output.link.front().due <= cycle) {
          FlitOnLink moving = output.link.front();
          output.link.pop_front();
          detail::require(moving.due == cycle, "a flit was late");
          moving.flit.arrived = cycle;
          const int input = network().input_port(node, p) * V + moving.vc;
          store(routers[at(network().neighbour(node, p))].inputs[at(input)], moving.flit, moving.vc);
        }
        while (!output.returning.empty() && output.returning.front().due <= cycle) {
          const CreditOnLink credit = output.returning.front();
          output.returning.pop_front();
          detail::require(credit.due == cycle, "a credit was late");
          ++output.credits[at(credit.vc)];
          detail::require(output.credits[at(credit.vc)] <= full_credits(credit.vc), "credit overflow");
        }
      }
  }

  void store(Input& input, const Flit& flit, int vc) const {
    if (flit.index == 0)
      detail::require(!input.last.packet || input.last.index == input.last.packet->flits - 1,
                      "a head arrives inside another packet");
    else
      detail::require(input.last.packet == flit.packet && input.last.index + 1 == flit.index, "flits out of order");
    input.last = flit;
    input.flits.push_back(flit);
    detail::require(input.flits.size() <= at(config.buffer_packets) * at(config.max_packet_flits), "buffer overflow");
    if (is_escape_vc(vc)) {
      int slots = input.crossing && input.flits.front().index != 0 ? 1 : 0;  // of the packet whose head has left
      for (const Flit& stored : input.flits)
        if (stored.index == 0) ++slots;
      detail::require(slots <= config.buffer_packets, "slot overflow");
    }
  }

  const Config config;
  const detail::Routing routing;
  const std::vector<std::uint16_t> lfsr;
  const int P, S, V_of_class, V;
  const int inputs;  // of a router
  std::uint64_t cycle = 0;
  std::vector<Router> routers;
  std::vector<Delivery> deliveries;
  std::vector<GrantRecord> ask_records, grant_records;
  std::vector<std::uint64_t> channel_flit_count = std::vector<std::uint64_t>(at(nodes() * P), 0);
  std::uint64_t digest_sum = 0, flit_hop_count = 0, delivered_count = 0, network_grant_count = 0,
                escape_grant_count = 0;
};

}  // namespace oracle

#endif  // ORACLE_ORACLE_H
