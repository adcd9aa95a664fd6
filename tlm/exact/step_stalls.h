// Why packets do not move, cycle by cycle, where they reserve an output VC before they ask for the crossbar
// (docs/microarchitecture.md, section 16). A router changes in looks and when credits come back to it; all cycles
// before such a change are counted then.
#pragma once

#include <cstdint>
#include <vector>

#include "microarch/stall_reasons.h"
#include "microarch/stall_table.h"
#include "microarch/step_stall_reasons.h"
#include "microarch/two_step_allocation.h"
#include "tlm/exact/router_memory.h"

namespace trenza::tlm {

class Engine;
using microarch::Cycle;

class StepStalls {
 public:
  /// Counts from the engine's present cycle on.
  StepStalls(const Engine& engine, microarch::StallDetail detail);

  /// Counts the cycles of a router before the present one. Must be called before credits come back to it.
  void catch_up(std::uint32_t router) { since_[router] = count_before(table_, router); }
  void catch_up_all() {
    for (std::uint32_t router = 0; router < since_.size(); ++router) catch_up(router);
  }
  /// The present cycle of a router, before its decisions change anything.
  void decide(std::uint32_t router, const microarch::StepDecisions& decisions);

  /// The counts of all cycles before the present one.
  microarch::StallTable table() const;

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [engine, shape, delay, table, start, since] = self;
    archive(table, start, since);
  }

 private:
  using Block = RouterMemory::Block;

  Cycle count_before(microarch::StallTable& table, std::uint32_t router) const;
  void count(microarch::StallTable& table, std::uint32_t router, Tick at,
             const microarch::StepDecisions& decisions) const;
  microarch::StallReason add(microarch::StallCycle& cycle, std::uint32_t router, int input, Tick at,
                             const microarch::Reservations& made) const;
  microarch::Demand demand(const Block& block, int input, Tick at) const;

  const Engine& engine_;
  microarch::AllocatorShape shape_;
  Tick delay_;                   ///< R - 1
  microarch::StallTable table_;  ///< `empty` and `no_demand` are what is left, so they are not counted
  Cycle start_;
  std::vector<Cycle> since_;  ///< by router: the first cycle that is not counted
};

}  // namespace trenza::tlm
