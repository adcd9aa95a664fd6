#include "testbench/statistics/histogram.h"

namespace trenza::testbench {

void Histogram::merge(const Histogram& other) {
  for (const auto& [number, page] : other.pages_) {
    Page& mine = pages_[number];
    for (std::size_t k = 0; k < kPage; ++k) mine[k] += page[k];
  }
  count_ += other.count_;
  sum_ += other.sum_;
}

std::uint64_t Histogram::max() const {
  const auto& [number, page] = *pages_.rbegin();
  for (std::size_t k = kPage; k-- > 0;) {
    if (page[k] != 0) return number * kPage + k;
  }
  return number * kPage;
}

std::uint64_t Histogram::percentile(unsigned percent) const {
  const Uint128 scaled = static_cast<Uint128>(count_) * percent;
  return value_at(static_cast<std::uint64_t>((scaled + 99) / 100));
}

std::uint64_t Histogram::value_at(std::uint64_t rank) const {
  std::uint64_t seen = 0;
  for (const auto& [number, page] : pages_) {
    for (std::size_t k = 0; k < kPage; ++k) {
      seen += page[k];
      if (seen >= rank) return number * kPage + k;
    }
  }
  return max();
}

std::uint64_t Histogram::count_up_to(std::uint64_t value) const {
  std::uint64_t seen = 0;
  for (const auto& [number, page] : pages_) {
    for (std::size_t k = 0; k < kPage; ++k) {
      if (number * kPage + k > value) return seen;
      seen += page[k];
    }
  }
  return seen;
}

}  // namespace trenza::testbench
