// On/off arrivals: bursts of Bernoulli traffic and silence between them.
#pragma once

#include <vector>

#include "testbench/traffic/bernoulli.h"

namespace trenza::testbench {

/// Bursts of mean length `on` cycles and gaps of mean length `off` cycles, both at least 1 and geometric. Within a
/// burst arrivals are Bernoulli at the mean rate times (on + off) / on, so the mean over time is the rate asked for. A
/// source starts within a burst with probability on / (on + off).
class OnOff : public ArrivalProcess {
 public:
  /// Preconditions: on >= 1, off >= 1. `burst_rates` are the rates within a burst; `horizon` as in ArrivalContext.
  OnOff(std::uint64_t seed, const std::vector<Rate>& burst_rates, std::uint64_t on, std::uint64_t off, Cycle horizon);

  Arrival next(ProcessId process) override;
  void save(microarch::ArchiveWriter& archive) const override { state(*this, archive); }
  void load(microarch::ArchiveReader& archive) override { state(*this, archive); }

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [seed, horizon, active, on, off, states] = self;
    archive(active, states);
  }

 private:
  /// The current burst: cycles begin .. begin + length - 1 are the cycles active .. active + length - 1 of the time
  /// spent in bursts.
  struct State {
    Cycle begin = 0;
    Cycle active = 0;
    Cycle length = 0;
    std::uint64_t drawn = 0;
  };

  std::uint64_t span(State& state, ProcessId process, const Geometric& geometric);

  std::uint64_t seed_;
  Cycle horizon_;
  Bernoulli active_;  ///< arrivals in the time spent in bursts
  Geometric on_;
  Geometric off_;
  std::vector<State> states_;
};

/// Rate within a burst: rate * (on + off) / on.
Rate burst_rate(const Rate& rate, std::uint64_t on, std::uint64_t off);

}  // namespace trenza::testbench
