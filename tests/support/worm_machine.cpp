#include "tests/support/worm_machine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "cosim/lockstep_fabric.h"
#include "graphs/metrics/turn_loads.h"
#include "microarch/allocators/allocators.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/parameters.h"
#include "tests/support/oracle_policies.h"
#include "tests/support/random_draws.h"

namespace trenza::test {

using microarch::Cycle;
using microarch::FabricParameters;
using topologies::Dateline;
using topologies::WormRoute;

namespace {

microarch::AllocatorPolicy random_allocator(Draws& draws) {
  using microarch::AllocatorPolicy;
  const auto allocator =
      AllocatorPolicy::at(static_cast<std::size_t>(draws.below(static_cast<int>(AllocatorPolicy::kAll.size()))));
  const microarch::PolicyParameter& parameter = allocator.info().parameter;
  if (parameter.name.empty()) return allocator;
  return allocator.with(draws.range(parameter.least, std::min(parameter.most, parameter.least + 3)));
}

microarch::PipelinePolicy random_pipeline(Draws& draws) {
  using microarch::PipelinePolicy;
  switch (draws.below(5)) {
    case 0:
    case 1:
      return PipelinePolicy();
    case 2:
      return PipelinePolicy::of<microarch::SpeculativePipeline>().with(draws.below(2));
    default:
      return PipelinePolicy::of<microarch::TwoStepPipeline>().with(draws.one_in(6) ? draws.range(2, 15) : 1);
  }
}

WormRoute random_route(Draws& draws, NetworkFamily family) {
  if (family == NetworkFamily::custom || family == NetworkFamily::ibt_three_classes)
    return draws.one_in(2) ? WormRoute::up_down : WormRoute::duato;
  const int draw = draws.below(5);
  return draw < 2 ? WormRoute::dimension_order : draw < 4 ? WormRoute::duato : WormRoute::up_down;
}

void draw_worms(Draws& draws, FabricParameters& p) {
  microarch::WormholeParameters& w = p.wormhole;
  w.virtual_channels = draws.one_in(kRare) ? draws.range(9, 16) : draws.range(1, 8);
  w.buffer_flits = draws.one_in(kRare) ? draws.range(9, 64) : draws.range(1, 8);
  w.routing_delay = draws.one_in(2) ? 0 : draws.one_in(kRare) ? 15 : draws.range(1, 3);
  w.injection_delay = draws.one_in(2) ? 0 : draws.range(1, 4);
  w.injection_credit_delay = draws.range(1, 4);
  w.ejection_delay = draws.range(1, 4);
  w.vc_allocator = random_allocator(draws);
  w.vc_requests = microarch::VcRequestPolicy::at(static_cast<std::size_t>(draws.below(2)));
  w.reallocation = microarch::ReallocationPolicy::at(static_cast<std::size_t>(draws.below(2)));
  w.injection = microarch::WormInjectionPolicy::at(static_cast<std::size_t>(draws.below(2)));
}

}  // namespace

void draw_worm_strides(Machine& machine) {
  FabricParameters& p = machine.parameters;
  p.strides = {};
  const auto topology = machine.network.build();
  const int ports = topology->graph().ports();
  if (p.arbiter.is<microarch::StrideArbiter>()) {
    const auto stride = [&](int place) {
      return static_cast<std::uint8_t>(1 + microarch::hash(machine.seed, 1109, place) % 5);
    };
    for (int port = 0; port < ports; ++port) p.strides.ports.push_back(stride(port));
    for (int vc = 0; vc < p.vcs(); ++vc) p.strides.injectors.push_back(stride(100 + vc));
  } else if (p.arbiter.is<microarch::InverseWeightedArbiter>()) {
    p.strides.table = std::make_shared<const microarch::StrideTable>(
        ports, graphs::inverse_strides(graphs::turn_loads(*topology, {}), topology->graph().nodes()));
  }
}

void fit_worm_machine(WormMachine& worms) {
  FabricParameters& p = worms.machine.parameters;
  const std::uint64_t draw = microarch::hash(worms.machine.seed, 1112);
  p.port_link_delay.clear();
  if (draw % 4 == 0) {
    const int ports = worms.machine.network.build()->graph().ports();
    for (int port = 0; port < ports; ++port)
      p.port_link_delay.push_back(static_cast<int>(microarch::hash(draw, port) % 5));
  }
  if (p.crossbar.is<microarch::InputsPerPort>() && p.crossbar_inputs() > p.vcs())
    p.crossbar = p.crossbar.with(std::min(16, p.vcs()));
  draw_worm_strides(worms.machine);
}

std::string WormMachine::text() const {
  const FabricParameters& p = machine.parameters;
  const microarch::WormholeParameters& w = p.wormhole;
  return fmt::format(
      "worm machine {}: {} route={} dateline={} sticky={} K={} n={} B={} M={} D={} I={} Q={} Z={} C={} L={} [{}] E={} "
      "pipeline={} allocator={} vc_allocator={} requests={} arbiter={} reallocation={} injection={} crossbar={} "
      "mixed={} load={} x bound destinations={} burst={} self={} escape_vcs={} bonus_cards={} flit_bubble={}",
      machine.seed, machine.network.text(), static_cast<int>(routing.route), static_cast<int>(routing.dateline),
      routing.sticky_escape, p.message_classes, w.virtual_channels, w.buffer_flits, p.max_packet_flits, w.routing_delay,
      w.injection_delay, w.injection_credit_delay, w.ejection_delay, p.credit_delay, p.link_delay,
      fmt::join(p.port_link_delay, " "), p.ejectors, p.pipeline.text(), p.allocator.text(), w.vc_allocator.text(),
      w.vc_requests.name(), p.arbiter.name(), w.reallocation.name(), w.injection.name(), p.crossbar.text(),
      machine.mixed_lengths, machine.load_over_bound, static_cast<int>(machine.destinations), machine.burst, self,
      routing.escape_vcs, static_cast<int>(routing.bonus_cards), routing.flit_bubble);
}

std::shared_ptr<const topologies::Topology> WormMachine::topology() const {
  return topologies::with_worm_routing(machine.network.build(), routing);
}

WormMachine random_worm_machine(std::uint64_t seed) {
  Draws draws(microarch::hash(seed, 1100));
  WormMachine worms;
  Machine& machine = worms.machine;
  machine.seed = seed;
  machine.network = random_network(draws);
  FabricParameters& p = machine.parameters;
  p.switching = "wormhole";
  draw_worms(draws, p);
  p.message_classes = draws.one_in(3) ? 2 : 1;
  p.max_packet_flits = draws.one_of<int>({1, 2, 3, 5, 8, 16, 64});
  p.link_delay = draws.one_in(2) ? 0 : draws.range(0, 4);
  p.credit_delay = draws.range(1, 4);
  p.ejectors = draws.one_in(2) ? 1 : draws.range(1, 8);
  p.allocator = random_allocator(draws);
  p.arbiter = microarch::ArbiterPolicy::at(
      static_cast<std::size_t>(draws.below(static_cast<int>(microarch::ArbiterPolicy::kAll.size()))));
  p.pipeline = random_pipeline(draws);
  p.seed = seed * 7919 + 1;
  worms.routing.route = random_route(draws, machine.network.family);
  worms.routing.dateline = static_cast<Dateline>(draws.below(3));
  worms.routing.sticky_escape = !draws.one_in(4) || worms.routing.route != WormRoute::duato;
  if (!worms.routing.sticky_escape) p.wormhole.reallocation = "atomic";
  constexpr int kLeastOfDuato = 3;
  if (worms.routing.route == WormRoute::duato)
    p.wormhole.virtual_channels = std::max(kLeastOfDuato, p.wormhole.virtual_channels);
  worms.routing.vcs = p.wormhole.virtual_channels;
  p.crossbar = microarch::CrossbarKind::at(static_cast<std::size_t>(draws.below(3)));
  if (p.crossbar.is<microarch::InputsPerPort>()) p.crossbar = p.crossbar.with(draws.range(1, std::min(16, p.vcs())));
  draw_worm_strides(machine);
  const topologies::Graph graph = machine.network.build()->graph();
  if (draws.one_in(4)) {
    for (int port = 0; port < graph.ports(); ++port) p.port_link_delay.push_back(draws.range(0, 4));
  }
  machine.mixed_lengths = draws.below(4) != 0;
  machine.load_over_bound = draws.one_of<double>({0.01, 0.02, 0.3, 0.6, 0.9, 1.2, 2, 4});
  machine.destinations =
      draws.one_in(3) ? static_cast<Destinations>(draws.range(1, kDestinations - 1)) : Destinations::uniform;
  if (draws.one_in(kRare)) machine.burst = draws.range(2, 6);
  worms.self = draws.one_in(4);
  constexpr int kWork = 400'000;
  machine.cycles = static_cast<Cycle>(
      std::min(draws.range(300, 900), std::max(100, kWork / (graph.nodes() * p.inputs(graph.ports())))));
  return worms;
}

WormMachine stretched(WormMachine machine) {
  Draws draws(microarch::hash(machine.machine.seed, 1111));
  FabricParameters& p = machine.machine.parameters;
  microarch::WormholeParameters& w = p.wormhole;
  const auto stretch = [&](int& value, const std::vector<int>& values) {
    if (draws.one_in(3)) value = draws.one_of<int>(values);
  };
  stretch(p.link_delay, {0, 7, 33, 255});
  stretch(p.credit_delay, {1, 8, 65, 255});
  stretch(w.injection_delay, {0, 1, 2, 9, 255});
  stretch(w.injection_credit_delay, {1, 9, 255});
  stretch(w.ejection_delay, {1, 9, 255});
  stretch(w.routing_delay, {0, 15});
  stretch(w.buffer_flits, {1, 2, 33, 64, 200});
  stretch(p.max_packet_flits, {1, 100, 300});
  if (draws.one_in(4)) p.pipeline = microarch::PipelinePolicy::of<microarch::TwoStepPipeline>().with(15);
  if (draws.one_in(2)) p.port_link_delay.clear();
  machine.machine.cycles = std::max<Cycle>(machine.machine.cycles, 400);
  return machine;
}

WormMachine with_length(WormMachine machine, RunLength length) {
  machine.machine = with_length(std::move(machine.machine), length);
  return machine;
}

oracle::flit::Config worm_oracle_config(const WormMachine& worms) {
  const FabricParameters& p = worms.machine.parameters;
  const microarch::WormholeParameters& w = p.wormhole;
  oracle::flit::Config config;
  static_cast<oracle::Config&>(config) = oracle_config(worms.machine.network, p);
  config.virtual_channels = w.virtual_channels;
  config.buffer_flits = w.buffer_flits;
  config.routing_delay = w.routing_delay;
  config.injection_delay = w.injection_delay;
  config.injection_credit_delay = w.injection_credit_delay;
  config.ejection_delay = w.ejection_delay;
  config.injection_mode = w.injection.is<microarch::OneAtATimeInjection>() ? oracle::flit::InjectionMode::one_at_a_time
                                                                           : oracle::flit::InjectionMode::side_by_side;
  FabricParameters of_vcs = p;
  of_vcs.allocator = w.vc_allocator;
  oracle::Config vc_policies;
  set_policies(of_vcs, vc_policies);
  config.vc_allocator = vc_policies.allocator;
  config.vc_iterations = vc_policies.iterations;
  config.vc_wavefront_priority = vc_policies.wavefront_priority;
  config.vc_requests =
      w.vc_requests.is<microarch::AllVcRequests>() ? oracle::flit::Requests::all : oracle::flit::Requests::one;
  config.reallocation = w.atomic() ? oracle::flit::Reallocation::atomic : oracle::flit::Reallocation::tail;
  constexpr std::array kRoutes{
      oracle::flit::RoutingRule::dimension_order, oracle::flit::RoutingRule::duato, oracle::flit::RoutingRule::up_down,
      oracle::flit::RoutingRule::duato_nbc,       oracle::flit::RoutingRule::nbc,   oracle::flit::RoutingRule::nhop};
  constexpr std::array kDatelines{oracle::flit::Dateline::memoryless, oracle::flit::Dateline::static_class,
                                  oracle::flit::Dateline::crossing};
  config.routing = kRoutes.at(static_cast<std::size_t>(worms.routing.route));
  config.dateline = kDatelines.at(static_cast<std::size_t>(worms.routing.dateline));
  config.sticky_escape = worms.routing.sticky_escape;
  if (worms.routing.route == WormRoute::duato_nbc) config.escape_vcs = worms.routing.escape_vcs;
  config.bonus_cards = worms.routing.bonus_cards == topologies::BonusCards::all ? oracle::flit::BonusCards::all
                                                                                : oracle::flit::BonusCards::any;
  config.ring_escape =
      worms.routing.flit_bubble ? oracle::flit::RingEscape::flit_bubble : oracle::flit::RingEscape::dateline;
  return config;
}

namespace {

std::string difference(const microarch::Delivery& a, const oracle::Delivery& b) {
  const bool same = a.source == b.source && a.destination == b.destination && a.number == b.number &&
                    a.flits == b.flits && a.hops == b.hops && a.created == b.created && a.entered == b.entered &&
                    a.ejected == b.ejected && a.tag == b.tag && a.message_class == b.message_class;
  if (same) return {};
  return fmt::format(
      "view: packet {}:{} to {} of {} flits, {} hops, created {}, entered {}, ejected {}; oracle: {}:{} "
      "to {} of {} flits, {} hops, created {}, entered {}, ejected {}",
      a.source, a.number, a.destination, a.flits, a.hops, a.created, a.entered, a.ejected, b.source, b.number,
      b.destination, b.flits, b.hops, b.created, b.entered, b.ejected);
}

}  // namespace

std::string compare_with_worm_oracle(const WormMachine& worms, microarch::Fabric& view) {
  constexpr Cycle kAuditInterval = 97;
  const Machine& machine = worms.machine;
  oracle::flit::Simulator judge(worm_oracle_config(worms));
  const RandomTraffic traffic(machine, view.topology());
  std::uint64_t tag = 0;
  const auto fault = [&](Cycle t, const std::string& what) {
    return fmt::format("{}: cycle {}: {}", worms.text(), t, what);
  };
  for (Cycle t = 0; t < 2 * machine.cycles; ++t) {
    if (t < machine.cycles) {
      worm_offers(worms, traffic, t, [&](const Offer& packet) {
        view.offer(packet.source, packet.destination, packet.flits, tag, packet.message_class);
        judge.offer(packet.source, packet.destination, packet.flits, tag, packet.message_class);
        ++tag;
      });
    }
    view.advance(t + 1);
    judge.step();
    const std::vector<microarch::Delivery>& a = view.delivered();
    const std::vector<oracle::Delivery>& b = judge.delivered();
    for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
      const std::string found = difference(a[k], b[k]);
      if (!found.empty()) return fault(t, found);
    }
    if (a.size() != b.size()) return fault(t, fmt::format("{} deliveries, oracle {}", a.size(), b.size()));
    if (t % kAuditInterval == 0) {
      for (const std::string& found : view.audit()) return fault(t, "audit: " + found);
      if (view.idle() != judge.idle()) return fault(t, fmt::format("idle: {}, oracle {}", view.idle(), judge.idle()));
    }
  }
  if (view.counters().flit_hops != judge.flit_hops())
    return fault(view.now(), fmt::format("{} flit hops, oracle {}", view.counters().flit_hops, judge.flit_hops()));
  return {};
}

