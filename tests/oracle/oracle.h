// An independent flit-by-flit simulator of the fabric, written from docs/microarchitecture.md alone. It shares no code
// with the product, so that it can judge it: the same offers must give the same deliveries, cycle by cycle.
//
// Clarity comes before speed. Every flit is an object that sits in a buffer or on a link, every credit travels as an
// object of its own, and every router is looked at in every cycle. Section numbers in comments are those of that page.
// A broken invariant (buffer overflow, credits out of range, flits out of order, a flit that is not there when it has
// to cross) throws std::logic_error. What the page does not allow throws std::invalid_argument.
#ifndef ORACLE_ORACLE_H
#define ORACLE_ORACLE_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <initializer_list>
#include <limits>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace oracle {

enum class Arbiter { random, round_robin, age };
enum class Selection { most_credits, dimension_order, random };
enum class Crossbar { per_vc, per_port };
enum class Injection { direction, round_robin, shortest };

struct Config {
  std::vector<int> sizes;               // d_1, d_2, ...
  std::vector<std::vector<int>> twist;  // twist[J][K] = t_JK, D x D, 0-based, may be negative; empty: no twist
  int adaptive = 2;
  int max_packet_flits = 16;
  int buffer_packets = 4;
  int router_delay = 1;
  int link_delay = 1;
  int credit_delay = 1;
  int injectors = 1;
  int ejectors = 1;
  Arbiter arbiter = Arbiter::random;
  Selection selection = Selection::most_credits;
  Crossbar crossbar = Crossbar::per_vc;
  Injection injection = Injection::direction;
  bool bubble = true;
  std::uint64_t seed = 1;
};

struct Delivery {
  int source, destination;
  std::uint64_t number;
  int flits;
  int hops;
  std::uint64_t created, entered, ejected;
  std::uint64_t tag;
};

namespace detail {

inline void refuse(bool bad, const char* why) {
  if (bad) throw std::invalid_argument(std::string("oracle: ") + why);
}

inline void require(bool good, const char* what) {
  if (!good) throw std::logic_error(std::string("oracle: ") + what);
}

// Section 3.
inline std::uint64_t mix64(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebULL;
  x ^= x >> 31;
  return x;
}

inline std::uint64_t hash(std::initializer_list<std::uint64_t> values) {
  std::uint64_t h = 0x243f6a8885a308d3ULL;
  for (std::uint64_t v : values) h = mix64((h ^ v) + 0x9e3779b97f4a7c15ULL);
  return h;
}

constexpr std::uint64_t lfsr_period = 65535;

inline std::vector<std::uint16_t> lfsr_sequence() {
  std::vector<std::uint16_t> sequence;
  std::uint16_t x = 1;
  do {
    sequence.push_back(x);
    const bool odd = (x & 1u) != 0;
    x = static_cast<std::uint16_t>((x >> 1) ^ (odd ? 0xB400 : 0));
  } while (x != 1);
  require(sequence.size() == lfsr_period, "the LFSR sequence is not maximal");
  return sequence;
}

// Section 1: nodes, channels, rings and minimal records.
class Network {
 public:
  using Record = std::vector<int>;

  Network(const std::vector<int>& sizes, const std::vector<std::vector<int>>& twist) : d(sizes), t(twist) {
    refuse(d.empty(), "a torus needs a dimension");
    std::int64_t product = 1;
    for (int size : d) {
      refuse(size < 2, "every size must be at least 2");
      product *= size;
      refuse(product > std::numeric_limits<int>::max(), "too many nodes");
    }
    count = static_cast<int>(product);
    if (t.empty()) t.assign(d.size(), std::vector<int>(d.size(), 0));
    refuse(t.size() != d.size(), "the twists must be a D x D matrix");
    for (std::size_t j = 0; j < d.size(); ++j) {
      refuse(t[j].size() != d.size(), "the twists must be a D x D matrix");
      for (std::size_t k = 0; k < d.size(); ++k) {
        refuse(j == k && t[j][k] != 0, "a dimension cannot twist itself");
        t[j][k] = modulo(t[j][k], d[k]);
      }
    }
    refuse_asymmetric();
    connect();
    find_rings();
    find_records();
  }

  int nodes() const { return count; }
  int ports() const { return 2 * static_cast<int>(d.size()); }
  int neighbour(int node, int port) const { return next[at(node)][at(port)]; }
  int upstream(int node, int port) const {
    return previous[at(node)][at(port)];
  }                                                                         // the node whose channel `port` ends here
  int ring(int node, int port) const { return rings[at(node)][at(port)]; }  // ring of the channel that leaves by `port`

