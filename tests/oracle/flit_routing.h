// Section 8 of the page: which output VCs a head may be allocated. Networks, records, distances, escape channels and
// rings are those of oracle_network.h and oracle_routing.h.
#ifndef ORACLE_FLIT_ROUTING_H
#define ORACLE_FLIT_ROUTING_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include "flit_config.h"
#include "flit_negative_hops.h"
#include "oracle_network.h"
#include "oracle_routing.h"

namespace oracle {
namespace flit {

using detail::Header;

// Output VCs by their numbers o V + w, ascending.
using Tier = std::vector<int>;

class FlitRouting {
 public:
  explicit FlitRouting(const Config& c) : config(c), base(network_of(c)) {
    if (uses_up_down()) up_down.emplace(up_down_of(base.network));
    find_rings();
    const bool has_order = config.escape != Escape::three_classes && config.escape != Escape::up_down;
    detail::refuse(config.routing == RoutingRule::dimension_order && !has_order,
                   "dimension_order is not for three classes, nor for networks without dimensions");
    detail::refuse(config.routing == RoutingRule::duato && config.virtual_channels <= escape_vcs(),
                   "duato needs an adaptive VC");
    if (counts_negative_hops(config.routing)) negative_hops.emplace(config, base.network);
    detail::refuse(has_flit_bubbles() && (!has_rings || uses_up_down()), "flit_bubble needs rings");
  }

  const detail::Network& network() const { return base.network; }

  // e: of each message class, where there are others.
  int escape_vcs() const {
    if (negative_hops) return negative_hops->classes();
    return has_rings && !uses_up_down() && !has_flit_bubbles() ? 2 : 1;
  }

  Header first_header(int source, int destination, std::uint64_t number) const {
    return source == destination ? Header() : base.first_header(config.seed, source, destination, number);
  }

  // All headers with which a packet can start.
  std::vector<Header> first_headers(int source, int destination) const {
    std::vector<Header> headers;
    if (config.escape != Escape::by_record || source == destination) return {Header()};
    for (const detail::Record& record : base.minimal_records(source, destination)) {
      headers.emplace_back();
      headers.back().record = record;
    }
    return headers;
  }

  // Whether output VC `lane` of a router is one of those of which section 8.4 speaks.
  bool is_restricted(int lane) const {
    if (lane / config.vcs() >= network().ports()) return false;
    const bool has_others = config.routing == RoutingRule::duato || config.routing == RoutingRule::duato_nbc;
    return !has_others || is_escape_vc(lane % config.vcs());
  }

  // Section 8.3: the number of the ring of a ring VC, or `absent`.
  int bubble_ring(int node, int lane) const {
    const int o = lane / config.vcs();
    if (!has_flit_bubbles() || o >= network().ports()) return detail::absent;
    if (config.routing == RoutingRule::duato && !is_escape_vc(lane % config.vcs())) return detail::absent;
    return ring(node, o);
  }

  // Whether a head in VC `vc` of input port `port` continues in the ring of that ring VC.
  bool continues(int node, int port, int vc, int lane) const {
    if (port >= network().ports() || vc != lane % config.vcs()) return false;
    const detail::Network::End from = network().upstream(node, port);
    return ring(from.node, from.port) == bubble_ring(node, lane);
  }

  // Section 8.2: the class that a head that waits can always ask for.
  int cap(int node, int destination, const Header& header) const {
    return negative_hops->cap(negative_hops->is_negative(node), hops_left(node, destination, header));
  }

  // The tiers of a packet of a class whose head stands in VC `vc` of input port `port` (P is the local one).
  std::vector<Tier> tiers(int node, int port, int vc, int destination, int message_class, const Header& header) const {
    const Place here{node, port, vc, destination, message_class};
    if (node == destination) return {ejection(message_class)};
    switch (config.routing) {
      case RoutingRule::dimension_order:
        return {order_tier(here, header)};
      case RoutingRule::up_down:
        return {lanes(up_down_port(node, destination), message_class, 0, config.virtual_channels)};
      case RoutingRule::duato: {
        const Tier escape =
            uses_up_down() ? lanes(up_down_port(node, destination), message_class, 0, 1) : order_tier(here, header);
        if (config.sticky_escape && port < network().ports() && is_escape_vc(vc)) return {escape};
        return {adaptive_tier(here, header), escape};
      }
      case RoutingRule::duato_nbc:
        return {adaptive_tier(here, header), class_tier(here, header)};
      case RoutingRule::nbc:
      case RoutingRule::nhop:
        return {class_tier(here, header)};
    }
    throw std::invalid_argument("oracle: unknown routing");
  }