namespace {

/// All that an observer of waiting heads is told, as a number.
class WaitDigest {
 public:
  explicit WaitDigest(microarch::Fabric& fabric) : fabric_(fabric) {
    fabric.observe_waits([this](Cycle cycle, const microarch::HeadsAt& heads_at) {
      const topologies::NodeId nodes = fabric_.topology().graph().nodes();
      const auto node = static_cast<topologies::NodeId>(cycle % static_cast<Cycle>(nodes));
      digest_ = microarch::hash(digest_, cycle);
      for (const microarch::WaitingHead& head : heads_at(node))
        digest_ = microarch::hash(digest_, head.input, head.source, head.number, head.targets.size());
    });
  }
  WaitDigest(const WaitDigest&) = delete;
  WaitDigest& operator=(const WaitDigest&) = delete;
  ~WaitDigest() { fabric_.observe_waits({}); }
  std::uint64_t digest() const { return digest_; }

 private:
  microarch::Fabric& fabric_;
  std::uint64_t digest_ = 0;
};

}  // namespace

std::string compare_worm_views(const WormMachine& worms, microarch::Fabric& tlm, microarch::Fabric& pin) {
  constexpr Cycle kAuditInterval = 97;
  constexpr Cycle kLookInterval = 17;
  const Machine& machine = worms.machine;
  const RandomTraffic traffic(machine, tlm.topology());
  const auto fault = [&](Cycle t, const std::string& what) {
    return fmt::format("{}: cycle {}: {}", worms.text(), t, what);
  };
  const WaitDigest tlm_waits(tlm);
  const WaitDigest pin_waits(pin);
  std::uint64_t tag = 0;
  cosim::LockstepFabric both({"tlm", &tlm}, {"pin", &pin});
  both.count_stalls(microarch::StallDetail::places);
  try {
    for (Cycle t = 0; t < 2 * machine.cycles; ++t) {
      if (t < machine.cycles) {
        worm_offers(worms, traffic, t, [&](const Offer& packet) {
          both.offer(packet.source, packet.destination, packet.flits, tag++, packet.message_class);
        });
      }
      if (t % kLookInterval == 0) {
        both.counters();
        both.standing();
        both.stalls();
      }
      both.advance(t + 1);
      if (tlm.idle() != pin.idle()) return fault(t, fmt::format("idle: tlm {}, pin {}", tlm.idle(), pin.idle()));
      if (t % kAuditInterval != 0) continue;
      for (const std::string& found : both.audit()) return fault(t, "audit: " + found);
    }
    both.counters();
    both.stalls();
    const std::string found = stalls_fault(tlm);
    if (!found.empty()) return fault(tlm.now(), found);
  } catch (const cosim::Divergence& difference) {
    return worms.text() + ": " + difference.what();
  } catch (const microarch::InvariantViolation& violation) {
    return worms.text() + ": " + violation.what();
  }
  if (tlm_waits.digest() != pin_waits.digest()) return fault(tlm.now(), "observers of waits were told different heads");
  return {};
}

}  // namespace trenza::test