  int walk(int node, const Record& r) const {
    for (std::size_t k = 0; k < d.size(); ++k)
      for (int step = 0; step < std::abs(r[k]); ++step) node = neighbour(node, port_of(k, r[k]));
    return node;
  }

  // Steps commute, so the way from s to t is the way from node 0 to "t moved by minus the coordinates of s".
  const std::vector<Record>& minimal_records(int source, int destination) const {
    Record back = coordinates(source);
    for (int& x : back) x = -x;
    return records[at(walk(destination, back))];
  }

  static int port_of(std::size_t dimension, int hops) { return 2 * static_cast<int>(dimension) + (hops > 0 ? 0 : 1); }

  static std::vector<int> productive_ports(const Record& r) {
    std::vector<int> ports;
    for (std::size_t k = 0; k < r.size(); ++k)
      if (r[k] != 0) ports.push_back(port_of(k, r[k]));
    return ports;
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  static int modulo(int a, int b) { return ((a % b) + b) % b; }

  std::vector<int> coordinates(int node) const {
    std::vector<int> x;
    for (int size : d) {
      x.push_back(node % size);
      node /= size;
    }
    return x;
  }

  int node_at(const std::vector<int>& x) const {
    int node = 0;
    for (std::size_t k = d.size(); k-- > 0;) node = x[k] + d[k] * node;
    return node;
  }

  // 1.3: no dimension may both be moved by a twist and have a twist of its own.
  void refuse_asymmetric() const {
    for (std::size_t k = 0; k < d.size(); ++k) {
      bool is_moved = false, moves = false;
      for (std::size_t other = 0; other < d.size(); ++other) {
        if (t[other][k] != 0) is_moved = true;
        if (t[k][other] != 0) moves = true;
      }
      refuse(is_moved && moves, "chained twists: the steps do not commute");
    }
  }

  // 1.2 and 1.4.
  void connect() {
    next.assign(at(count), std::vector<int>(at(ports()), -1));
    previous = next;
    for (int node = 0; node < count; ++node)
      for (std::size_t j = 0; j < d.size(); ++j) {
        std::vector<int> plus = coordinates(node), minus = plus;
        if (++plus[j] == d[j]) {
          plus[j] = 0;
          for (std::size_t k = 0; k < d.size(); ++k)
            if (k != j) plus[k] = modulo(plus[k] + t[j][k], d[k]);
        }
        if (--minus[j] < 0) {
          minus[j] = d[j] - 1;
          for (std::size_t k = 0; k < d.size(); ++k)
            if (k != j) minus[k] = modulo(minus[k] - t[j][k], d[k]);
        }
        next[at(node)][2 * j] = node_at(plus);
        next[at(node)][2 * j + 1] = node_at(minus);
      }
    for (int node = 0; node < count; ++node)
      for (int p = 0; p < ports(); ++p) {
        int& from = previous[at(neighbour(node, p))][at(p)];
        require(from == -1, "two channels of one port number enter the same node");
        from = node;
      }
    for (int node = 0; node < count; ++node)
      for (int p = 0; p < ports(); ++p) {
        require(neighbour(neighbour(node, p), p ^ 1) == node, "the steps k+ and k- are not inverse");
        for (int q = 0; q < ports(); ++q)
          require(neighbour(neighbour(node, p), q) == neighbour(neighbour(node, q), p), "the steps do not commute");
      }
  }

  // 1.5.
  void find_rings() {
    rings.assign(at(count), std::vector<int>(at(ports()), -1));
    int number = 0;
    for (int p = 0; p < ports(); ++p)
      for (int start = 0; start < count; ++start) {
        if (ring(start, p) != -1) continue;
        for (int node = start; ring(node, p) == -1; node = neighbour(node, p)) rings[at(node)][at(p)] = number;
        ++number;
      }
  }

  // 1.6: distances from node 0 by breadth-first search. A minimal record without one of its steps is a minimal record
  // of the node that it then leads to, so all minimal records of a node come from those of the nodes one step nearer.
  void find_records() {
    std::vector<int> distance(at(count), -1);
    std::vector<std::set<Record>> found(at(count));
    std::deque<int> queue{0};
    distance[0] = 0;
    found[0].insert(Record(d.size(), 0));
    while (!queue.empty()) {  // a node leaves the queue after all nodes nearer than it: its set is complete then
      const int node = queue.front();
      queue.pop_front();
      for (int p = 0; p < ports(); ++p) {
        const int v = neighbour(node, p);
        if (distance[at(v)] == -1) {
          distance[at(v)] = distance[at(node)] + 1;
          queue.push_back(v);
        }
        if (distance[at(v)] != distance[at(node)] + 1) continue;
        for (Record r : found[at(node)]) {
          r[at(p / 2)] += p % 2 == 0 ? 1 : -1;
          found[at(v)].insert(r);
        }
      }
    }
    for (int node = 0; node < count; ++node) {
      require(distance[at(node)] >= 0, "the network is not connected");
      for (const Record& r : found[at(node)]) {
        int length = 0;
        for (int hops : r) length += std::abs(hops);
        require(length == distance[at(node)], "a record that is not minimal");
        require(walk(0, r) == node, "a record that leads elsewhere");
      }
      records.emplace_back(found[at(node)].begin(), found[at(node)].end());  // a set is in lexicographic order
    }
  }

  std::vector<int> d;
  std::vector<std::vector<int>> t;
  int count = 0;
  std::vector<std::vector<int>> next, previous, rings;  // [node][port]
  std::vector<std::vector<Record>> records;             // [destination seen from node 0]
};

}  // namespace detail

class Simulator {
 public:
  explicit Simulator(const Config& configuration)
      : config(checked(configuration)),
        network(config.sizes, config.twist),
        lfsr(detail::lfsr_sequence()),
        P(network.ports()),
        V(1 + config.adaptive) {
    Router router;
    router.inputs.resize(at(P * V + config.injectors));
    router.outputs.resize(at(P + config.ejectors));
    router.port_pointer.assign(at(P), 0);
    for (int p = 0; p < P; ++p)
      for (int v = 0; v < V; ++v) router.outputs[at(p)].credits.push_back(full_credits(v));
    routers.assign(at(network.nodes()), router);
  }

