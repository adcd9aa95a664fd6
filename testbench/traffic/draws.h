// Random draws of the test bench: pure functions of (seed, purpose, process, index), by the hash of the cycle contract.
#pragma once

#include <cstdint>

#include "microarch/hash.h"
#include "testbench/integers.h"
#include "testbench/process_id.h"

namespace trenza::testbench {

/// The purpose of a draw. Values below 32 belong to the router and the packet (microarch/hash.h).
enum class TrafficDraw : std::uint64_t {
  gap = 32,          ///< gap between arrivals; index = number of the gap
  count = 33,        ///< packets of one arrival (poisson); index = number of the arrival
  phase = 34,        ///< on_off: state of the source in cycle 0
  burst = 35,        ///< on_off: length of a burst or of the gap after it; index = running number of both
  length = 36,       ///< flits of a packet; index = number of the packet
  destination = 37,  ///< destination of a packet; index = number of the packet
  order = 38         ///< all_to_all: order of the destinations; index = number of the round
};

constexpr std::uint64_t traffic_draw(std::uint64_t seed, TrafficDraw purpose, ProcessId process, std::uint64_t index) {
  return microarch::hash(seed, static_cast<std::uint64_t>(purpose), static_cast<std::uint64_t>(process), index);
}

/// Another 64 uniform bits that belong to the same draw.
constexpr std::uint64_t next_draw(std::uint64_t draw) { return microarch::hash_step(draw, 1); }

/// A uniform integer in 0 .. n-1 (each value within n / 2^64 of its probability). Precondition: n > 0.
constexpr std::uint64_t draw_below(std::uint64_t draw, std::uint64_t n) {
  return static_cast<std::uint64_t>((static_cast<Uint128>(draw) * n) >> 64);
}

inline constexpr std::uint64_t kBillion = 1'000'000'000;

/// True with probability ppb / 10^9.
constexpr bool draw_chance(std::uint64_t draw, std::uint64_t ppb) { return draw_below(draw, kBillion) < ppb; }

}  // namespace trenza::testbench
