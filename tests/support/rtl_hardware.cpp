#include "tests/support/rtl_hardware.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "cosim/rtl_blocks.h"
#include "cosim/shadow.h"
#include "cosim/zoomed_fabric.h"
#include "microarch/hash.h"
#include "microarch/parameters.h"
#include "rtl_models/pin_fabric.h"
#include "tests/support/experiments.h"
#include "tests/support/isolated.h"
#include "tests/support/random_machine.h"
#include "tlm/exact_fabric.h"
#include "topologies/registry.h"
#include "topologies/tables/table_topology.h"

namespace trenza::test {

using microarch::FabricParameters;

namespace {

using OwnedTopology = std::unique_ptr<topologies::Topology>;

OwnedTopology bypass_torus_of(std::vector<int> sizes, topologies::IbtEscape escape) {
  topologies::IbtSpec spec;
  spec.sizes = std::move(sizes);
  spec.lengths = {2};
  return topologies::make_ibt(spec, escape);
}

OwnedTopology make_network(int which) {
  switch (which) {
    case 0:
      return network("rtt", 2);
    case 1:
      return network({4, 4});
    case 2:
      return network("rtt", 3);
    case 3:
      return bypass_torus_of({8, 8}, topologies::IbtEscape::torus_order);
    case kTwoEscapeChannels:
      return bypass_torus_of({8}, topologies::IbtEscape::three_classes);
    case kRing:
      return network({8});
    case kOpenDimension:
      return topologies::make_topology(
          {"torus", {{"size", std::vector<int>{4, 3}}, {"wrap", std::vector<bool>{false, true}}}});
    default:
      return network("ptt", 2);
  }
}

/// Everything that is not hardware follows from `seed`.
Machine machine_with(const FabricParameters& hardware_set, std::uint64_t seed, const topologies::Topology& topology) {
  Machine machine = random_machine(seed);
  const FabricParameters random = machine.parameters;
  machine.parameters = hardware_set;
  machine.parameters.escape_vcs = topology.routing().escape_vcs();
  constexpr int kMostDelay = 20;  // of what comes and goes in the few cycles below
  machine.parameters.link_delay = std::min(random.link_delay, kMostDelay);
  machine.parameters.credit_delay = std::min(random.credit_delay, kMostDelay);
  machine.parameters.injection = random.injection;
  machine.parameters.seed = random.seed;
  machine.cycles = 400;
  return machine;
}

/// Strides of a table for a network of hardware sets.
std::shared_ptr<const microarch::StrideTable> stride_table(int which) {
  const OwnedTopology topology = make_network(which);
  const int ports = topology->graph().ports();
  std::vector<std::uint8_t> strides;
  for (std::size_t k = 0;
       k < static_cast<std::size_t>(topology->graph().nodes()) * microarch::StrideTable::of_router(ports); ++k)
    strides.push_back(static_cast<std::uint8_t>(1 + microarch::hash(which, k) % (k % 2 == 0 ? 255 : 5)));
  return std::make_shared<const microarch::StrideTable>(ports, strides);
}

}  // namespace

void set_strides(FabricParameters& p, int which) {
  if (p.arbiter.is<microarch::StrideArbiter>()) {
    p.strides.ports = {1, 3, 255, 2};
    p.strides.injectors = {7, 1};
  } else if (p.arbiter.is<microarch::InverseWeightedArbiter>()) {
    p.strides.table = stride_table(which);
  }
}

std::vector<cosim::RtlBlock> all_small_blocks() {
  std::vector<cosim::RtlBlock> blocks;
  for (int block = 0; block < cosim::kRtlBlocks; ++block) {
    if (static_cast<cosim::RtlBlock>(block) != cosim::RtlBlock::router) {
      blocks.push_back(static_cast<cosim::RtlBlock>(block));
    }
  }
  return blocks;
}

std::string compare_hardware(int which, const FabricParameters& hardware_set, std::uint64_t seed,
                             const std::vector<cosim::RtlBlock>& blocks, const RtlVariant& variant) {
  return isolated([&] {
    const OwnedTopology topology = make_network(which);
    const Machine machine = machine_with(hardware_set, seed, *topology);
    cosim::RtlSelection selection(*topology);
    for (const cosim::RtlBlock block : blocks) selection.add(block, variant.routers);
    const auto twins = cosim::make_rtl_blocks(selection);
    const auto log = std::make_shared<cosim::ShadowLog>();
    const auto shadowed = cosim::make_shadowed_blocks(
        *twins, [&](cosim::RtlBlock block, microarch::NodeId node) { return selection.has(block, node); }, log);
    const rtl_models::BlockFactory& made = *(variant.shadow ? shadowed : twins);
    const auto pins = variant.zoomed.empty()
                          ? rtl_models::make_pin_fabric(*topology, machine.parameters, made)
                          : cosim::make_zoomed_fabric(*topology, machine.parameters, variant.zoomed, made);
    const auto view = tlm::make_exact_fabric(*topology, machine.parameters);
    view->remember_grants();
    std::string difference = compare_views(machine, *view, *pins);
    if (difference.empty() && variant.zoomed.empty() &&
        registers_text(view->machine_state()) != registers_text(pins->machine_state()))
      difference = "other registers";
    if (log->found()) difference += log->mismatch().text;
    return difference.empty() ? "" : fmt::format("network {}: {}", topology->name(), difference);
  });
}

}  // namespace trenza::test
