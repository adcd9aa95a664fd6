// What every run does, whatever its traffic: offers, time, checks and statistics.
#pragma once

#include <chrono>
#include <functional>
#include <vector>

#include "testbench/experiment.h"
#include "testbench/packet_offer.h"
#include "testbench/scoreboard.h"
#include "testbench/statistics/collector.h"
#include "testbench/watchdog.h"

namespace trenza::testbench {

/// A fabric under observation. All offers and all time pass through here.
class Run {
 public:
  /// `end`: last cycle of the run + 1, for the progress; 0 if unknown.
  Run(microarch::Fabric& fabric, Collector collector, Cycle watchdog_cycles, Cycle end,
      const std::function<void(const Progress&)>& progress);

  Cycle now() const { return fabric_.now(); }

  void offer(const PacketOffer& offer);

  /// Simulates until now() == limit, or at least one cycle and at most to the end of the first cycle with a delivery.
  /// Returns false, without simulating, once there is a deadlock. `done` (0..1) is passed on to the progress; less than
  /// 0: the share of the cycles.
  bool advance(Cycle limit, double done = -1);

  /// What was ejected during the last advance().
  const std::vector<microarch::Delivery>& delivered() const { return fabric_.delivered(); }

  /// Checks conservation and fills what all runs have in common: outcome, report, cycles.
  void finish(Results& results) const;

  const Collector& collector() const { return collector_; }
  const microarch::Fabric& fabric() const { return fabric_; }
  bool is_deadlocked() const { return !deadlock_.empty(); }

 private:
  void look_for_deadlock();
  void report_progress(double done);

  microarch::Fabric& fabric_;
  Scoreboard scoreboard_;
  Collector collector_;
  Watchdog watchdog_;
  Cycle end_;
  std::function<void(const Progress&)> progress_;
  std::chrono::steady_clock::time_point last_progress_;
  unsigned calls_ = 0;
  std::string deadlock_;  ///< report
};

}  // namespace trenza::testbench