  int nodes() const { return network.nodes(); }
  std::uint64_t now() const { return cycle; }

  std::uint64_t offer(int source, int destination, int flits, std::uint64_t tag = 0) {
    detail::refuse(source < 0 || source >= nodes() || destination < 0 || destination >= nodes(), "no such node");
    detail::refuse(source == destination, "source and destination must be different");
    detail::refuse(flits < 1 || flits > config.max_packet_flits, "packet length out of range");
    Router& router = routers[at(source)];
    auto packet = std::make_shared<Packet>();
    packet->source = source;
    packet->destination = destination;
    packet->number = router.offered++;
    packet->flits = flits;
    packet->created = cycle;
    packet->tag = tag;
    const auto& choices = network.minimal_records(source, destination);
    packet->record = choices[detail::hash({config.seed, 16, word(source), packet->number}) % choices.size()];
    detail::require(network.walk(source, packet->record) == destination, "the record does not lead to the destination");
    router.inputs[at(P * V + injector_for(router, *packet))].packets.push_back(packet);
    return packet->number;
  }

  void step() {
    deliveries.clear();
    // All decisions are taken in the state before the cycle, then they are applied, then flits cross (section 5).
    std::vector<Grant> grants;
    for (int node = 0; node < nodes(); ++node) decide(node, grants);
    for (const Grant& grant : grants) apply(grant);
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

 private:
  struct Packet {
    int source = 0, destination = 0;
    std::uint64_t number = 0;
    int flits = 0;
    int hops = 0;
    std::uint64_t created = 0, entered = 0;
    std::uint64_t tag = 0;
    bool has_entered = false;
    std::vector<int> record;  // what remains of it, seen from where the head is
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
    int pointer = 0;                     // round_robin
    std::vector<int> credits;            // of each VC; slots for VC 0, flits for the others; none for ejection
    std::deque<FlitOnLink> link;         // towards the neighbour
    std::deque<CreditOnLink> returning;  // from the neighbour
  };
  struct Router {
    std::vector<Input> inputs;
    std::vector<Output> outputs;
    std::vector<int> port_pointer;  // round_robin input arbiters of per_port
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

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  static std::uint64_t word(int i) { return static_cast<std::uint64_t>(i); }

  static const Config& checked(const Config& c) {  // section 2
    const auto in = [](int value, int low, int high) { return low <= value && value <= high; };
    detail::refuse(!in(c.adaptive, 0, 7), "adaptive VCs: 0..7");
    detail::refuse(!in(c.max_packet_flits, 1, 16383), "max_packet_flits: 1..16383");
    detail::refuse(!in(c.buffer_packets, 1, 255), "buffer_packets: 1..255");
    detail::refuse(!in(c.router_delay, 1, 255), "router_delay: 1..255");
    detail::refuse(!in(c.link_delay, 1, 255), "link_delay: 1..255");
    detail::refuse(!in(c.credit_delay, 1, 255), "credit_delay: 1..255");
    detail::refuse(!in(c.injectors, 1, 8), "injectors: 1..8");
    detail::refuse(!in(c.ejectors, 1, 8), "ejectors: 1..8");
    return c;
  }

  int full_credits(int vc) const {
    return vc == 0 ? config.buffer_packets : config.buffer_packets * config.max_packet_flits;
  }

  bool is_network_input(int i) const { return i < P * V; }

  // Section 3.
  std::size_t draw(int router, int purpose, int index, std::size_t n) const {
    const std::uint64_t phase =
        detail::hash({config.seed, word(purpose), word(router), word(index)}) % detail::lfsr_period;
    return lfsr[(16 * (cycle % detail::lfsr_period) + phase) % detail::lfsr_period] % n;
  }

  // Section 4.2.
  int injector_for(const Router& router, const Packet& packet) const {
    const int J = config.injectors;
    switch (config.injection) {
      case Injection::direction: {
        const std::vector<int> c = detail::Network::productive_ports(packet.record);
        return c[packet.number % c.size()] % J;
      }
      case Injection::round_robin:
        return static_cast<int>(packet.number % word(J));
      case Injection::shortest: {
        int best = 0;
        for (int j = 1; j < J; ++j)
          if (router.inputs[at(P * V + j)].packets.size() < router.inputs[at(P * V + best)].packets.size()) best = j;
        return best;
      }
    }
    throw std::invalid_argument("oracle: unknown injection");
  }

  // Section 4.4.
  static bool older(const Packet& a, const Packet& b) {
    return std::tie(a.created, a.source, a.number) < std::tie(b.created, b.source, b.number);
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

  // Section 7: the pick of input i for its packet. Returns whether there is one.
  bool choose(int node, int i, const PacketPtr& packet, Pick& pick) const {
    const Router& router = routers[at(node)];
    pick = Pick{i, -1, 0, packet};
    const std::vector<int> c = detail::Network::productive_ports(packet->record);

    if (c.empty()) {
      detail::require(packet->destination == node, "a packet without hops left is not at its destination");
      for (int k = 0; k < config.ejectors; ++k) {
        const int e = (i + k) % config.ejectors;
        if (router.outputs[at(P + e)].packet) continue;
        pick.output = P + e;
        return true;
      }
      return false;
    }

    const auto is_candidate = [&](int p, int v) {
      const Output& output = router.outputs[at(p)];
      return !output.packet && output.credits[at(v)] >= packet->flits;
    };
    std::vector<std::pair<int, int>> candidates;  // (port, VC), ascending
    for (int p : c)
      for (int v = 1; v < V; ++v)
        if (is_candidate(p, v)) candidates.emplace_back(p, v);
    if (!candidates.empty()) {
      std::pair<int, int> chosen = candidates.front();  // dimension_order
      if (config.selection == Selection::random) chosen = candidates[draw(node, 3, i, candidates.size())];
      if (config.selection == Selection::most_credits) {
        const std::size_t start = draw(node, 3, i, c.size());
        int most = -1;
        for (std::size_t k = 0; k < c.size(); ++k) {
          const int p = c[(start + k) % c.size()];
          for (int v = 1; v < V; ++v) {
            if (!is_candidate(p, v) || router.outputs[at(p)].credits[at(v)] <= most) continue;
            most = router.outputs[at(p)].credits[at(v)];
            chosen = {p, v};
          }
        }
      }
      pick.output = chosen.first;
      pick.vc = chosen.second;
      return true;
    }

    const int p = c.front();  // the port of the lowest dimension with hops left
    const bool from_escape = is_network_input(i) && i % V == 0;
    const bool continues = from_escape && network.ring(network.upstream(node, i / V), i / V) == network.ring(node, p);
    const int need = continues || !config.bubble ? 1 : 2;
    if (router.outputs[at(p)].packet || router.outputs[at(p)].credits[0] < need) return false;
    pick.output = p;
    return true;
  }

  // Section 8: one of the requests. `pointer` and `index` serve round_robin, purpose and place the draw.
  template <class Index>
  Pick arbitrate(const std::vector<Pick>& requests, int node, int purpose, int place, int pointer, Index index) const {
    switch (config.arbiter) {
      case Arbiter::random:
        return requests[draw(node, purpose, place, requests.size())];
      case Arbiter::round_robin:
        for (const Pick& request : requests)
          if (index(request) >= pointer) return request;
        return requests.front();
      case Arbiter::age: {
        Pick oldest = requests.front();
        for (const Pick& request : requests)
          if (older(*request.packet, *oldest.packet)) oldest = request;
        return oldest;
      }
    }
    throw std::invalid_argument("oracle: unknown arbiter");
  }

  void decide(int node, std::vector<Grant>& grants) const {
    const Router& router = routers[at(node)];
    std::vector<Pick> picks;  // in ascending order of inputs, here and below
    for (int i = 0; i < P * V + config.injectors; ++i) {
      Pick pick;
      const PacketPtr packet = requesting(router, i);
      if (packet && choose(node, i, packet, pick)) picks.push_back(pick);
    }

    if (config.crossbar == Crossbar::per_port) {
      std::vector<Pick> kept;
      for (int p = 0; p < P; ++p) {
        std::vector<Pick> of_port;
        for (const Pick& pick : picks)
          if (is_network_input(pick.input) && pick.input / V == p) of_port.push_back(pick);
        if (of_port.empty()) continue;
        kept.push_back(
            arbitrate(of_port, node, 2, p, router.port_pointer[at(p)], [this](const Pick& x) { return x.input % V; }));
      }
      for (const Pick& pick : picks)
        if (!is_network_input(pick.input)) kept.push_back(pick);
      picks = kept;
    }

    for (int o = 0; o < P + config.ejectors; ++o) {
      std::vector<Pick> transit, injected;
      for (const Pick& pick : picks)
        if (pick.output == o) (is_network_input(pick.input) ? transit : injected).push_back(pick);
      const std::vector<Pick>& requests = transit.empty() ? injected : transit;
      if (requests.empty()) continue;
      grants.push_back(Grant{
          node, arbitrate(requests, node, 1, o, router.outputs[at(o)].pointer, [](const Pick& x) { return x.input; })});
    }
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
    if (pick.output < P) {
      int& credits = output.credits[at(pick.vc)];
      credits -= pick.vc == 0 ? 1 : packet.flits;
      detail::require(credits >= 0, "credit underflow");
      packet.record[at(pick.output / 2)] -= pick.output % 2 == 0 ? 1 : -1;
      ++packet.hops;
    }
    if (config.arbiter == Arbiter::round_robin) {
      output.pointer = (pick.input + 1) % (P * V + config.injectors);
      if (config.crossbar == Crossbar::per_port && is_network_input(pick.input))
        router.port_pointer[at(pick.input / V)] = (pick.input % V + 1) % V;
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
      if (vc != 0 || is_tail) {
        Output& feeding = routers[at(network.upstream(node, port))].outputs[at(port)];
        feeding.returning.push_back(CreditOnLink{vc, cycle + word(config.credit_delay)});
      }
    } else {
      detail::require(!input.packets.empty() && input.packets.front() == packet,
                      "another packet is where a packet should cross");
      if (is_tail) input.packets.pop_front();
    }

    if (o < P) {
      output.link.push_back(FlitOnLink{Flit{packet, index, 0}, output.vc, cycle + word(config.link_delay) + 1});
      ++flit_hop_count;
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
                                  packet.created, packet.entered, cycle, packet.tag});
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
          store(routers[at(network.neighbour(node, p))].inputs[at(p * V + moving.vc)], moving.flit, moving.vc);
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
    if (vc == 0) {
      int slots = input.crossing && input.flits.front().index != 0 ? 1 : 0;  // of the packet whose head has left
      for (const Flit& stored : input.flits)
        if (stored.index == 0) ++slots;
      detail::require(slots <= config.buffer_packets, "slot overflow");
    }
  }

  const Config config;
  const detail::Network network;
  const std::vector<std::uint16_t> lfsr;
  const int P, V;
  std::uint64_t cycle = 0;
  std::vector<Router> routers;
  std::vector<Delivery> deliveries;
  std::uint64_t digest_sum = 0, flit_hop_count = 0, delivered_count = 0;
};

}  // namespace oracle

#endif  // ORACLE_ORACLE_H
