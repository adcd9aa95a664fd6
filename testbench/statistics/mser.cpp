#include "testbench/statistics/mser.h"

#include <algorithm>
#include <limits>

#include "testbench/integers.h"

namespace trenza::testbench {

void Mser5::add(std::uint64_t observation) {
  partial_ += observation;
  if (++filled_ < kBatch * joined_) return;
  sums_.push_back(static_cast<std::uint32_t>(
      std::min<std::uint64_t>(partial_ / joined_, std::numeric_limits<std::uint32_t>::max())));
  partial_ = 0;
  filled_ = 0;
  if (sums_.size() >= most_) join_pairs();
}

void Mser5::join_pairs() {
  const std::size_t pairs = sums_.size() / 2;
  for (std::size_t k = 0; k < pairs; ++k)
    sums_[k] = static_cast<std::uint32_t>((std::uint64_t{sums_[2 * k]} + sums_[2 * k + 1]) / 2);
  sums_.resize(pairs);
  joined_ *= 2;
}

Mser5::Truncation Mser5::truncation() const {
  const std::size_t batches = sums_.size();
  if (batches < 8) return {};
  // From the end: sum and sum of squares of the last n batch sums, in integers; n * squares - sum^2 = n * sum((Y -
  // mean)^2) * 25.
  Uint128 sum = 0;
  Uint128 squares = 0;
  double best = 0;
  std::size_t best_start = batches;
  for (std::size_t start = batches; start-- > 0;) {
    const Uint128 value = sums_[start];
    sum += value;
    squares += value * value;
    if (start > batches * 3 / 4) continue;
    const Uint128 n = batches - start;
    const double spread = static_cast<double>(n * squares - sum * sum);
    const double length = static_cast<double>(batches - start);
    const double cube = length * length * length;
    const double error = spread / cube;
    if (best_start == batches || error <= best) {
      best = error;
      best_start = start;
    }
  }
  return {best_start <= batches / 2, static_cast<std::uint64_t>(best_start) * kBatch * joined_};
}

}  // namespace trenza::testbench
