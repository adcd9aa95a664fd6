#include "tests/support/random_machine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <utility>

#include "cosim/lockstep_fabric.h"
#include "graphs/metrics/turn_loads.h"
#include "microarch/allocators/allocators.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/hash.h"
#include "microarch/parameter_fault.h"
#include "microarch/parameters.h"
#include "microarch/selections/selections.h"
#include "tests/support/oracle_fabric.h"
#include "tests/support/oracle_policies.h"
#include "tests/support/random_draws.h"

namespace trenza::test {

using microarch::Cycle;
using microarch::FabricParameters;

std::string Machine::text() const {
  const FabricParameters& p = parameters;
  return fmt::format(
      "machine {}: {} K={} A={} M={} B={} R={} L={} C={} J={} E={} bubble={} allocator={} arbiter={} selection={} "
      "crossbar={} pipeline={} injection={} guard={} "
      "mixed={} load={} x bound destinations={} self={} burst={} replies={} link delays [{}]",
      seed, network.text(), p.message_classes, p.adaptive_vcs, p.max_packet_flits, p.buffer_packets, p.router_delay,
      p.link_delay, p.credit_delay, p.injectors, p.ejectors, p.bubble, p.allocator.text(), p.arbiter.name(),
      p.selection.name(), p.crossbar.text(), p.pipeline.text(), p.injection.name(), p.transit_guard, mixed_lengths,
      load_over_bound, static_cast<int>(destinations), self, burst, replies, fmt::join(p.port_link_delay, " "));
}

namespace {

/// Parameters at and beyond the ends of what is common.
void stretch(Draws& draws, FabricParameters& p) {
  if (draws.one_in(kRare)) p.adaptive_vcs = draws.range(4, 7);
  if (draws.one_in(kRare)) p.buffer_packets = draws.one_in(2) ? 1 : draws.range(6, 64);
  if (draws.one_in(kRare)) p.max_packet_flits = draws.one_of<int>({100, 300, 1000, 2000});
  if (draws.one_in(kRare)) {
    p.router_delay = draws.one_of<int>({5, 17, 255});
    p.link_delay = draws.one_of<int>({5, 33, 255});
    p.credit_delay = draws.one_of<int>({5, 65, 255});
  }
  if (draws.one_in(kRare)) p.bubble = false;
}

/// Makes inputs bits of a word, and buffers few flits in all: the pin view holds every place of them.
void fit(FabricParameters& p, int nodes, int ports) {
  while (!microarch::check_parameters(p, ports).empty()) {
    if (p.injectors > 1) {
      p.injectors /= 2;
    } else if (p.message_classes > 1) {
      p.message_classes = 1;
    } else {
      --p.adaptive_vcs;
    }
  }
  constexpr int kMostPlaces = 4'000'000;
  const int input_vcs = nodes * ports * p.vcs();
  while (p.buffer_packets > 2 && p.buffer_flits() > kMostPlaces / input_vcs) p.buffer_packets /= 2;
  while (p.buffer_flits() > kMostPlaces / input_vcs) p.max_packet_flits /= 2;
}

/// Fewer in a machine with many inputs, so that none takes much longer than the others; more where all takes long.
Cycle cycles_of(Draws& draws, const FabricParameters& p, int inputs) {
  constexpr int kWork = 800'000;
  constexpr int kLong = 64;
  const int cycles = std::min(draws.range(600, 1400), std::max(150, kWork / inputs));
  const bool is_long = p.max_packet_flits > kLong || p.router_delay + p.link_delay + p.credit_delay > kLong;
  return static_cast<Cycle>(is_long ? 3 * cycles : cycles);
}

Destinations random_destinations(Draws& draws) {
  return draws.one_in(3) ? static_cast<Destinations>(draws.range(1, kDestinations - 1)) : Destinations::uniform;
}

}  // namespace

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
  p.arbiter = microarch::ArbiterPolicy::at(draws.below(3));
  p.selection = microarch::SelectionPolicy::at(draws.below(3));
  p.crossbar = microarch::CrossbarKind::at(draws.below(2));
  p.injection = microarch::InjectionPolicy::at(draws.below(3));
  p.seed = seed * 7919 + 1;
  p.message_classes = draws.one_in(3) ? 2 : 1;
  const topologies::Graph graph = machine.network.build()->graph();
  if (draws.one_in(4)) {
    for (int port = 0; port < graph.ports(); ++port) p.port_link_delay.push_back(draws.range(1, 4));
  }
  stretch(draws, p);
  fit(p, graph.nodes(), graph.ports());
  machine.mixed_lengths = draws.below(4) != 0;
  machine.load_over_bound = draws.one_of<double>({0.01, 0.02, 0.3, 0.6, 0.9, 1.2, 2, 4});
  machine.destinations = random_destinations(draws);
  if (draws.one_in(kRare)) machine.burst = draws.range(2, 6);
  machine.replies = draws.one_in(kRare);
  machine.cycles = cycles_of(draws, p, graph.nodes() * p.inputs(graph.ports()));
  return machine;
}

