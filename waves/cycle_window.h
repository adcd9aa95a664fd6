// The half-open range of cycles that is recorded, and its notation "A:B".
#pragma once

#include <limits>
#include <string>

#include "microarch/cycle.h"

namespace trenza::waves {

/// Cycles `begin` to `end` - 1.
struct CycleWindow {
  microarch::Cycle begin = 0;
  microarch::Cycle end = std::numeric_limits<microarch::Cycle>::max();

  bool contains(microarch::Cycle cycle) const { return begin <= cycle && cycle < end; }
};

/// Parses "A:B" (cycles A to B - 1), "A:" (from A on) or ":B" (up to B - 1); A and B are decimal numbers of cycles.
/// Throws WaveError for anything else and for a window without a cycle (A >= B).
CycleWindow parse_window(const std::string& text);

}  // namespace trenza::waves
