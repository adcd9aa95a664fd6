// Detection of the warm-up by MSER-5 (K. P. White, "An effective truncation heuristic for bias reduction in simulation
// output", Simulation 69(6), 1997; K. P. White, M. J. Cobb, S. C. Spratt, "A comparison of five steady-state truncation
// heuristics for simulation", WSC 2000).
#pragma once

#include <cstdint>
#include <vector>

namespace trenza::testbench {

/// Series of observations, kept as the sums of batches of five.
class Mser5 {
 public:
  static constexpr unsigned kBatch = 5;

  /// Keeps fewer batches than `most`, an even number: when there are so many, pairs become one.
  explicit Mser5(std::size_t most = ~std::size_t{0}) : most_(most) {}

  void add(std::uint64_t observation);

  struct Truncation {
    bool found = false;              ///< the best point lies in the first half
    std::uint64_t observations = 0;  ///< to leave out, a multiple of 5 (of a larger batch if some were joined)
  };

  /// The truncation point d (in batches) that minimises the marginal standard error sum((Y_i - mean)^2, i >= d) / (m -
  /// d)^2 of the m batch means; the first one of equals. All d up to three quarters of the series are tried; a minimum
  /// in its second half, or fewer than 8 batches, means that no warm-up was found. Observations beyond the last whole
  /// batch are not used.
  Truncation truncation() const;

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [most, sums, partial, filled, joined] = self;
    archive(sums, partial, filled, joined);
  }

 private:
  void join_pairs();

  std::size_t most_;
  std::vector<std::uint32_t> sums_;  ///< of five observations, the mean of `joined_` such sums; saturated at 2^32 - 1
  std::uint64_t partial_ = 0;
  std::uint64_t filled_ = 0;
  std::uint64_t joined_ = 1;
};

}  // namespace trenza::testbench