namespace {

/// As many values as a draw has where few will do.
constexpr std::size_t kDraws = 12;

/// Every value of its parameter in turn; of integers the lowest few and the greatest.
microarch::AllocatorPolicy with_parameter(microarch::AllocatorPolicy allocator, std::uint64_t draw) {
  const microarch::PolicyParameter& parameter = allocator.info().parameter;
  if (parameter.name.empty()) return allocator;
  constexpr std::uint64_t kValues = 3;
  const auto value = static_cast<int>(draw % kValues);
  return allocator.with(parameter.is_word() || value < 2 ? parameter.least + value : parameter.most);
}

}  // namespace

namespace {

/// Strides where the arbiter has them.
void draw_strides(Machine& machine) {
  FabricParameters& p = machine.parameters;
  const auto topology = machine.network.build();
  if (p.arbiter.is<microarch::StrideArbiter>()) {
    const auto stride = [&](std::uint64_t place) {
      const std::uint64_t drawn = microarch::hash(machine.seed, 1009, place);
      return static_cast<std::uint8_t>(1 + drawn % (drawn >> 32U & 1U ? 255 : 4));
    };
    for (int port = 0; port < topology->graph().ports(); ++port)
      p.strides.ports.push_back(stride(static_cast<std::uint64_t>(port)));
    for (int injector = 0; injector < p.injection_queues(); ++injector)
      p.strides.injectors.push_back(stride(static_cast<std::uint64_t>(100 + injector)));
  } else if (p.arbiter.is<microarch::InverseWeightedArbiter>()) {
    p.strides.table = std::make_shared<const microarch::StrideTable>(
        topology->graph().ports(),
        graphs::inverse_strides(graphs::turn_loads(*topology, {}), topology->graph().nodes()));
  }
}

}  // namespace

Machine machine_with_other_policies(std::uint64_t seed) {
  using microarch::AllocatorPolicy;
  using microarch::ArbiterPolicy;
  Machine machine = random_machine(seed);
  FabricParameters& p = machine.parameters;
  const auto arbiters = static_cast<std::size_t>(
      std::count_if(ArbiterPolicy::kAll.begin(), ArbiterPolicy::kAll.end(),
                    [](const microarch::PolicyInfo& info) { return !microarch::counts_flits(info.name); }));
  const std::size_t matrices = AllocatorPolicy::kAll.size() - 2;  // allocators without arbiters
  const std::size_t rare = arbiters - 3;                          // arbiters that random_machine() does not draw
  const std::uint64_t choice = seed % (arbiters + rare + matrices);
  if (choice < arbiters) {
    p.allocator = "output_first";
    p.arbiter = ArbiterPolicy::at(choice);
  } else if (choice < arbiters + rare) {
    p.arbiter = ArbiterPolicy::at(3 + choice - arbiters);
  } else {
    p.arbiter = ArbiterPolicy();
    p.allocator = with_parameter(AllocatorPolicy::at(2 + choice - arbiters - rare), microarch::hash(seed, 1006));
  }
  if (microarch::hash(seed, 1007) % 3 == 0) {
    const auto inputs = static_cast<int>(microarch::hash(seed, 1008) % static_cast<std::uint64_t>(p.vcs()));
    p.crossbar = microarch::CrossbarKind::of<microarch::InputsPerPort>().with(1 + inputs);
  }
  return machine;
}

Machine machine_with_pipelines(std::uint64_t seed) {
  using microarch::ArbiterPolicy;
  using microarch::CrossbarKind;
  using microarch::PipelinePolicy;
  Machine machine = random_machine(seed);
  FabricParameters& p = machine.parameters;
  const auto draw = [&](std::uint64_t purpose, std::size_t choices) {
    return static_cast<std::size_t>(microarch::hash(seed, 1007, purpose) % choices);
  };
  p.allocator =
      with_parameter(microarch::AllocatorPolicy::at(draw(0, microarch::AllocatorPolicy::kAll.size())), draw(1, kDraws));
  p.arbiter = ArbiterPolicy::at(draw(2, ArbiterPolicy::kAll.size()));
  p.crossbar = CrossbarKind::at(draw(3, CrossbarKind::kAll.size()));
  if (p.crossbar.is<microarch::InputsPerPort>())
    p.crossbar = p.crossbar.with(1 + static_cast<int>(draw(4, static_cast<std::size_t>(p.vcs()))));
  switch (draw(5, 4)) {
    case 0:
      p.pipeline =
          PipelinePolicy::of<microarch::SpeculativePipeline>().with(microarch::SpeculativePipeline::kMaskGrants);
      break;
    case 1:
      p.pipeline =
          PipelinePolicy::of<microarch::SpeculativePipeline>().with(microarch::SpeculativePipeline::kMaskRequests);
      break;
    default: {
      constexpr std::size_t kMostDepth = 4;
      const int depth = draw(6, kDraws) == 0 ? 15 : 1 + static_cast<int>(draw(7, kMostDepth));
      p.pipeline = PipelinePolicy::of<microarch::TwoStepPipeline>().with(depth);
    }
  }
  constexpr std::array kGuards{0, 0, 1, 3};
  p.transit_guard = kGuards.at(draw(8, kGuards.size()));
  draw_strides(machine);
  return machine;
}

