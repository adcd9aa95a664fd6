#include "tests/support/worm_rtl_hardware.h"

#include <algorithm>
#include <array>

#include "cosim/worm_blocks.h"
#include "cosim/zoomed_fabric.h"
#include "microarch/hash.h"
#include "rtl_models/wormhole/fabric/worm_pin_fabric.h"
#include "tests/support/isolated.h"
#include "tlm/tlm_fabric.h"

namespace trenza::test {

using microarch::AllocatorPolicy;
using microarch::FabricParameters;
using microarch::PipelinePolicy;
using microarch::SpeculativePipeline;
using topologies::WormRoute;

namespace {

AllocatorPolicy allocator_of(int number) {
  const std::array<AllocatorPolicy, 8> allocators{"input_first",
                                                  "islip",
                                                  AllocatorPolicy("wavefront").with(0),
                                                  "output_first",
                                                  AllocatorPolicy("pim").with(2),
                                                  AllocatorPolicy("wavefront").with(1),
                                                  "oldest_first",
                                                  AllocatorPolicy("islip").with(2)};
  return allocators.at(static_cast<std::size_t>(number) % allocators.size());
}

PipelinePolicy pipeline_of(int shape) {
  const auto speculative = PipelinePolicy::of<SpeculativePipeline>();
  const auto two_step = PipelinePolicy::of<microarch::TwoStepPipeline>();
  const std::array<PipelinePolicy, 5> pipelines{PipelinePolicy(), speculative.with(SpeculativePipeline::kMaskGrants),
                                                two_step, speculative.with(SpeculativePipeline::kMaskRequests),
                                                two_step.with(3)};
  return pipelines.at(static_cast<std::size_t>(shape) % pipelines.size());
}

/// Makes the machine small, if it can be: the models of VC allocators grow with the square of the input VCs. Whether it is.
bool limit_size(WormMachine& worms) {
  constexpr int kMostInputs = 20;
  constexpr int kMostNodes = 32;
  constexpr int kLeastOfDuato = 3;
  FabricParameters& p = worms.machine.parameters;
  const topologies::Graph graph = worms.machine.network.build()->graph();
  const int ports = graph.ports();
  const int least = worms.routing.route == WormRoute::duato ? kLeastOfDuato : 1;
  const auto too_many = [&] { return (ports + 1) * p.vcs() > kMostInputs; };
  while (too_many() && p.wormhole.virtual_channels > least) --p.wormhole.virtual_channels;
  if (too_many()) p.message_classes = 1;
  p.ejectors = std::min(p.ejectors, 3);
  p.wormhole.buffer_flits = std::min(p.wormhole.buffer_flits, 12);
  worms.routing.vcs = p.wormhole.virtual_channels;
  return !too_many() && graph.nodes() <= kMostNodes;
}

}  // namespace

WormMachine worm_shape(int shape) {
  constexpr std::uint64_t kSeeds = 100'000;
  WormMachine worms;
  int attempt = 0;
  do {
    worms = random_worm_machine(microarch::hash(kWormShapes, shape, attempt++) % kSeeds);
  } while (!limit_size(worms));
  FabricParameters& p = worms.machine.parameters;
  p.allocator = allocator_of(shape);
  p.wormhole.vc_allocator = allocator_of(3 * shape + shape / 8);
  p.arbiter = microarch::ArbiterPolicy::at(static_cast<std::size_t>(shape) % microarch::ArbiterPolicy::kAll.size());
  p.pipeline = pipeline_of(shape);
  p.wormhole.vc_requests = microarch::VcRequestPolicy::at(static_cast<std::size_t>(shape / 2) % 2);
  p.wormhole.injection = microarch::WormInjectionPolicy::at(static_cast<std::size_t>(shape / 4) % 2);
  p.crossbar = microarch::CrossbarKind::at(static_cast<std::size_t>(shape) % microarch::CrossbarKind::kAll.size());
  if (p.crossbar.is<microarch::InputsPerPort>()) p.crossbar = p.crossbar.with(std::min(2, p.vcs()));
  p.port_link_delay.clear();
  draw_worm_strides(worms.machine);
  return worms;
}

WormMachine worm_of_shape(int shape, std::uint64_t seed) {
  WormMachine worms = worm_shape(shape);
  const WormMachine other = random_worm_machine(seed);
  Machine& machine = worms.machine;
  machine.parameters.seed = other.machine.parameters.seed;
  machine.parameters.link_delay = other.machine.parameters.link_delay;
  machine.parameters.credit_delay = other.machine.parameters.credit_delay;
  if (!machine.parameters.arbiter.is<microarch::DeficitArbiter>())
    machine.parameters.max_packet_flits = other.machine.parameters.max_packet_flits;
  machine.seed = seed;
  machine.mixed_lengths = other.machine.mixed_lengths;
  machine.load_over_bound = other.machine.load_over_bound;
  machine.destinations = other.machine.destinations;
  machine.burst = other.machine.burst;
  machine.cycles = std::min<microarch::Cycle>(machine.cycles, 300);
  worms.self = other.self;
  return worms;
}

std::vector<cosim::RtlBlock> all_worm_blocks() {
  std::vector<cosim::RtlBlock> blocks;
  for (int k = 0; k < rtl_models::kAllRtlBlocks; ++k) {
    const auto block = static_cast<cosim::RtlBlock>(k);
    if (block != cosim::RtlBlock::router && rtl_models::has_block(true, block)) blocks.push_back(block);
  }
  return blocks;
}

std::string compare_worm_hardware(const WormMachine& machine, const std::vector<cosim::RtlBlock>& blocks, bool shadow,
                                  const std::vector<topologies::NodeId>& clocked) {
  return isolated([&] {
    const auto topology = machine.topology();
    const FabricParameters& parameters = machine.machine.parameters;
    cosim::RtlSelection selection(*topology);
    for (const cosim::RtlBlock block : blocks) selection.add(block, "all");
    const auto twins = cosim::make_worm_rtl_blocks(selection);
    const auto log = std::make_shared<cosim::ShadowLog>();
    const auto shadowed = cosim::make_shadowed_worm_blocks(
        *twins, [&](cosim::RtlBlock block, topologies::NodeId node) { return selection.has(block, node); }, log);
    std::string difference;
    try {
      const rtl_models::WormBlockFactory& made = shadow ? *shadowed : *twins;
      const auto pins = clocked.empty() ? rtl_models::make_worm_pin_fabric(*topology, parameters, made)
                                        : cosim::make_zoomed_fabric(*topology, parameters, clocked, made);
      difference = compare_worm_views(machine, *tlm::make_tlm_fabric(*topology, parameters), *pins);
    } catch (const microarch::InvariantViolation& violation) {
      difference = machine.text() + ": " + violation.what();
    }
    return difference.empty() && log->found() ? log->mismatch().text : difference;
  });
}

}  // namespace trenza::test
