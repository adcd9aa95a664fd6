// Cycles and simulated time.
#pragma once

#include <systemc>

#include "microarch/cycle.h"

namespace trenza::tlm {

using microarch::Cycle;

/// Cycle c lasts from c * period to (c + 1) * period. What comes at a time t belongs to the first cycle that does not
/// begin before t; what happens in a cycle is known at its end.
class CycleClock {
 public:
  /// Precondition: period > 0.
  explicit CycleClock(const sc_core::sc_time& period) : period_(period.value()) {}

  /// The cycle to which something that comes now belongs.
  Cycle coming() const { return (now() + period_ - 1) / period_; }
  /// The number of cycles that are over, which is the number of the first cycle that is not.
  Cycle over() const { return now() / period_; }
  /// From now until the end of a cycle that is not over.
  sc_core::sc_time until_end_of(Cycle cycle) const {
    return sc_core::sc_time::from_value((cycle + 1) * period_ - now());
  }

 private:
  static sc_core::sc_time::value_type now() { return sc_core::sc_time_stamp().value(); }
  sc_core::sc_time::value_type period_;
};

}  // namespace trenza::tlm