  // The header after the hop from `node` by VC `vc` of output port `port`.
  void hop(Header& header, int node, int destination, int port, int vc) const {
    if (config.routing == RoutingRule::up_down) return;  // it reads no header
    if (config.escape == Escape::by_record)
      base.hop(header, node, destination, port, false);
    else if (config.routing == RoutingRule::duato && base.can_detour() && is_escape_vc(vc))
      header.on_escape = true;
  }

 private:
  struct Place {
    int node, port, vc, destination, message_class;
  };

  // The network with the escape VCs of page one, which oracle_routing.h expects.
  static oracle::Config network_of(const Config& c) {
    oracle::Config result = c;
    result.escape_vcs = c.escape == Escape::three_classes ? 2 : 1;
    return result;
  }

  // The same nodes and channels as a custom network, of which up/down is the escape rule.
  static oracle::Config up_down_of(const detail::Network& network) {
    oracle::Config result;
    result.escape = Escape::up_down;
    result.custom_nodes = network.nodes();
    result.custom_ports = network.ports();
    for (int node = 0; node < network.nodes(); ++node)
      for (int p = 0; p < network.ports(); ++p)
        if (network.has_channel(node, p))
          result.custom_channels.push_back({node, p, network.neighbour(node, p), network.input_port(node, p)});
    return result;
  }

  bool uses_up_down() const {
    if (config.routing == RoutingRule::up_down) return true;
    return config.routing == RoutingRule::duato &&
           (config.escape == Escape::three_classes || config.escape == Escape::up_down);
  }

  int up_down_port(int node, int destination) const {
    return up_down->escape_channel(node, destination, Header()).port;
  }

  bool has_flit_bubbles() const { return config.ring_escape == RingEscape::flit_bubble; }

  bool is_escape_vc(int vc) const { return vc % config.virtual_channels < escape_vcs(); }

  // VCs first .. end - 1 of a class at output o.
  Tier lanes(int o, int message_class, int first, int end) const {
    Tier result;
    for (int u = first; u < end; ++u) result.push_back(o * config.vcs() + message_class * config.virtual_channels + u);
    return result;
  }

  Tier ejection(int message_class) const {
    Tier all;
    for (int e = 0; e < config.ejectors; ++e)
      for (int lane : lanes(network().ports() + e, message_class, 0, config.virtual_channels)) all.push_back(lane);
    return all;
  }

  Tier adaptive_tier(const Place& here, const Header& header) const {
    Tier all;
    for (int p : base.productive_ports(here.node, here.destination, header))
      for (int lane : lanes(p, here.message_class, escape_vcs(), config.virtual_channels)) all.push_back(lane);
    return all;
  }

  // Section 8.2.
  int hops_left(int node, int destination, const Header& header) const {
    if (base.is_by_table()) return base.distance(node, destination);
    int hops = 0;
    for (int r : header.record) hops += std::abs(r);
    return hops;
  }

  Tier class_tier(const Place& here, const Header& header) const {
    const int last =
        here.port < network().ports() ? negative_hops->class_of(here.vc % config.virtual_channels) : detail::absent;
    const auto classes = negative_hops->offered(negative_hops->is_negative(here.node), last,
                                                hops_left(here.node, here.destination, header));
    Tier all;
    for (int p : base.productive_ports(here.node, here.destination, header))
      for (int k = classes.first; k < classes.second; ++k)
        for (int lane : lanes(p, here.message_class, negative_hops->vcs(k).first, negative_hops->vcs(k).second))
          all.push_back(lane);
    return all;
  }

