// The cycles of the near future in which something is due.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "microarch/cycle.h"

namespace trenza::tlm {

using microarch::Cycle;

/// A bit for each of the next span() - 1 cycles; the slots of a cycle that has passed serve again.
class DueCycles {
 public:
  static constexpr Cycle kNone = ~Cycle{0};

  /// For cycles at most `horizon` ahead, but of no longer span than `most`, a power of two of 64 at least.
  explicit DueCycles(Cycle horizon, Cycle most = ~Cycle{0}) : span_(kWordBits) {
    while (span_ <= horizon && span_ < most) span_ *= 2;
    due_.assign(span_ / kWordBits, 0);
  }

  Cycle span() const { return span_; }
  std::size_t slot_of(Cycle cycle) const { return static_cast<std::size_t>(cycle) & (span_ - 1); }

  bool has(std::size_t slot) const { return (due_[slot / kWordBits] & bit(slot)) != 0; }
  void add(std::size_t slot) { due_[slot / kWordBits] |= bit(slot); }
  void drop(std::size_t slot) { due_[slot / kWordBits] &= ~bit(slot); }

  /// The first cycle from `now` on that is due; kNone if there is none.
  Cycle next(Cycle now) const {
    const std::size_t first = slot_of(now);
    const std::size_t words = due_.size();
    std::size_t word = first / kWordBits;
    std::uint64_t bits = due_[word] & (~std::uint64_t{0} << (first % kWordBits));
    for (std::size_t step = 0; bits == 0; ++step) {
      if (step == words) return kNone;
      word = word + 1 == words ? 0 : word + 1;
      bits = due_[word];
    }
    const std::size_t slot = word * kWordBits + static_cast<std::size_t>(__builtin_ctzll(bits));
    return now + ((slot - first) & (span_ - 1));
  }

 private:
  static constexpr std::size_t kWordBits = 64;
  static std::uint64_t bit(std::size_t slot) { return std::uint64_t{1} << (slot % kWordBits); }

  std::size_t span_;
  std::vector<std::uint64_t> due_;
};

}  // namespace trenza::tlm
