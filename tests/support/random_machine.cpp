#include "tests/support/random_machine.h"

#include <fmt/format.h>

#include "microarch/hash.h"
#include "rtl_models/pin_fabric.h"

namespace trenza::test {

using microarch::Cycle;
using microarch::FabricParameters;
using topologies::Twist;

namespace {

struct Shape {
  std::vector<int> sizes;
  std::vector<Twist> twists;
};

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all = {
      {{4, 2}, {}},
      {{8, 4}, {}},
      {{4, 2}, {{1, 0, 2}}},
      {{6, 3}, {{1, 0, 3}}},
      {{8, 4}, {{1, 0, 4}}},
      {{10, 5}, {{1, 0, 5}}},
      {{12, 5}, {{1, 0, 3}}},
      {{6, 4}, {{1, 0, -2}}},
      {{4, 4}, {}},
      {{5, 3}, {}},
      {{4, 6}, {{0, 1, 2}}},
      {{8}, {}},
      {{2, 2}, {}},
      {{4, 2, 2}, {}},
      {{4, 2, 2}, {{1, 0, 2}}},
      {{4, 2, 2}, {{1, 0, 2}, {2, 0, 2}}},
      {{3, 3, 4}, {}},
      {{6, 4, 4}, {{1, 0, 3}}},
      {{4, 4, 3}, {{2, 0, 1}, {2, 1, 2}}},
      {{2, 3, 2, 2}, {{3, 1, 1}}},
  };
  return all;
}

class Draws {
 public:
  explicit Draws(std::uint64_t seed) : seed_(seed) {}
  int below(int n) { return static_cast<int>(microarch::hash(seed_, 1000, next_++) % static_cast<std::uint64_t>(n)); }
  int range(int least, int most) { return least + below(most - least + 1); }
  template <class T>
  T one_of(const std::vector<T>& values) {
    return values[static_cast<std::size_t>(below(static_cast<int>(values.size())))];
  }

 private:
  std::uint64_t seed_;
  std::uint64_t next_ = 0;
};

}  // namespace

std::string Machine::text() const {
  std::string twist_text;
  for (const Twist& t : twists) twist_text += fmt::format(" {}>{}:{}", t.of, t.over, t.amount);
  std::string size_text;
  for (const int size : sizes) size_text += (size_text.empty() ? "" : "x") + std::to_string(size);
  const FabricParameters& p = parameters;
  return fmt::format(
      "machine {}: {}{} A={} M={} B={} R={} L={} C={} J={} E={} arbiter={} selection={} crossbar={} injection={} "
      "mixed={} load={} x bound",
      seed, size_text, twist_text, p.adaptive_vcs, p.max_packet_flits, p.buffer_packets, p.router_delay, p.link_delay,
      p.credit_delay, p.injectors, p.ejectors, static_cast<int>(p.arbiter), static_cast<int>(p.selection),
      static_cast<int>(p.crossbar), static_cast<int>(p.injection), mixed_lengths, load_over_bound);
}

Machine random_machine(std::uint64_t seed) {
  Draws draws(seed);
  Machine machine;
  machine.seed = seed;
  const Shape& shape = draws.one_of(shapes());
  machine.sizes = shape.sizes;
  machine.twists = shape.twists;
  FabricParameters& p = machine.parameters;
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
  machine.mixed_lengths = draws.below(4) != 0;
  machine.load_over_bound = draws.one_of<double>({0.02, 0.3, 0.6, 0.9, 1.2, 2, 4});
  machine.cycles = static_cast<Cycle>(draws.range(600, 1400));
  // Drawn last, so that machines are what they were before there were classes. MESSAGE CLASSES IN THE ORACLE: once its
  // Config has them, they belong into `parameters` and with_classes() can go.
  machine.message_classes = 1 + draws.below(2);
  FabricParameters doubled = p;
  doubled.message_classes = machine.message_classes;
  if (!check_parameters(doubled, 2 * static_cast<int>(shape.sizes.size())).empty()) machine.message_classes = 1;
  return machine;
}

RandomTraffic::RandomTraffic(const Machine& machine, const topologies::Topology& topology)
    : seed_(machine.seed),
      nodes_(topology.graph().nodes()),
      max_flits_(machine.parameters.max_packet_flits),
      classes_(machine.message_classes),
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
  packet.message_class =
      static_cast<int>(microarch::hash(seed_, 1002, node, cycle) % static_cast<std::uint64_t>(classes_));
  return true;
}

FabricParameters with_classes(const Machine& machine) {
  FabricParameters parameters = machine.parameters;
  parameters.message_classes = machine.message_classes;
  return parameters;
}

oracle::Config oracle_config(const std::vector<int>& sizes, const std::vector<Twist>& twists,
                             const FabricParameters& p) {
  oracle::Config config;
  config.sizes = sizes;
  config.twist.assign(sizes.size(), std::vector<int>(sizes.size(), 0));
  for (const Twist& t : twists)
    config.twist[static_cast<std::size_t>(t.of)][static_cast<std::size_t>(t.over)] = t.amount;
  config.adaptive = p.adaptive_vcs;
  config.max_packet_flits = p.max_packet_flits;
  config.buffer_packets = p.buffer_packets;
  config.router_delay = p.router_delay;
  config.link_delay = p.link_delay;
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

std::string compare_pin_with_oracle(const Machine& machine) {
  const auto topology = topologies::make_twisted_torus("machine", machine.sizes, machine.twists);
  const auto pin = rtl_models::make_pin_fabric(*topology, machine.parameters);
  oracle::Simulator judge(oracle_config(machine.sizes, machine.twists, machine.parameters));
  const RandomTraffic traffic(machine, *topology);
  std::uint64_t tag = 0;
  std::uint64_t digest = 0;
  std::uint64_t delivered = 0;
  for (Cycle t = 0; t < machine.cycles; ++t) {
    traffic.offers(t, [&](const Offer& packet) {
      pin->offer(packet.source, packet.destination, packet.flits, tag);
      judge.offer(packet.source, packet.destination, packet.flits, tag);
      ++tag;
    });
    pin->advance(t + 1);
    judge.step();
    const auto& got = pin->delivered();
    const auto& expected = judge.delivered();
    for (std::size_t i = 0; i < std::max(got.size(), expected.size()); ++i) {
      if (i >= got.size()) {
        return fmt::format("{}: cycle {}: packet {} is ejected in the oracle only", machine.text(), t, expected[i].tag);
      }
      if (i >= expected.size()) {
        return fmt::format("{}: cycle {}: packet {} is ejected in the pin view only", machine.text(), t, got[i].tag);
      }
      if (got[i].tag != expected[i].tag || got[i].entered != expected[i].entered || got[i].hops != expected[i].hops ||
          got[i].number != expected[i].number || got[i].ejected != expected[i].ejected) {
        return fmt::format(
            "{}: cycle {}: packet {} entered {} hops {} in the pin view, packet {} entered {} hops {} in the oracle",
            machine.text(), t, got[i].tag, got[i].entered, got[i].hops, expected[i].tag, expected[i].entered,
            expected[i].hops);
      }
      digest += microarch::hash(got[i].source, got[i].destination, got[i].number, got[i].flits, got[i].created,
                                got[i].entered, got[i].ejected);
    }
    delivered += got.size();
    if (t % 200 == 0) {
      for (const std::string& fault : pin->audit()) return machine.text() + ": audit: " + fault;
    }
  }
  if (digest != judge.digest()) return machine.text() + ": digests differ";
  if (pin->counters().packets_delivered != delivered) return machine.text() + ": the pin view miscounts";
  return {};
}

}  // namespace trenza::test
