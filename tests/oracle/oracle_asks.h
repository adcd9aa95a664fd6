// Sections 6, 7 and 17 of docs/microarchitecture.md: what the inputs of a router bid and ask for in a cycle.
#ifndef ORACLE_ORACLE_ASKS_H
#define ORACLE_ORACLE_ASKS_H

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "oracle_config.h"
#include "oracle_network.h"
#include "oracle_request.h"
#include "oracle_routing.h"
#include "oracle_rows.h"
#include "oracle_state.h"

namespace oracle {
namespace detail {

// One router before the decisions of one cycle. It lives no longer than these decisions.
class Asks {
 public:
  struct Wanted {
    Picks certain, speculative;
  };

  Asks(const Config& c, const Routing& r, const Numbering& n, int number, const Router& state, std::uint64_t now,
       const Draw& draws)
      : config(c), routing(r), numbering(n), node(number), router(state), cycle(now), draw(draws) {}

  // What all inputs ask for with the pipeline `joint`.
  Picks joint() const {
    Picks all;
    for (int i = 0; i < numbering.inputs(); ++i) {
      const PacketPtr packet = requesting(i);
      if (!packet) continue;
      const bool is_pick = config.allocator == Allocator::input_first;
      append(all, packet->destination == node ? ejection_asks(i, packet)
                  : is_pick                   ? pick_of(i, packet, Outputs::as_they_are)
                                              : asks_of(i, packet));
    }
    return all;
  }

  // Section 17, the first step: what all inputs pick. At its destination a packet picks nothing, and its output is
  // `absent`.
  Picks bids() const {
    Picks all;
    for (int i = 0; i < numbering.inputs(); ++i) {
      const PacketPtr packet = bidding(i);
      if (!packet) continue;
      const bool is_there = packet->destination == node;
      append(all, is_there ? Picks{Pick{i, absent, absent, packet}} : pick_of(i, packet, Outputs::taken_as_free));
    }
    return all;
  }

  // Section 17, the second step, after these bids.
  Wanted second_step(const Picks& bids) const {
    const bool speculates = config.pipeline == Pipeline::speculative;
    const std::uint64_t depth = speculates ? 1 : word(config.depth);
    Wanted wanted;
    for (int i = 0; i < numbering.inputs(); ++i) {
      const PacketPtr packet = requesting(i);
      if (!packet) continue;
      const Pick* bid = of_input(bids, i);
      if (packet->reservation) {
        const Reservation& held = *packet->reservation;
        if (cycle >= held.made + depth) append(wanted.certain, with(Pick{i, held.port, held.vc, packet}));
      } else if (speculates && bid) {
        append(wanted.speculative, with(*bid));
      }
    }
    return wanted;
  }

 private:
  using PortAndVc = std::pair<int, int>;
  enum class Outputs { as_they_are, taken_as_free };

  static void append(Picks& to, const Picks& more) { to.insert(to.end(), more.begin(), more.end()); }

  // What an input asks for in the second step, with what it has reserved or picked.
  Picks with(const Pick& pick) const {
    if (pick.output == absent) return ejection_asks(pick.input, pick.packet);
    return is_free(pick.output) ? Picks{pick} : Picks{};
  }

  // Section 6: the packet for which input i requests in this cycle, or null.
  PacketPtr requesting(int i) const {
    const Input& input = router.inputs[at(i)];
    if (input.crossing) return nullptr;
    PacketPtr packet;
    std::uint64_t since = 0;
    if (numbering.is_network_input(i)) {
      if (input.flits.empty()) return nullptr;
      require(input.flits.front().index == 0, "the front flit of an idle input is not a head");
      packet = input.flits.front().packet;
      since = input.flits.front().arrived;
      if (is_row_crossing(i)) return nullptr;
    } else {
      if (input.packets.empty()) return nullptr;
      packet = input.packets.front();
      since = packet->created;
    }
    return is_ready(since) ? packet : nullptr;
  }

  bool is_ready(std::uint64_t since) const { return cycle + 1 >= since + word(config.router_delay); }

  // Another input of the row of network input i crosses.
  bool is_row_crossing(int i) const {
    if (!numbering.is_shared(numbering.row(i))) return false;
    const int port = numbering.port_of(i);
    for (int other = port * numbering.V; other < (port + 1) * numbering.V; ++other)
      if (numbering.row(other) == numbering.row(i) && router.inputs[at(other)].crossing) return true;
    return false;
  }

  // Section 17: the packet for which input i bids for a VC in this cycle, or null. What was granted before this cycle
  // has sent its head already.
  PacketPtr bidding(int i) const {
    const Input& input = router.inputs[at(i)];
    PacketPtr packet;
    std::uint64_t since = 0;
    if (numbering.is_network_input(i)) {
      for (const Flit& flit : input.flits)
        if (flit.index == 0 && !packet) {
          packet = flit.packet;
          since = flit.arrived;
        }
    } else {
      const std::size_t first = input.crossing ? 1 : 0;
      if (input.packets.size() > first) packet = input.packets[first];
      if (packet) since = packet->created;
    }
    return packet && is_ready(since) && !packet->reservation ? packet : nullptr;
  }

