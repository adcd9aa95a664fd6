// Pipelines in which a packet reserves an output VC before it gets the crossbar: latencies to the cycle, and the tlm
// view against the pin view (docs/microarchitecture.md, section 17).
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "microarch/allocators/allocators.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/archive.h"
#include "microarch/parameters.h"
#include "rtl_models/pin_fabric.h"
#include "tests/support/experiments.h"
#include "tests/support/isolated.h"
#include "tests/support/random_machine.h"
#include "tlm/exact_fabric.h"

namespace trenza::test {
namespace {

using microarch::Cycle;
using microarch::FabricParameters;
using microarch::PipelinePolicy;
using microarch::SpeculativePipeline;
using microarch::TwoStepPipeline;

PipelinePolicy two_step(int depth) { return PipelinePolicy::of<TwoStepPipeline>().with(depth); }

std::vector<PipelinePolicy> pipelines() {
  const auto speculative = PipelinePolicy::of<SpeculativePipeline>();
  return {PipelinePolicy(),
          speculative.with(SpeculativePipeline::kMaskGrants),
          speculative.with(SpeculativePipeline::kMaskRequests),
          two_step(1),
          two_step(2),
          two_step(3)};
}

// ---- the two views; before all that elaborates something in this process

TEST(PipelinePins, TheMachinesHaveEveryPolicy) {
  std::set<std::string> seen;
  for (std::uint64_t seed = 1; seed <= 215; ++seed) {
    const FabricParameters p = machine_with_pipelines(seed).parameters;
    seen.insert(fmt::format("{} {}", p.pipeline.name(), p.allocator.name()));
    seen.insert(fmt::format("{} {}", p.pipeline.name(), p.arbiter.name()));
    seen.insert(fmt::format("{} {}", p.pipeline.name(), p.crossbar.name()));
  }
  const std::size_t policies = microarch::AllocatorPolicy::kAll.size() + microarch::ArbiterPolicy::kAll.size() +
                               microarch::CrossbarKind::kAll.size();
  EXPECT_EQ(seen.size(), 2 * policies);
}

// ---- alone in the network

/// Sends one packet after the other, from the sources below `sources` to all nodes. Empty, or the first latency that is
/// not the one of section 17.
std::string latencies(microarch::Fabric& fabric, int sources) {
  const auto& topology = fabric.topology();
  const FabricParameters& p = fabric.parameters();
  const int depth = p.pipeline.is<TwoStepPipeline>() ? p.pipeline.parameter() : 0;
  for (const int flits : {1, 16}) {
    for (int source = 0; source < sources; ++source) {
      for (int destination = 0; destination < topology.graph().nodes(); ++destination) {
        if (destination == source) continue;
        const Cycle created = fabric.now();
        fabric.offer(source, destination, flits, 0, 0);
        do {
          fabric.advance(fabric.now() + 1000);
        } while (fabric.delivered().empty());
        const microarch::Delivery packet = fabric.delivered().front();
        const int expected =
            packet.hops * (p.router_delay + p.link_delay + depth) + flits - 1 + p.router_delay - 1 + depth;
        if (packet.ejected - created != static_cast<Cycle>(expected)) {
          return fmt::format("{} R={}: {} flits from {} to {} take {} cycles, not {}", p.pipeline.text(),
                             p.router_delay, flits, source, destination, packet.ejected - created, expected);
        }
        fabric.advance(fabric.now() + 40);
      }
    }
  }
  return "";
}

template <class Check>
void for_each_pipeline(const Check& check) {
  for (const PipelinePolicy pipeline : pipelines()) {
    for (int delay = 1; delay <= 3; ++delay) {
      FabricParameters parameters = bubble_router(16);
      parameters.router_delay = delay;
      parameters.pipeline = pipeline;
      check(parameters);
    }
  }
}

constexpr int kNodes = 32;

void expect_latencies_on_pins(int a, int sources) {
  const auto topology = network("rtt", a);
  for_each_pipeline([&](const FabricParameters& parameters) {
    EXPECT_EQ(isolated([&] { return latencies(*rtl_models::make_pin_fabric(*topology, parameters), sources); }), "");
  });
}

TEST(PipelinePins, LatencyAloneInTheNetwork) { expect_latencies_on_pins(2, 1); }
TEST(PipelinePinsSlow, LatencyAloneOfAllPairs) { expect_latencies_on_pins(4, kNodes); }

TEST(Pipelines, LatencyAloneInTheNetwork) {
  const auto topology = network("rtt", 4);
  for_each_pipeline([&](const FabricParameters& parameters) {
    EXPECT_EQ(latencies(*tlm::make_exact_fabric(*topology, parameters), kNodes), "");
  });
}

// ---- the example of section 17

/// The cycles in which e, f and g leave their injectors: e (created in 3, or in 4 where it crosses at once) drains in
/// 4..7, f is created behind it in 5, g is alone at another node from 4 on.
std::string example(microarch::Fabric& fabric) {
  std::map<std::pair<int, std::uint64_t>, Cycle> left;
  fabric.observe_hops([&](const microarch::Hop& hop) { left.insert({{hop.source, hop.number}, hop.cycle}); });
  const bool at_once = !fabric.parameters().pipeline.is<TwoStepPipeline>();
  const Cycle of_e = at_once ? 4 : 4 - static_cast<Cycle>(fabric.parameters().pipeline.parameter());
  while (fabric.now() < 30) {
    const Cycle now = fabric.now();
    if (now == of_e) fabric.offer(0, 1, 4, 0, 0);
    if (now == 5) fabric.offer(0, 8, 4, 0, 0);
    if (now == 4) fabric.offer(20, 21, 4, 0, 0);
    fabric.advance(now + 1);
  }
  return fmt::format("{} {} {}", left[{0, 0}], left[{0, 1}], left[{20, 0}]);
}

FabricParameters of_example(PipelinePolicy pipeline) {
  FabricParameters parameters = bubble_router(4);
  parameters.injectors = 1;
  parameters.pipeline = pipeline;
  return parameters;
}

TEST(PipelinePins, TheExampleOfTheContract) {
  const auto topology = network("rtt", 4);
  const std::vector<std::pair<PipelinePolicy, std::string>> expected{
      {two_step(1), "4 8 5"},
      {two_step(2), "4 8 6"},
      {two_step(3), "4 8 7"},  // f reserves in 5, while e crosses
      {two_step(4), "4 9 8"},
      {PipelinePolicy::of<SpeculativePipeline>(), "4 8 4"}};
  for (const auto& [pipeline, cycles] : expected) {
    const FabricParameters parameters = of_example(pipeline);
    EXPECT_EQ(example(*tlm::make_exact_fabric(*topology, parameters)), cycles) << pipeline.text();
    EXPECT_EQ(isolated([&] { return example(*rtl_models::make_pin_fabric(*topology, parameters)); }), cycles)
        << pipeline.text();
  }
}

// ---- snapshots

/// Runs a machine to its end, and what was saved of it on the way too. Empty, or where they differ.
std::string saved_and_loaded(const Machine& machine) {
  const auto topology = machine.network.build();
  const RandomTraffic traffic(machine, *topology);
  const auto step = [&](microarch::Fabric& fabric) {
    traffic.offers(fabric.now(), [&](const Offer& packet) {
      fabric.offer(packet.source, packet.destination, packet.flits, 0, packet.message_class);
    });
    fabric.advance(fabric.now() + 1);
  };
  const auto straight = tlm::make_exact_fabric(*topology, machine.parameters);
  while (straight->now() < machine.cycles / 2) step(*straight);
  microarch::MemorySink sink;
  microarch::ArchiveWriter writer(sink);
  straight->save(writer);
  microarch::MemoryStream stream(sink.bytes());
  microarch::ArchiveReader reader(stream);
  const auto loaded = tlm::restore_exact_fabric(*topology, machine.parameters, reader);
  while (straight->now() < machine.cycles) {
    step(*straight);
    step(*loaded);
    const auto& one = straight->delivered();
    const auto& other = loaded->delivered();
    if (one.size() != other.size()) return fmt::format("{}: cycle {}", machine.text(), straight->now());
    for (std::size_t k = 0; k < one.size(); ++k) {
      if (one[k].source != other[k].source || one[k].number != other[k].number || one[k].entered != other[k].entered)
        return fmt::format("{}: cycle {}", machine.text(), straight->now());
    }
  }
  const auto faults = loaded->audit();
  return faults.empty() ? "" : faults.front();
}

TEST(Pipelines, ASnapshotHasTheReservations) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) EXPECT_EQ(saved_and_loaded(machine_with_pipelines(seed)), "");
}

}  // namespace
}  // namespace trenza::test
