#include "tests/support/worm_rtl_hardware.h"

#include <algorithm>
#include <array>

#include "cosim/worm_blocks.h"
#include "cosim/zoomed_fabric.h"
#include "microarch/allocators/allocators.h"
#include "microarch/arbiters/arbiters.h"
#include "microarch/hash.h"
#include "microarch/parameters.h"
#include "rtl_models/wormhole/fabric/worm_pin_fabric.h"
#include "tests/support/isolated.h"
#include "tlm/tlm_fabric.h"
#include "topologies/worm/negative_hops.h"

namespace trenza::test {

using microarch::AllocatorPolicy;
using microarch::FabricParameters;
using microarch::PipelinePolicy;
using microarch::SpeculativePipeline;
using topologies::Dateline;
using topologies::WormRoute;

namespace {

AllocatorPolicy worm_allocator_of(int number) {
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

PipelinePolicy worm_pipeline_of(int shape) {
  const auto speculative = PipelinePolicy::of<SpeculativePipeline>();
  const auto two_step = PipelinePolicy::of<microarch::TwoStepPipeline>();
  const std::array<PipelinePolicy, 5> pipelines{PipelinePolicy(), speculative.with(SpeculativePipeline::kMaskGrants),
                                                two_step, speculative.with(SpeculativePipeline::kMaskRequests),
                                                two_step.with(3)};
  return pipelines.at(static_cast<std::size_t>(shape) % pipelines.size());
}

/// What a shape is drawn for.
struct ShapeKind {
  WormRoute route;
  bool flit_bubble = false;
  bool one_way = false;
};

constexpr bool kBubble = true;
constexpr bool kOneWay = true;

/// Shape by shape, out of step with the policies, which go by the number of the shape.
constexpr std::array<ShapeKind, kWormShapes> kShapeKinds{{{WormRoute::dimension_order},
                                                          {WormRoute::duato},
                                                          {WormRoute::nhop},
                                                          {WormRoute::dimension_order, kBubble},
                                                          {WormRoute::up_down},
                                                          {WormRoute::duato_nbc},
                                                          {WormRoute::duato, kBubble},
                                                          {WormRoute::nbc},
                                                          {WormRoute::duato, false, kOneWay},
                                                          {WormRoute::up_down},
                                                          {WormRoute::nhop},
                                                          {WormRoute::dimension_order},
                                                          {WormRoute::dimension_order, kBubble},
                                                          {WormRoute::nbc},
                                                          {WormRoute::duato},
                                                          {WormRoute::duato_nbc},
                                                          {WormRoute::up_down},
                                                          {WormRoute::dimension_order, false, kOneWay},
                                                          {WormRoute::nhop, false, kOneWay},
                                                          {WormRoute::duato, kBubble},
                                                          {WormRoute::nbc},
                                                          {WormRoute::duato_nbc},
                                                          {WormRoute::dimension_order, kBubble, kOneWay},
                                                          {WormRoute::duato}}};

/// A machine of the series that has such machines.
WormMachine machine_of_series(const ShapeKind& kind, std::uint64_t seed) {
  constexpr std::uint64_t kSeries = 5;  // of random_escape_machine(), in turn
  if (kind.one_way) return random_escape_machine(kSeries * seed + 4);
  if (kind.flit_bubble) return random_escape_machine(kSeries * seed + 3);
  switch (kind.route) {
    case WormRoute::duato_nbc:
      return random_escape_machine(kSeries * seed);
    case WormRoute::nbc:
      return random_escape_machine(kSeries * seed + 1);
    case WormRoute::nhop:
      return random_escape_machine(kSeries * seed + 2);
    default:
      return random_worm_machine(seed);
  }
}

bool is_of(const ShapeKind& kind, const WormMachine& worms) {
  return worms.routing.route == kind.route && worms.routing.flit_bubble == kind.flit_bubble &&
         worms.machine.network.shape.one_way == kind.one_way;
}

/// The fewest VCs of a class with which the machine routes.
int least_vcs(const WormMachine& worms) {
  constexpr int kWithDatelines = 3;
  constexpr int kWithBubble = 2;
  const WormRoute route = worms.routing.route;
  if (route == WormRoute::duato) return worms.routing.flit_bubble ? kWithBubble : kWithDatelines;
  if (route == WormRoute::dimension_order || route == WormRoute::up_down) return 1;
  const int classes = topologies::negative_hop_classes(topologies::diameter(*worms.machine.network.build()));
  return route == WormRoute::duato_nbc ? classes + 1 : classes;
}

/// With flit bubbles a buffer has room for a packet and a flit.
void limit_packets(const WormMachine& worms, FabricParameters& p) {
  if (worms.routing.flit_bubble) p.max_packet_flits = std::min(p.max_packet_flits, p.wormhole.buffer_flits - 1);
}

/// Makes the machine small, if it can be: the models of VC allocators grow with the square of the input VCs. Whether it
/// is.
bool limit_size(WormMachine& worms) {
  constexpr int kMostInputs = 20;
  constexpr int kMostNodes = 32;
  FabricParameters& p = worms.machine.parameters;
  const topologies::Graph graph = worms.machine.network.build()->graph();
  const int ports = graph.ports();
  const int least = least_vcs(worms);
  const auto too_many = [&] { return (ports + 1) * p.vcs() > kMostInputs; };
  while (too_many() && p.wormhole.virtual_channels > least) --p.wormhole.virtual_channels;
  if (too_many()) p.message_classes = 1;
  p.ejectors = std::min(p.ejectors, 3);
  p.wormhole.buffer_flits = std::min(p.wormhole.buffer_flits, 12);
  limit_packets(worms, p);
  worms.routing.vcs = p.wormhole.virtual_channels;
  worms.routing.escape_vcs = std::min(worms.routing.escape_vcs, worms.routing.vcs - 1);
  return !too_many() && graph.nodes() <= kMostNodes;
}

}  // namespace

WormMachine worm_shape(int shape) {
  constexpr std::uint64_t kSeeds = 100'000;
  const ShapeKind& kind = kShapeKinds.at(static_cast<std::size_t>(shape));
  WormMachine worms;
  int attempt = 0;
  do {
    worms = machine_of_series(kind, microarch::hash(kWormShapes, shape, attempt++) % kSeeds);
  } while (!is_of(kind, worms) || !limit_size(worms));
  FabricParameters& p = worms.machine.parameters;
  p.allocator = worm_allocator_of(shape);
  p.wormhole.vc_allocator = worm_allocator_of(3 * shape + shape / 8);
  p.arbiter = microarch::ArbiterPolicy::at(static_cast<std::size_t>(shape) % microarch::ArbiterPolicy::kAll.size());
  p.pipeline = worm_pipeline_of(shape);
  p.wormhole.vc_requests = microarch::VcRequestPolicy::at(static_cast<std::size_t>(shape / 2) % 2);
  p.wormhole.injection = microarch::WormInjectionPolicy::at(static_cast<std::size_t>(shape / 4) % 2);
  p.crossbar = microarch::CrossbarKind::at(static_cast<std::size_t>(shape) % microarch::CrossbarKind::kAll.size());
  if (p.crossbar.is<microarch::InputsPerPort>()) p.crossbar = p.crossbar.with(std::min(2, p.vcs()));
  if (!worms.routing.flit_bubble && !kind.one_way) worms.routing.dateline = static_cast<Dateline>(shape / 2 % 3);
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
  limit_packets(worms, machine.parameters);
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
