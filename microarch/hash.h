// The hash of the cycle contract (docs/microarchitecture.md, section 3) and the digest of deliveries (section 12).
#pragma once

#include <cstdint>

namespace trenza::microarch {

constexpr std::uint64_t mix64(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

constexpr std::uint64_t hash_step(std::uint64_t h, std::uint64_t value) {
  return mix64((h ^ value) + 0x9e3779b97f4a7c15ULL);
}

/// hash(v1, ..., vn) of the contract.
template <class... Values>
constexpr std::uint64_t hash(Values... values) {
  std::uint64_t h = 0x243f6a8885a308d3ULL;
  ((h = hash_step(h, static_cast<std::uint64_t>(values))), ...);
  return h;
}

/// Purposes of draws. Values 1..15 are draws of the router, 16.. of a packet; 32.. are the test bench's.
enum class DrawPurpose : std::uint8_t {
  output_arbiter = 1,
  input_arbiter = 2,
  selection = 3,
  matrix_output = 4,
  matrix_row = 5,
  output_vc_arbiter = 6,
  vc_request = 7,
  vc_allocator_output = 8,
  vc_allocator_input = 9,
  vc_matrix_output = 10,
  vc_matrix_input = 11,
  record = 16
};

}  // namespace trenza::microarch
