// The way of a packet: its grants.
#pragma once

#include <optional>
#include <vector>

#include "testbench/history/observed_fabric.h"

namespace trenza::testbench {

struct Journey {
  PacketFacts packet;
  std::vector<microarch::Hop> hops;  ///< in the order of time
  std::vector<Cycle> tails;          ///< by flits: cycles in which the tail crossed, of the first hops
  std::optional<Cycle> ejected;      ///< none: it is still inside
};

/// Cycles of interest: from `from` to `until` - 1.
struct CycleWindow {
  Cycle from = 0;
  Cycle until = ~Cycle{0};

  bool contains(Cycle cycle) const { return from <= cycle && cycle < until; }
};

}  // namespace trenza::testbench
