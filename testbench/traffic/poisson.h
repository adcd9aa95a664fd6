// Poisson arrivals: the number of packets of each cycle has a Poisson distribution.
#pragma once

#include <vector>

#include "testbench/traffic/arrival.h"
#include "testbench/traffic/geometric.h"

namespace trenza::testbench {

/// Poisson numbers that are not 0, by inversion of their distribution; thresholds by integer arithmetic (units 2^-56).
class PositivePoisson {
 public:
  /// Precondition: the mean is above 0 and at most kMaxMean.
  explicit PositivePoisson(const Rate& mean);

  std::uint64_t operator()(std::uint64_t draw) const;

  /// Probability that a Poisson number of this mean is not 0, in units of 2^-64.
  std::uint64_t probability() const { return probability_; }

  static constexpr std::uint64_t kMaxMean = 8;

 private:
  std::vector<std::uint64_t> thresholds_;  ///< [n - 1]: probability of at most n, given at least 1, in units of 2^-56
  std::uint64_t probability_ = 0;
};

/// Cycles with packets are found by geometric gaps, the number of packets in such a cycle by PositivePoisson. At most 8
/// packets per cycle and process.
class Poisson : public ArrivalProcess {
 public:
  /// Throws InputError for a mean above PositivePoisson::kMaxMean.
  Poisson(std::uint64_t seed, const std::vector<Rate>& rates);

  Arrival next(ProcessId process) override;
  void save(microarch::ArchiveWriter& archive) const override { state(*this, archive); }
  void load(microarch::ArchiveReader& archive) override { state(*this, archive); }

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [seed, states, counts, gaps] = self;
    archive(states);
  }

 private:
  struct State {
    int kind = -1;               ///< index into counts_ and gaps_, -1: no packets at all
    Cycle from = 0;              ///< first cycle that is not reported yet
    std::uint64_t arrivals = 0;  ///< arrivals drawn

    template <class Self, class Archive>
    static void state(Self& self, Archive& archive) {
      auto& [kind, from, arrivals] = self;
      archive(kind, from, arrivals);
    }
  };

  std::uint64_t seed_;
  std::vector<State> states_;
  std::vector<PositivePoisson> counts_;
  std::vector<Geometric> gaps_;
};

}  // namespace trenza::testbench
