// When routers are to be looked at: a bit for each router and cycle.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tlm/common/due_cycles.h"

namespace trenza::tlm {

/// Bits of routers for the next span() - 1 cycles. The span is capped, so that long packets do not cost memory: what
/// lies further ahead is looked at early, and put off again. Adding takes three instructions; the routers of a cycle
/// come in order of number; the next cycle with a router is found by a mask.
class Calendar {
 public:
  static constexpr Cycle kNone = DueCycles::kNone;
  static constexpr Cycle kMostCycles = 256;

  /// For looks at most `horizon` cycles ahead, or kMostCycles - 1 if that is less.
  Calendar(Cycle horizon, std::size_t routers)
      : groups_((routers + kWordBits * kWordBits - 1) / (kWordBits * kWordBits)),
        row_(groups_ + (routers + kWordBits - 1) / kWordBits),
        due_(horizon, kMostCycles),
        capped_(due_.span() <= horizon),
        rows_(due_.span() * row_) {}

  Cycle span() const { return due_.span(); }
  /// Whether looks may come early: then whoever is looked at must be put off again.
  bool capped() const { return capped_; }

  /// Precondition: now <= cycle, `now` being the cycle that is worked on. Further ahead than the span it becomes the
  /// last cycle of the span.
  void add(Cycle now, Cycle cycle, std::uint32_t router) {
    if (capped_) cycle = std::min(cycle, now + span() - 1);
    const std::size_t slot = due_.slot_of(cycle);
    const std::size_t word = router / kWordBits;
    std::uint64_t* const row = rows_.data() + slot * row_;
    row[groups_ + word] |= bit(router);
    row[word / kWordBits] |= bit(word);
    due_.add(slot);
  }

  /// The first cycle from `now` on with a router; kNone if there is none.
  Cycle next(Cycle now) const { return due_.next(now); }

  /// Calls visit(router) for the routers of a cycle in order of number, and drops them; expect(router) for each before
  /// the visit of the one before it. visit() must not add to this cycle.
  template <class Visit, class Expect>
  void take(Cycle cycle, const Visit& visit, const Expect& expect) {
    const std::size_t slot = due_.slot_of(cycle);
    if (!due_.has(slot)) return;
    due_.drop(slot);
    std::uint64_t* const row = rows_.data() + slot * row_;
    constexpr std::uint64_t kNobody = ~std::uint64_t{0};
    std::uint64_t next = kNobody;
    for (std::size_t group = 0; group < groups_; ++group) {
      for (std::uint64_t words = row[group]; words != 0; words &= words - 1) {
        const std::size_t word = group * kWordBits + static_cast<std::size_t>(__builtin_ctzll(words));
        const std::uint64_t first = word * kWordBits;
        for (std::uint64_t rest = row[groups_ + word]; rest != 0; rest &= rest - 1) {
          const std::uint64_t found = first + static_cast<std::uint64_t>(__builtin_ctzll(rest));
          expect(static_cast<std::uint32_t>(found));
          if (next != kNobody) visit(static_cast<std::uint32_t>(next));
          next = found;
        }
        row[groups_ + word] = 0;
      }
      row[group] = 0;
    }
    if (next != kNobody) visit(static_cast<std::uint32_t>(next));
  }

 private:
  static constexpr std::size_t kWordBits = 64;

  static std::uint64_t bit(std::size_t at) { return std::uint64_t{1} << (at % kWordBits); }

  std::size_t groups_;  ///< words at the begin of a row: a bit for each of its other words that is not 0
  std::size_t row_;     ///< words of a row: the groups, then a bit for each router
  DueCycles due_;
  bool capped_;
  std::vector<std::uint64_t> rows_;  ///< by slot
};

}  // namespace trenza::tlm