Machine machine_with_shares(std::uint64_t seed) {
  using microarch::AllocatorPolicy;
  constexpr std::array kArbiters{"stride", "inverse_weighted", "deficit"};
  constexpr std::array kGuards{0, 1, 2, 5, 255};
  Machine machine = random_machine(seed);
  FabricParameters& p = machine.parameters;
  // Half of them with the arbiters, the others with a guard and whatever allocator; many with both.
  const std::uint64_t draw = microarch::hash(seed, 1007);
  if (seed % 2 == 0) {
    p.arbiter = kArbiters.at(seed / 2 % kArbiters.size());
    p.allocator = AllocatorPolicy::at(draw % 2);
  } else {
    p.allocator = with_parameter(AllocatorPolicy::at(seed / 2 % AllocatorPolicy::kAll.size()), draw);
    if (!p.allocator.visit([](auto allocator) { return allocator.kArbiters; })) p.arbiter = microarch::ArbiterPolicy();
  }
  p.transit_guard = kGuards.at((draw >> 8U) % kGuards.size());
  if (seed % 2 == 1 && p.transit_guard == 0) p.transit_guard = 1;
  draw_strides(machine);
  return machine;
}

Machine machine_with_self(std::uint64_t seed) {
  constexpr std::array kSeries{random_machine, machine_with_other_policies, machine_with_shares,
                               machine_with_pipelines};
  Machine machine = kSeries.at(seed % kSeries.size())(seed);
  machine.self = true;
  return machine;
}

Machine with_length(Machine machine, RunLength length) {
  constexpr Cycle kLeast = 100;
  if (length == RunLength::quick) machine.cycles = std::max(kLeast, machine.cycles / 4);
  return machine;
}

bool is_small(const Machine& machine) {
  constexpr int kMostInputs = 800;
  const auto topology = machine.network.build();
  const topologies::Graph& graph = topology->graph();
  return graph.nodes() * machine.parameters.inputs(graph.ports()) <= kMostInputs;
}

Machine without_deadlock(Machine machine) {
  machine.parameters.bubble = true;
  machine.parameters.buffer_packets = std::max(2, machine.parameters.buffer_packets);
  return machine;
}

RandomTraffic::RandomTraffic(const Machine& machine, const topologies::Topology& topology)
    : machine_(machine), nodes_(topology.graph().nodes()) {
  const int most = machine.parameters.max_packet_flits;
  const double mean_flits = machine.mixed_lengths ? (1 + most) / 2.0 : most;
  const double packets = machine.load_over_bound * topologies::uniform_even_split(topology) / mean_flits;
  threshold_ = static_cast<std::uint64_t>(std::min(1.0, packets / machine.burst) * 1e9);
}

bool RandomTraffic::sends(topologies::NodeId node, Cycle cycle) const {
  constexpr std::uint64_t kPurpose = 1001;
  if (machine_.destinations == Destinations::few_sources && microarch::hash(machine_.seed, 1002, node) % 4 != 0)
    return false;
  return microarch::hash(machine_.seed, kPurpose, node, cycle) % 1'000'000'000 < threshold_;
}

topologies::NodeId RandomTraffic::destination(topologies::NodeId node, std::uint64_t draw) const {
  const auto another = [&](std::uint64_t number) {
    const auto drawn = static_cast<topologies::NodeId>(number % static_cast<std::uint64_t>(nodes_ - 1));
    return drawn >= node ? drawn + 1 : drawn;
  };
  const std::uint64_t fixed = microarch::hash(machine_.seed, 1003);
  switch (machine_.destinations) {
    case Destinations::hot_spot:
      if (draw % 2 == 0) return static_cast<topologies::NodeId>(fixed % static_cast<std::uint64_t>(nodes_));
      break;
    case Destinations::partner:
      return another(microarch::hash(fixed, node));
    case Destinations::shift:
      return static_cast<topologies::NodeId>(
          (static_cast<std::uint64_t>(node) + 1 + fixed % static_cast<std::uint64_t>(nodes_ - 1)) %
          static_cast<std::uint64_t>(nodes_));
    case Destinations::uniform:
    case Destinations::few_sources:
      break;
  }
  return another(draw >> 32);
}

