// Bernoulli arrivals: every cycle is an independent trial.
#pragma once

#include <vector>

#include "testbench/traffic/arrival.h"
#include "testbench/traffic/geometric.h"

namespace trenza::testbench {

/// In every cycle a process of rate r creates floor(r) packets, and one more with probability r - floor(r). The gaps
/// between the cycles of the extra packets are drawn directly (Geometric).
class Bernoulli : public ArrivalProcess {
 public:
  Bernoulli(std::uint64_t seed, const std::vector<Rate>& rates);

  Arrival next(ProcessId process) override;
  void save(microarch::ArchiveWriter& archive) const override { state(*this, archive); }
  void load(microarch::ArchiveReader& archive) override { state(*this, archive); }

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [seed, states, geometrics] = self;
    archive(states);
  }

 private:
  struct State {
    std::uint64_t whole = 0;
    int geometric = -1;      ///< index into geometrics_, -1: never an extra packet
    Cycle cursor = 0;        ///< first cycle that is not reported yet
    Cycle extra = kNever;    ///< cycle of the next extra packet
    std::uint64_t gaps = 0;  ///< gaps drawn

    template <class Self, class Archive>
    static void state(Self& self, Archive& archive) {
      auto& [whole, geometric, cursor, extra, gaps] = self;
      archive(whole, geometric, cursor, extra, gaps);
    }
  };

  void draw_extra(State& state, ProcessId process, Cycle from);

  std::uint64_t seed_;
  std::vector<State> states_;
  std::vector<Geometric> geometrics_;  ///< one for each different fraction
};

}  // namespace trenza::testbench
