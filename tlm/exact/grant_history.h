// The grants of the last cycles. The engine forgets a grant at once, because everything that follows from it is known
// by then. To find out where each flit is, the grants of the last cycles are needed.
#pragma once

#include <deque>

#include "microarch/cycle.h"
#include "tlm/foreign_routers.h"

namespace trenza::tlm {

using microarch::Cycle;

/// A grant, and its packet as it was before.
struct PastGrant : Passage {
  Cycle cycle = 0;
};

class GrantHistory {
 public:
  /// `memory`: cycles for which a grant matters; `since`: the first cycle that will be recorded; `complete`: nothing is
  /// under way then.
  GrantHistory(Cycle memory, Cycle since, bool complete)
      : memory_(memory), complete_from_(complete ? since : since + memory_) {}

  void note(Cycle now, const Passage& grant) {
    while (!grants_.empty() && grants_.front().cycle + memory_ < now) grants_.pop_front();
    grants_.push_back({grant, now});
  }

  /// The first cycle at whose begin the history is complete.
  Cycle complete_from() const { return complete_from_; }

  /// Calls visit(PastGrant) for the grants that may matter at the begin of `now`, oldest first.
  template <class Visit>
  void for_each(Cycle now, const Visit& visit) const {
    for (const PastGrant& grant : grants_) {
      if (grant.cycle + memory_ >= now) visit(grant);
    }
  }

 private:
  Cycle memory_;
  Cycle complete_from_;
  std::deque<PastGrant> grants_;
};

}  // namespace trenza::tlm
