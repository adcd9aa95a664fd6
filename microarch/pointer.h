// Pointers of arbiters and allocators as bytes of their states.
#pragma once

#include <cstddef>
#include <cstdint>

namespace trenza::microarch {

/// A number below `places`: a byte, or two from 257 places on, the lower one first. `kMost` is what `places` is at most.
struct Pointer {
  static constexpr std::size_t bytes(int places) { return places > kPlacesOfByte ? 2 : 1; }

  template <int kMost>
  static int read(const std::uint8_t* state, int places) {
    if (kMost <= kPlacesOfByte || places <= kPlacesOfByte) return *state;
    return state[0] | state[1] << 8;
  }
  template <int kMost>
  static void write(std::uint8_t* state, int places, int value) {
    state[0] = static_cast<std::uint8_t>(value);
    if (kMost > kPlacesOfByte && places > kPlacesOfByte) state[1] = static_cast<std::uint8_t>(value >> 8);
  }

 private:
  static constexpr int kPlacesOfByte = 256;
};

}  // namespace trenza::microarch
