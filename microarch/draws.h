// The draws of the routers: one 16-bit maximal LFSR sequence, read from a phase of its own at every place
// (docs/microarchitecture.md, section 3).
#pragma once

#include <cstdint>
#include <vector>

#include "microarch/cycle.h"
#include "microarch/hash.h"

namespace trenza::microarch {

/// Period of the LFSR.
inline constexpr std::uint32_t kLfsrPeriod = 65535;
/// Steps of the LFSR in one cycle. Prime to the period, so that every place still runs through the whole sequence.
inline constexpr std::uint32_t kLfsrStepsPerCycle = 16;

/// One step of the register (Galois form, taps 0xB400).
constexpr std::uint16_t lfsr_step(std::uint16_t x) {
  return static_cast<std::uint16_t>((x >> 1) ^ ((x & 1U) != 0U ? 0xB400U : 0U));
}

/// The position of a place in the sequence in cycle 0.
using DrawPhase = std::uint16_t;

/// Phase of (router, purpose, index) under a seed.
constexpr DrawPhase draw_phase(std::uint64_t seed, DrawPurpose purpose, int router, int index) {
  return static_cast<DrawPhase>(hash(seed, purpose, router, index) % kLfsrPeriod);
}

/// A place of a router that draws.
struct DrawPlace {
  DrawPurpose purpose = DrawPurpose::selection;
  int index = 0;
};

/// X[(16 * cycle + phase) mod 65535] for all phases: the sequence as a table.
class DrawSequence {
 public:
  /// The one table of the process.
  static const DrawSequence& instance();

  /// Offset of a cycle in the sequence; the same for all places, so callers compute it once a cycle.
  static std::uint32_t offset(Cycle cycle) {
    return static_cast<std::uint32_t>(cycle % kLfsrPeriod) * kLfsrStepsPerCycle % kLfsrPeriod;
  }
  std::uint16_t at(std::uint32_t offset, DrawPhase phase) const { return table_[offset + phase]; }

 private:
  DrawSequence();
  std::vector<std::uint16_t> table_;  // two periods, so that offset + phase needs no remainder
};

}  // namespace trenza::microarch
