#include "settings/router_memory.h"

#include <algorithm>

#include "microarch/allocation.h"
#include "microarch/wormhole/worm_shape.h"
#include "microarch/wormhole/worm_switch_allocation.h"
#include "microarch/wormhole/worm_vc_allocation.h"

namespace trenza::settings {

namespace {

using microarch::FabricParameters;
using microarch::RequestMask;

// Measured with `trenza run` on tori of 2 and 3 dimensions, rounded down: nothing is refused that would fit.
constexpr std::uint64_t kBytesOfPinInput = 20'000;  // of a router in the pin view, without the flits
constexpr std::uint64_t kBytesOfFlit = 20;          // of room in a buffer of the pin view

// Of the flit-level machine in the tlm view: the layout of tlm/cycle/worm_memory.h, worm_sources.h, worm_draws.h and
// worm_wiring.h. tests/router_memory_test.cpp compares them.
constexpr std::uint64_t kSetsOfWorms = 9;   // masks of a router
constexpr std::uint64_t kTiersOfWorms = 2;  // masks of an input VC
constexpr std::uint64_t kBytesOfWormInput = 16;
constexpr std::uint64_t kBytesOfWormOutput = 4;
constexpr std::uint64_t kBytesOfWormFlit = 4;
constexpr std::uint64_t kBytesOfWormSource = 40;
constexpr std::uint64_t kBytesOfWormLane = 8;   // a VC of a source
constexpr std::uint64_t kBytesOfWormPort = 24;  // both ends of its links, and its counter of flits
constexpr std::uint64_t kBytesOfDraw = 2;

std::uint64_t number(int value) { return static_cast<std::uint64_t>(value); }

/// Bytes of the narrowest mask that the engine has for so many bits.
std::uint64_t mask_bytes(int bits) {
  if (bits <= 64) return 8;
  return bits <= 256 ? 32 : 160;
}

std::uint64_t worm_arbiters(const FabricParameters& fabric, int ports) {
  return microarch::WormVcAllocation<RequestMask>(fabric, ports).state_bytes() +
         microarch::WormSwitchAllocation<RequestMask>(fabric, ports).state_bytes();
}

std::uint64_t arbiters_of(const FabricParameters& fabric, int ports) {
  return fabric.by_flits() ? worm_arbiters(fabric, ports)
                           : microarch::BasicAllocation<RequestMask>(fabric, ports).state_bytes();
}

RouterMemory tlm_worm_memory(const FabricParameters& fabric, int ports) {
  const auto shape = microarch::WormShape::of(fabric, ports);
  const std::uint64_t mask = mask_bytes(std::max(shape.inputs(), shape.output_vcs()));
  const std::uint64_t inputs = number(shape.inputs());
  const std::uint64_t outputs = number(shape.output_vcs());
  std::uint64_t ring = 1;
  while (ring < number(fabric.buffer_flits())) ring *= 2;
  RouterMemory memory;
  memory.arbiters = worm_arbiters(fabric, ports);
  memory.buffers = inputs * ring * kBytesOfWormFlit;
  memory.rest = kSetsOfWorms * mask + inputs * (kTiersOfWorms * mask + kBytesOfWormInput) +
                outputs * kBytesOfWormOutput + kBytesOfWormSource + number(shape.vcs) * kBytesOfWormLane +
                number(ports) * kBytesOfWormPort + (number(shape.outputs()) + 3 * inputs + outputs) * kBytesOfDraw;
  return memory;
}

}  // namespace

RouterMemory tlm_router_memory(const FabricParameters& fabric, int ports) {
  if (fabric.by_flits()) return tlm_worm_memory(fabric, ports);
  return {arbiters_of(fabric, ports), 0, number(fabric.inputs(ports)) * kBytesOfTlmInput};
}

RouterMemory pin_router_memory(const FabricParameters& fabric, int ports) {
  const std::uint64_t channels = number(ports * fabric.vcs());
  return {arbiters_of(fabric, ports), channels * number(fabric.buffer_flits()) * kBytesOfFlit,
          number(fabric.inputs(ports)) * kBytesOfPinInput};
}

}  // namespace trenza::settings
