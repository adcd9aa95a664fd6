#include "tests/support/random_machine.h"

#include <fmt/format.h>

#include <algorithm>

#include "microarch/hash.h"

namespace trenza::test {

using microarch::Cycle;
using microarch::FabricParameters;

std::string Machine::text() const {
  const FabricParameters& p = parameters;
  return fmt::format(
      "machine {}: {} K={} A={} M={} B={} R={} L={} C={} J={} E={} arbiter={} selection={} crossbar={} injection={} "
      "mixed={} load={} x bound",
      seed, network.text(), p.message_classes, p.adaptive_vcs, p.max_packet_flits, p.buffer_packets, p.router_delay,
      p.link_delay, p.credit_delay, p.injectors, p.ejectors, static_cast<int>(p.arbiter), static_cast<int>(p.selection),
      static_cast<int>(p.crossbar), static_cast<int>(p.injection), mixed_lengths, load_over_bound);
}

Machine random_machine(std::uint64_t seed) {
  Draws draws(seed);
  Machine machine;
  machine.seed = seed;
  machine.network = random_network(draws);
  FabricParameters& p = machine.parameters;
  if (machine.network.family == NetworkFamily::ibt_three_classes) p.escape_vcs = 2;
  p.adaptive_vcs = draws.one_of<int>({0, 1, 2, 2, 3});
  p.max_packet_flits = draws.one_of<int>({1, 2, 3, 5, 8, 16, 64});
  p.buffer_packets = draws.range(2, 5);
  p.router_delay = draws.range(1, 4);
  p.link_delay = draws.range(1, 4);
  p.credit_delay = draws.range(1, 4);
  p.injectors = draws.range(1, 8);
  p.ejectors = draws.range(1, 8);
  p.arbiter = static_cast<microarch::ArbiterPolicy>(draws.below(3));
  p.selection = static_cast<microarch::SelectionPolicy>(draws.below(3));
  p.crossbar = static_cast<microarch::CrossbarKind>(draws.below(2));
  p.injection = static_cast<microarch::InjectionPolicy>(draws.below(3));
  p.seed = seed * 7919 + 1;
  const int ports = machine.network.build()->graph().ports();
  p.message_classes = draws.one_in(3) ? 2 : 1;
  if (draws.one_in(4)) {
    for (int port = 0; port < ports; ++port) p.port_link_delay.push_back(draws.range(1, 4));
  }
  // Inputs are bits of a word.
  while (!microarch::check_parameters(p, ports).empty()) {
    if (p.injectors > 1) {
      p.injectors /= 2;
    } else if (p.message_classes > 1) {
      p.message_classes = 1;
    } else {
      --p.adaptive_vcs;
    }
  }
  machine.mixed_lengths = draws.below(4) != 0;
  machine.load_over_bound = draws.one_of<double>({0.01, 0.02, 0.3, 0.6, 0.9, 1.2, 2, 4});
  machine.cycles = static_cast<Cycle>(draws.range(600, 1400));
  return machine;
}

RandomTraffic::RandomTraffic(const Machine& machine, const topologies::Topology& topology)
    : seed_(machine.seed),
      nodes_(topology.graph().nodes()),
      max_flits_(machine.parameters.max_packet_flits),
      classes_(machine.parameters.message_classes),
      mixed_(machine.mixed_lengths) {
  const double mean_flits = mixed_ ? (1 + max_flits_) / 2.0 : max_flits_;
  const double packets = machine.load_over_bound * topologies::uniform_throughput_bound(topology) / mean_flits;
  threshold_ = static_cast<std::uint64_t>(std::min(1.0, packets) * 1e9);
}

bool RandomTraffic::draw(topologies::NodeId node, Cycle cycle, Offer& packet) const {
  const std::uint64_t h = microarch::hash(seed_, 1001, node, cycle);
  if (h % 1'000'000'000 >= threshold_) return false;
  packet.source = node;
  packet.destination = static_cast<topologies::NodeId>((h >> 32) % static_cast<std::uint64_t>(nodes_ - 1));
  if (packet.destination >= node) ++packet.destination;
  packet.flits =
      mixed_ ? 1 + static_cast<int>(microarch::mix64(h) % static_cast<std::uint64_t>(max_flits_)) : max_flits_;
  packet.message_class = static_cast<int>(microarch::mix64(h + 1) % static_cast<std::uint64_t>(classes_));
  return true;
}

oracle::Config oracle_config(const RandomNetwork& network, const FabricParameters& p) {
  oracle::Config config;
  network.describe(config);
  config.adaptive = p.adaptive_vcs;
  config.max_packet_flits = p.max_packet_flits;
  config.buffer_packets = p.buffer_packets;
  config.router_delay = p.router_delay;
  config.link_delay = p.link_delay;
  config.port_link_delay = p.port_link_delay;
  config.message_classes = p.message_classes;
  config.credit_delay = p.credit_delay;
  config.injectors = p.injectors;
  config.ejectors = p.ejectors;
  config.arbiter = static_cast<oracle::Arbiter>(p.arbiter);
  config.selection = static_cast<oracle::Selection>(p.selection);
  config.crossbar = static_cast<oracle::Crossbar>(p.crossbar);
  config.injection = static_cast<oracle::Injection>(p.injection);
  config.bubble = p.bubble;
  config.seed = p.seed;
  return config;
}

namespace {

/// What makes two deliveries the same.
template <class Delivery>
std::string delivery_text(const Delivery& d) {
  return fmt::format(
      "packet {} of node {} to {}, {} flits, class {}, created {}, entered {}, ejected {}, {} hops, tag {}", d.number,
      d.source, d.destination, d.flits, d.message_class, d.created, d.entered, d.ejected, d.hops, d.tag);
}

/// The first difference of two lists of deliveries of a cycle.
template <class Got, class Expected>
std::string difference(const std::vector<Got>& got, const std::vector<Expected>& expected) {
  for (std::size_t i = 0; i < std::max(got.size(), expected.size()); ++i) {
    const std::string one = i < got.size() ? delivery_text(got[i]) : "nothing";
    const std::string other = i < expected.size() ? delivery_text(expected[i]) : "nothing";
    if (one != other) return one + " / " + other;
  }
  return {};
}

std::string difference(const microarch::Counters& a, const microarch::Counters& b) {
  const auto text = [](const microarch::Counters& c) {
    return fmt::format("{} {} {} {} {} {} {}", c.packets_offered, c.packets_delivered, c.flits_offered,
                       c.flits_delivered, c.flit_hops, c.escape_grants, c.network_grants);
  };
  if (text(a) != text(b)) return text(a) + " / " + text(b);
  return a.channel_flits == b.channel_flits ? "" : "flits of a channel";
}

std::string difference(const microarch::WaitSnapshot& a, const microarch::WaitSnapshot& b) {
  const auto text = [](const microarch::WaitingHead& head) {
    std::string result = fmt::format("router {} input {} packet {}:{} to {} [{}]", head.router, head.input, head.source,
                                     head.number, head.destination, head.text);
    for (const microarch::WaitTarget& t : head.targets) {
      result += fmt::format(" {}.{}:{}/{}{}", t.output, t.vc, t.available, t.needed, t.output_free ? "" : "*");
    }
    return result;
  };
  for (std::size_t i = 0; i < std::max(a.heads.size(), b.heads.size()); ++i) {
    const std::string one = i < a.heads.size() ? text(a.heads[i]) : "nobody";
    const std::string other = i < b.heads.size() ? text(b.heads[i]) : "nobody";
    if (one != other) return one + " / " + other;
  }
  return {};
}

constexpr Cycle kAuditInterval = 200;

std::string audits(const Machine& machine, const microarch::Fabric& view, Cycle cycle) {
  if (cycle % kAuditInterval != 0) return {};
  for (const std::string& fault : view.audit()) {
    return fmt::format("{}: audit in cycle {}: {}", machine.text(), cycle, fault);
  }
  return {};
}

}  // namespace

std::string compare_with_oracle(const Machine& machine, microarch::Fabric& view, Cycle start) {
  oracle::Simulator judge(oracle_config(machine.network, machine.parameters));
  const RandomTraffic traffic(machine, view.topology());
  std::uint64_t tag = 0;
  std::uint64_t digest = 0;
  std::uint64_t delivered = 0;
  if (start > 0) {
    view.advance(start);
    judge.jump(start);
  }
  for (Cycle t = start; t < start + machine.cycles; ++t) {
    traffic.offers(t, [&](const Offer& packet) {
      view.offer(packet.source, packet.destination, packet.flits, tag, packet.message_class);
      judge.offer(packet.source, packet.destination, packet.flits, tag, packet.message_class);
      ++tag;
    });
    view.advance(t + 1);
    judge.step();
    const std::string fault = difference(view.delivered(), judge.delivered());
    if (!fault.empty()) return fmt::format("{}: cycle {}: view / oracle: {}", machine.text(), t, fault);
    for (const microarch::Delivery& d : view.delivered()) {
      digest += microarch::hash(d.source, d.destination, d.number, d.flits, d.created, d.entered, d.ejected);
    }
    delivered += view.delivered().size();
    if (std::string found = audits(machine, view, t); !found.empty()) return found;
  }
  if (digest != judge.digest()) return machine.text() + ": digests differ";
  if (view.counters().packets_delivered != delivered) return machine.text() + ": the view miscounts";
  if (view.counters().flit_hops != judge.flit_hops()) return machine.text() + ": flit hops differ";
  return {};
}

std::string compare_views(const Machine& machine, microarch::Fabric& view, microarch::Fabric& other) {
  constexpr Cycle kLookInterval = 50;
  const RandomTraffic traffic(machine, view.topology());
  std::uint64_t tag = 0;
  for (Cycle t = 0; t < machine.cycles; ++t) {
    traffic.offers(t, [&](const Offer& packet) {
      view.offer(packet.source, packet.destination, packet.flits, tag, packet.message_class);
      other.offer(packet.source, packet.destination, packet.flits, tag, packet.message_class);
      ++tag;
    });
    view.advance(t + 1);
    other.advance(t + 1);
    std::string fault = difference(view.delivered(), other.delivered());
    if (t % kLookInterval == kLookInterval - 1) {
      if (fault.empty()) fault = difference(view.counters(), other.counters());
      if (fault.empty()) fault = difference(view.waiting(), other.waiting());
    }
    if (!fault.empty()) return fmt::format("{}: cycle {}: {}", machine.text(), t, fault);
    if (std::string found = audits(machine, view, t); !found.empty()) return found;
    if (std::string found = audits(machine, other, t); !found.empty()) return found;
  }
  return {};
}

}  // namespace trenza::test
