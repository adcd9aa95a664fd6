// Queries of all ticks of an array at once, without a branch for each tick.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tlm/common/ticks.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace trenza::tlm {

/// Arrays that are scanned have a multiple of this many entries; those that stand for nothing are kNeverTick.
inline constexpr std::size_t kScanStep = 4;
constexpr std::size_t scan_size(std::size_t count) { return (count + kScanStep - 1) / kScanStep * kScanStep; }

#ifdef __SSE2__

/// Bit i: ticks[i] <= now. `size` is a scan_size of 64 at most.
inline std::uint64_t not_after(const Tick* ticks, std::size_t size, Tick now) {
  const __m128i limit = _mm_set1_epi32(static_cast<int>(now));
  const auto after_in = [=](std::size_t i) {  // a lane of four
    return _mm_cmpgt_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(ticks + i)), limit);
  };
  std::uint64_t after = 0;
  std::size_t i = 0;
  for (; i + 4 * kScanStep <= size; i += 4 * kScanStep) {
    const __m128i low = _mm_packs_epi32(after_in(i), after_in(i + kScanStep));
    const __m128i high = _mm_packs_epi32(after_in(i + 2 * kScanStep), after_in(i + 3 * kScanStep));
    after |= static_cast<std::uint64_t>(_mm_movemask_epi8(_mm_packs_epi16(low, high))) << i;
  }
  for (; i < size; i += kScanStep)
    after |= static_cast<std::uint64_t>(_mm_movemask_ps(_mm_castsi128_ps(after_in(i)))) << i;
  return ~after & (~std::uint64_t{0} >> (64 - size));
}

/// The least of them.
inline Tick soonest_of(const Tick* ticks, std::size_t size) {
  __m128i least = _mm_loadu_si128(reinterpret_cast<const __m128i*>(ticks));
  const auto take = [&least](__m128i four) {
    const __m128i greater = _mm_cmpgt_epi32(least, four);
    least = _mm_or_si128(_mm_and_si128(greater, four), _mm_andnot_si128(greater, least));
  };
  for (std::size_t i = kScanStep; i < size; i += kScanStep) {
    take(_mm_loadu_si128(reinterpret_cast<const __m128i*>(ticks + i)));
  }
  take(_mm_shuffle_epi32(least, _MM_SHUFFLE(1, 0, 3, 2)));
  take(_mm_shuffle_epi32(least, _MM_SHUFFLE(2, 3, 0, 1)));
  return static_cast<Tick>(_mm_cvtsi128_si32(least));
}

#else

inline std::uint64_t not_after(const Tick* ticks, std::size_t size, Tick now) {
  std::uint64_t result = 0;
  for (std::size_t i = 0; i < size; ++i) result |= static_cast<std::uint64_t>(ticks[i] <= now) << i;
  return result;
}

inline Tick soonest_of(const Tick* ticks, std::size_t size) {
  Tick least = kNeverTick;
  for (std::size_t i = 0; i < size; ++i) least = sooner_of(least, ticks[i]);
  return least;
}

#endif

}  // namespace trenza::tlm
