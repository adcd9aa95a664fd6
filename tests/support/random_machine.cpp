#include "tests/support/random_machine.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "cosim/lockstep_fabric.h"
#include "microarch/hash.h"
#include "tests/support/oracle_fabric.h"

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

constexpr Cycle kAuditInterval = 200;
constexpr Cycle kLookInterval = 50;

/// Runs the machine on two new fabrics in step, from cycle `start` on.
std::string compare(const Machine& machine, cosim::Side first, cosim::Side second, Cycle start = 0) {
  const RandomTraffic traffic(machine, first.fabric->topology());
  cosim::LockstepFabric both(std::move(first), std::move(second));
  std::uint64_t tag = 0;
  try {
    if (start > 0) both.advance(start);
    for (Cycle t = start; t < start + machine.cycles; ++t) {
      traffic.offers(t, [&](const Offer& packet) {
        both.offer(packet.source, packet.destination, packet.flits, tag++, packet.message_class);
      });
      if (t % kLookInterval == kLookInterval - 1) {
        both.counters();
        both.waiting();
      }
      both.advance(t + 1);
      if ((t - start) % kAuditInterval != 0) continue;
      for (const std::string& fault : both.audit()) {
        return fmt::format("{}: audit in cycle {}: {}", machine.text(), t, fault);
      }
    }
    both.counters();
  } catch (const cosim::Divergence& difference) {
    return machine.text() + ": " + difference.what();
  }
  return both.first().packets == both.counters().packets_delivered ? "" : machine.text() + ": packets are miscounted";
}

}  // namespace

std::string compare_with_oracle(const Machine& machine, microarch::Fabric& view, Cycle start) {
  OracleFabric judge(machine.network, machine.parameters);
  return compare(machine, {"view", &view}, {"oracle", &judge, false}, start);
}

std::string compare_views(const Machine& machine, microarch::Fabric& view, microarch::Fabric& other) {
  return compare(machine, {"tlm", &view}, {"pin", &other});
}

}  // namespace trenza::test