  // The port of dimension_order with the VCs of section 8.1.
  Tier order_tier(const Place& here, const Header& header) const {
    const int o = base.escape_channel(here.node, here.destination, header).port;
    const bool is_duato = config.routing == RoutingRule::duato;
    const int n = is_duato ? escape_vcs() : config.virtual_channels;
    if (has_flit_bubbles() || ring(here.node, o) == detail::absent) return lanes(o, here.message_class, 0, n);
    const int its_class = dateline_class(here, o, hops_in_ring(here, o, header));
    if (is_duato) return lanes(o, here.message_class, its_class, its_class + 1);
    if (n == 1) return lanes(o, here.message_class, 0, 1);
    return its_class == 0 ? lanes(o, here.message_class, 0, n / 2) : lanes(o, here.message_class, n / 2, n);
  }

  // Section 8.1.
  int ring(int node, int port) const { return base.ring(node, port, 0); }

  int hops_in_ring(const Place& here, int o, const Header& header) const {
    const int k = o / 2;
    if (config.escape == Escape::by_record) return std::abs(header.record[detail::at(k)]);
    const int ahead =
        network().coordinates(here.destination)[detail::at(k)] - network().coordinates(here.node)[detail::at(k)];
    return detail::modulo(o % 2 == 0 ? ahead : -ahead, network().size(k));
  }

  int dateline_class(const Place& here, int o, int hops) const {
    const int i = ring_place[detail::at(here.node)][detail::at(o)];
    const int m = ring_length[detail::at(ring(here.node, o))];
    const int by_hops = i + hops - 1 >= m ? 0 : 1;
    const int kept = class_in_ring(here, ring(here.node, o));
    switch (config.dateline) {
      case Dateline::memoryless:
        return by_hops;
      case Dateline::static_class:
        if (kept != detail::absent) return kept;
        return i == 0 ? 0 : by_hops;
      case Dateline::crossing:
        if (i == 0) return 1;
        return kept == detail::absent ? 0 : kept;
    }
    throw std::invalid_argument("oracle: unknown dateline");
  }

  // The class in which a packet is in the ring already, or `absent` if it enters.
  int class_in_ring(const Place& here, int of_ring) const {
    if (here.port >= network().ports()) return detail::absent;
    const detail::Network::End from = network().upstream(here.node, here.port);
    if (ring(from.node, from.port) != of_ring) return detail::absent;
    const int u = here.vc % config.virtual_channels;
    if (config.routing == RoutingRule::duato) return u < 2 ? u : detail::absent;
    if (config.virtual_channels == 1) return detail::absent;
    return u < config.virtual_channels / 2 ? 0 : 1;
  }

  void find_rings() {
    const auto nodes = detail::at(network().nodes()), ports = detail::at(network().ports());
    ring_place.assign(nodes, std::vector<int>(ports, detail::absent));
    for (int p = 0; p < network().ports(); ++p)
      for (int lowest = 0; lowest < network().nodes(); ++lowest) {  // the first node of a ring that is met
        if (ring(lowest, p) == detail::absent || ring_place[detail::at(lowest)][detail::at(p)] != detail::absent)
          continue;
        has_rings = true;
        // e_0 of an even port leads to the lowest node, so that e_1 leaves it; e_0 of an odd port leaves it.
        int place = p % 2 == 0 ? 1 : 0;
        int last = lowest;
        for (int node = lowest; ring_place[detail::at(node)][detail::at(p)] == detail::absent;
             node = network().neighbour(node, p)) {
          ring_place[detail::at(node)][detail::at(p)] = place++;
          last = node;
        }
        if (p % 2 == 0) ring_place[detail::at(last)][detail::at(p)] = 0;
        const auto number = detail::at(ring(lowest, p));
        if (ring_length.size() <= number) ring_length.resize(number + 1, 0);
        ring_length[number] = p % 2 == 0 ? place - 1 : place;
      }
  }

  const Config config;
  const detail::Routing base;
  std::optional<detail::Routing> up_down;
  std::optional<NegativeHops> negative_hops;
  bool has_rings = false;
  std::vector<std::vector<int>> ring_place;  // [node][port]: i of e_i
  std::vector<int> ring_length;              // m, by the number of the ring
};

}  // namespace flit
}  // namespace oracle

#endif  // ORACLE_FLIT_ROUTING_H