Offer RandomTraffic::draw(topologies::NodeId node, Cycle cycle, int number) const {
  const std::uint64_t h = microarch::hash(machine_.seed, 1004, node, cycle, number);
  const FabricParameters& p = machine_.parameters;
  const auto most = static_cast<std::uint64_t>(p.max_packet_flits);
  Offer packet;
  packet.source = node;
  const bool to_itself = machine_.self && microarch::hash(h, 1010) % 4 == 0;
  packet.destination = to_itself ? node : destination(node, h);
  packet.flits = machine_.mixed_lengths ? 1 + static_cast<int>(microarch::mix64(h) % most) : p.max_packet_flits;
  packet.message_class = static_cast<int>(microarch::mix64(h + 1) % static_cast<std::uint64_t>(p.message_classes));
  return packet;
}

Offer reply_to(const microarch::Delivery& packet, const Machine& machine) {
  const auto most = static_cast<std::uint64_t>(machine.parameters.max_packet_flits);
  const std::uint64_t h = microarch::hash(machine.seed, 1005, packet.source, packet.number);
  return {packet.destination, packet.source, 1 + static_cast<int>(h % most), machine.parameters.message_classes - 1};
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
  set_policies(p, config);
  config.bubble = p.bubble;
  config.seed = p.seed;
  return config;
}

std::string stalls_fault(const microarch::Fabric& fabric) {
  const auto& graph = fabric.topology().graph();
  const FabricParameters& parameters = fabric.parameters();
  const microarch::StallTable table = fabric.stalls();
  const int ports = graph.ports();
  const auto fault = [&](topologies::NodeId node, const char* place, int at, const auto& cycles, bool exists) {
    const std::uint64_t sum = std::accumulate(cycles.begin(), cycles.end(), std::uint64_t{0});
    const std::uint64_t expected = exists ? fabric.now() : 0;
    return sum == expected
               ? std::string()
               : fmt::format("router {} {} {}: {} cycles of {} have a reason", node, place, at, sum, expected);
  };
  for (topologies::NodeId node = 0; node < graph.nodes(); ++node) {
    const auto router = static_cast<std::size_t>(node);
    for (int i = 0; i < parameters.inputs(ports); ++i) {
      const bool exists = i >= ports * parameters.vcs() || graph.has_in(node, i / parameters.vcs());
      std::string found = fault(node, "input", i, table.input(router, i), exists);
      if (!found.empty()) return found;
    }
    for (int o = 0; o < ports + parameters.ejectors; ++o) {
      const bool exists = o >= ports || graph.has_out(node, o);
      std::string found = fault(node, "output", o, table.output(router, o), exists);
      if (!found.empty()) return found;
    }
  }
  return {};
}

namespace {

/// Runs the machine on two new fabrics in step, from cycle `start` on.
std::string compare(const Machine& machine, cosim::Side first, cosim::Side second, Cycle start = 0) {
  constexpr Cycle kAuditInterval = 200;
  constexpr Cycle kLookInterval = 50;
  const RandomTraffic traffic(machine, first.fabric->topology());
  cosim::LockstepFabric both(std::move(first), std::move(second));
  std::uint64_t tag = 0;  // odd: a reply
  const auto offer = [&](const Offer& packet, bool is_reply) {
    both.offer(packet.source, packet.destination, packet.flits, tag + (is_reply ? 1 : 0), packet.message_class);
    tag += 2;
  };
  both.count_stalls(microarch::StallDetail::places);
  try {
    if (start > 0) both.advance(start);
    for (Cycle t = start; t < start + machine.cycles; ++t) {
      if (machine.replies && t > start) {
        const std::vector<microarch::Delivery>& delivered = both.delivered();
        for (const microarch::Delivery& packet : delivered) {
          if (packet.tag % 2 == 0) offer(reply_to(packet, machine), true);
        }
      }
      traffic.offers(t, [&](const Offer& packet) { offer(packet, false); });
      if (t % kLookInterval == kLookInterval - 1) {
        both.counters();
        both.standing();
        both.stalls();
      }
      both.advance(t + 1);
      if ((t - start) % kAuditInterval != 0) continue;
      for (const std::string& fault : both.audit()) {
        return fmt::format("{}: audit in cycle {}: {}", machine.text(), t, fault);
      }
    }
    both.counters();
    const std::string fault = stalls_fault(both);
    if (!fault.empty()) return machine.text() + ": " + fault;
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
