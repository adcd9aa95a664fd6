// What a router takes of memory, by its parameters.
#pragma once

#include <cstdint>

namespace trenza::microarch {
struct FabricParameters;
}

namespace trenza::settings {

/// Of a router in the tlm view, with the statistics.
inline constexpr std::uint64_t kBytesOfTlmInput = 95;

/// Bytes of a router in one view, with its sources and links, but without packets. Those of the flit-level machine are
/// within a quarter of what it takes; those of the first machine are rounded down.
struct RouterMemory {
  std::uint64_t arbiters = 0;  ///< state of all allocators; that of `matrix` arbiters grows with the cube of the inputs
  std::uint64_t buffers = 0;   ///< room for flits
  std::uint64_t rest = 0;

  std::uint64_t all() const { return arbiters + buffers + rest; }
};

/// In the tlm view, with `ports` network ports.
RouterMemory tlm_router_memory(const microarch::FabricParameters& fabric, int ports);
/// In the pin view.
RouterMemory pin_router_memory(const microarch::FabricParameters& fabric, int ports);

}  // namespace trenza::settings
