// Widths of the ports of twins.
#pragma once

#include <climits>
#include <cstdint>

namespace trenza::rtl_models {

inline constexpr int kWordBits = 64;
inline constexpr int kHalfWordBits = 32;
inline constexpr int kDrawBits = 16;
inline constexpr int kTurnBits = 8;
inline constexpr int kWormTurnBits = 16;  ///< in the allocators of the flit-level machine
inline constexpr int kPlaceBits = 16;     ///< a place in a ring

/// Bits of the packed vector that stands for a vector of ports, with elements as wide as T.
template <class T, class Ports>
int vector_bits(const Ports& ports) {
  return static_cast<int>(ports.size() * sizeof(T) * CHAR_BIT);
}

}  // namespace trenza::rtl_models