  bool is_free(int o) const { return !router.outputs[at(o)].packet; }

  bool has_room(const Packet& packet, int p, int v) const {
    return router.outputs[at(p)].credits[at(v)] >= packet.flits;
  }

  bool may_take(int o, Outputs outputs) const { return outputs == Outputs::taken_as_free || is_free(o); }

  // Section 7.2, ascending.
  std::vector<PortAndVc> adaptive_candidates(const Packet& packet, Outputs outputs) const {
    std::vector<PortAndVc> candidates;
    for (int p : routing.productive_ports(node, packet.destination, packet.header))
      for (int v : numbering.adaptive_vcs(packet.message_class))
        if (may_take(p, outputs) && has_room(packet, p, v)) candidates.emplace_back(p, v);
    return candidates;
  }

  // Section 7.1, and section 8, output_first, rule 1: the ejection ports that input i asks for.
  Picks ejection_asks(int i, const PacketPtr& packet) const {
    const bool is_pick = config.allocator == Allocator::input_first;
    Picks asked_for;
    for (int k = 0; k < config.ejectors; ++k) {
      const int e = is_pick ? (i + k) % config.ejectors : k;
      if (is_free(numbering.P + e) && (!is_pick || asked_for.empty()))
        asked_for.push_back(Pick{i, numbering.P + e, 0, packet});
    }
    return asked_for;
  }

  // Sections 7.2 to 7.4: the pick of input i for its packet, or nothing.
  Picks pick_of(int i, const PacketPtr& packet, Outputs outputs) const {
    const std::vector<PortAndVc> candidates = adaptive_candidates(*packet, outputs);
    if (candidates.empty()) return escape_request(i, packet, outputs);
    PortAndVc chosen = candidates.front();  // dimension_order
    if (config.selection == Selection::random) chosen = candidates[draw(3, i, candidates.size())];
    if (config.selection == Selection::most_credits) {
      const std::vector<int> c = routing.productive_ports(node, packet->destination, packet->header);
      const std::size_t start = draw(3, i, c.size());
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

  // Section 8, output_first, rule 1: the network ports that input i asks for. Matrix allocators have the same requests.
  Picks asks_of(int i, const PacketPtr& packet) const {
    Picks asked_for;
    const std::vector<PortAndVc> candidates = adaptive_candidates(*packet, Outputs::as_they_are);
    if (candidates.empty()) return escape_request(i, packet, Outputs::as_they_are);
    for (int p = 0; p < numbering.P; ++p) {
      std::vector<int> vcs;
      for (const PortAndVc& candidate : candidates)
        if (candidate.first == p) vcs.push_back(candidate.second);
      if (vcs.empty()) continue;
      int chosen = vcs.front();  // dimension_order
      if (config.selection == Selection::random) chosen = vcs[draw(3, i, vcs.size())];
      if (config.selection == Selection::most_credits)
        for (int v : vcs)
          if (router.outputs[at(p)].credits[at(v)] > router.outputs[at(p)].credits[at(chosen)]) chosen = v;
      asked_for.push_back(Pick{i, p, chosen, packet});
    }
    return asked_for;
  }

  // Section 7.3, for a packet without adaptive candidates: the escape channel if it is grantable, or nothing.
  Picks escape_request(int i, const PacketPtr& packet, Outputs outputs) const {
    if (routing.can_detour())  // a busy link is no reason for a detour
      for (int p : routing.productive_ports(node, packet->destination, packet->header))
        for (int v : numbering.adaptive_vcs(packet->message_class))
          if (has_room(*packet, p, v)) return {};

    const EscapeChannel escape = routing.escape_channel(node, packet->destination, packet->header);
    require(routing.network.has_channel(node, escape.port), "an escape channel that is absent");
    const int v = numbering.escape_vc(packet->message_class, escape.vc);
    const int ring = routing.ring(node, escape.port, escape.vc);
    const bool continues = numbering.is_network_input(i) && numbering.vc_of(i) == v &&
                           ring_of_input(numbering.port_of(i), escape.vc) == ring;
    const int need = ring == absent || continues || !config.bubble ? 1 : 2;
    if (!may_take(escape.port, outputs) || router.outputs[at(escape.port)].credits[at(v)] < need) return {};
    return {Pick{i, escape.port, v, packet}};
  }

  // The ring of escape VC u of the channel that enters by input port `port`.
  int ring_of_input(int port, int u) const {
    const Network::End from = routing.network.upstream(node, port);
    return routing.ring(from.node, from.port, u);
  }

  const Config& config;
  const Routing& routing;
  const Numbering& numbering;
  int node;
  const Router& router;
  std::uint64_t cycle;
  const Draw& draw;
};

}  // namespace detail
}  // namespace oracle

#endif  // ORACLE_ORACLE_ASKS_H
