// The part of a run that is the same for all traffic: offers, time, checks and statistics.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

#include "microarch/fabric.h"
#include "testbench/checkpoint.h"
#include "testbench/experiment.h"
#include "testbench/input_error.h"
#include "testbench/packet_offer.h"
#include "testbench/progress.h"
#include "testbench/results.h"
#include "testbench/scoreboard.h"
#include "testbench/statistics/channel_series.h"
#include "testbench/statistics/collector.h"
#include "testbench/watchdog.h"

namespace trenza::testbench {

/// A fabric that is watched. All offers, and every advance of time, go through this class.
class Run {
 public:
  /// `end`: last cycle of the run + 1, for the progress; 0 if unknown. Reads its state if there is `checkpoint.from`;
  /// that of the traffic follows (load_point). The checkpoint must outlive the run.
  Run(microarch::Fabric& fabric, Collector collector, Cycle watchdog_cycles, Cycle end,
      const std::function<void(const Progress&)>& progress, const Checkpoint& checkpoint,
      const RecordRequest& records = {});
  ~Run();
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  Cycle now() const { return fabric_.now(); }

  void offer(const PacketOffer& offer);

  /// Simulates until now() == limit, or at least one cycle and at most to the end of the first cycle with a delivery.
  /// Returns false, without simulating, once there is a deadlock, something is blocked, or the cycle has come at which
  /// the checkpoint stops the run. `done` (0..1) is passed on to the progress; less than 0: the share of the cycles.
  bool advance(Cycle limit, double done = -1);

  /// Must be called whenever now() may have reached a new cycle, before the offers of that cycle. Saves the run if this
  /// is the cycle to be saved. `save_traffic` writes what makes the offers.
  template <class SaveTraffic>
  void save_point(const SaveTraffic& save_traffic) const {
    if (now() != checkpoint_.save_at) return;
    checkpoint_.save([&](microarch::ArchiveWriter& archive) {
      archive(*this);
      save_traffic(archive);
      archive.mark("end");
    });
  }

  /// Must be called once before the first cycle. If the run continues a saved one, `load_traffic` reads what makes the
  /// offers.
  template <class LoadTraffic>
  void load_point(const LoadTraffic& load_traffic) const {
    if (checkpoint_.from == nullptr) return;
    load_traffic(*checkpoint_.from);
    checkpoint_.from->mark("end");
  }

  /// The packets that were ejected during the last advance().
  const std::vector<microarch::Delivery>& delivered() const { return fabric_.delivered(); }

  /// Checks conservation and fills what all runs have in common: outcome, report, cycles, series.
  void finish(Results& results) const;

  const Collector& collector() const { return collector_; }
  const microarch::Fabric& fabric() const { return fabric_; }
  bool is_deadlocked() const { return !deadlock_.empty(); }
  bool is_blocked() const { return !blocked_.empty(); }
  /// There is no point in going on.
  bool is_stuck() const { return is_deadlocked() || is_blocked(); }

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [fabric, scoreboard, collector, watchdog, end, progress, checkpoint, last_progress, calls, deadlock, blocked,
           is_cut, series] = self;
    archive.mark("test bench");
    archive(scoreboard, collector, watchdog, deadlock, is_cut);
    if (series) archive(*series);
    archive.mark("traffic");
  }

 private:
  void prepare_advance();
  void look_for_deadlock();
  void report_progress(double done);

  microarch::Fabric& fabric_;
  Scoreboard scoreboard_;
  Collector collector_;
  Watchdog watchdog_;
  Cycle end_;
  std::function<void(const Progress&)> progress_;
  const Checkpoint& checkpoint_;
  std::chrono::steady_clock::time_point last_progress_;
  unsigned calls_ = 0;
  std::string deadlock_;  ///< report
  std::string blocked_;   ///< report of the fabric; never in a saved state, which only views without such blocks have
  /// True if the last advance() was cut short by the cycle to be saved. The next one continues it without a new look of
  /// the watchdog, so that a run is the same whether it is saved or not.
  bool is_cut_ = false;
  std::unique_ptr<ChannelSeries> series_;  ///< none: nobody wants it
};

}  // namespace trenza::testbench
