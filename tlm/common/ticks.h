// Short times: cycles since an epoch that moves on now and then, so that state takes half the memory.
#pragma once

#include <cstdint>

namespace trenza::tlm {

/// Cycles since the epoch: below 2^31, so that they compare as signed numbers do.
using Tick = std::uint32_t;
inline constexpr Tick kNeverTick = (Tick{1} << 31) - 1;

/// A time as it reads after the epoch has moved on by `by` ticks. A time before the new epoch becomes its begin,
/// because nobody asks how long ago it was. kNeverTick stays.
constexpr Tick earlier(Tick tick, Tick by) {
  if (tick == kNeverTick) return tick;
  return tick > by ? tick - by : 0;
}

constexpr Tick later_of(Tick a, Tick b) { return a < b ? b : a; }
constexpr Tick sooner_of(Tick a, Tick b) { return a < b ? a : b; }

}  // namespace trenza::tlm
