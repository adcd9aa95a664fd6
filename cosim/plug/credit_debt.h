// The credits that a block from outside owes for flits that have left it.
#pragma once

#include <deque>
#include <optional>

#include "microarch/fabric.h"

namespace trenza::cosim {

/// Of one input VC. A credit may come before its flit leaves, or after.
class CreditDebt {
 public:
  void note_flit(microarch::Cycle now) {
    if (ahead_ > 0) {
      --ahead_;
    } else {
      owed_.push_back(now);
    }
  }
  void note_credit() {
    if (owed_.empty()) {
      ++ahead_;
    } else {
      owed_.pop_front();
    }
  }
  /// Cycles since the oldest flit left whose credit has not come; 0 if none is owed.
  microarch::Cycle age(microarch::Cycle now) const { return owed_.empty() ? 0 : now - owed_.front(); }
  bool none() const { return owed_.empty(); }

 private:
  std::deque<microarch::Cycle> owed_;  ///< for each flit that left before its credit came: when
  int ahead_ = 0;                      ///< credits that came before their flits have left
};

}  // namespace trenza::cosim
