// Events in the near future, by the cycle in which they are due.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "microarch/parameters.h"

namespace trenza::tlm {

using microarch::Cycle;

/// Buckets of events for the next span() - 1 cycles. Adding and taking are O(1); the next cycle with an event is found by
/// a bit mask. Buckets keep their memory, so that a steady state allocates nothing.
template <class Event>
class TimeWheel {
 public:
  static constexpr Cycle kNone = ~Cycle{0};

  /// For events at most `horizon` cycles ahead.
  explicit TimeWheel(Cycle horizon) {
    std::size_t span = kWordBits;
    while (span <= horizon) span *= 2;
    buckets_.resize(span);
    used_.assign(span / kWordBits, 0);
  }

  Cycle span() const { return buckets_.size(); }
  bool empty() const { return events_ == 0; }

  /// Precondition: now <= cycle < now + span(), `now` being the cycle that is worked on.
  void add(Cycle cycle, const Event& event) {
    const std::size_t slot = slot_of(cycle);
    buckets_[slot].push_back(event);
    used_[slot / kWordBits] |= bit(slot);
    ++events_;
  }

  /// The first cycle from `now` on with an event; kNone if there is none.
  Cycle next(Cycle now) const {
    if (events_ == 0) return kNone;
    const std::size_t first = slot_of(now);
    const std::size_t words = used_.size();
    std::size_t word = first / kWordBits;
    std::uint64_t bits = used_[word] & (~std::uint64_t{0} << (first % kWordBits));
    for (std::size_t step = 0; bits == 0; ++step) {
      if (step == words) return kNone;
      word = word + 1 == words ? 0 : word + 1;
      bits = used_[word];
    }
    const std::size_t slot = word * kWordBits + static_cast<std::size_t>(__builtin_ctzll(bits));
    return now + ((slot - first) & (buckets_.size() - 1));
  }

  /// Calls visit(event) for the events of a cycle in the order in which they were added, and drops them. Events that are
  /// added to this cycle meanwhile are visited too. `expect(event)` is called for each one visit earlier.
  template <class Visit, class Expect>
  void take(Cycle cycle, const Visit& visit, const Expect& expect) {
    const std::size_t slot = slot_of(cycle);
    std::vector<Event>& bucket = buckets_[slot];
    for (std::size_t k = 0; k < bucket.size(); ++k) {
      if (k + 1 < bucket.size()) expect(bucket[k + 1]);
      visit(Event(bucket[k]));
    }
    events_ -= bucket.size();
    bucket.clear();
    used_[slot / kWordBits] &= ~bit(slot);
  }

  template <class Visit>
  void take(Cycle cycle, const Visit& visit) {
    take(cycle, visit, [](const Event&) {});
  }

  /// Calls visit(cycle, event) for all events, `now` being the cycle that comes next.
  template <class Visit>
  void for_each(Cycle now, const Visit& visit) const {
    for (Cycle ahead = 0; ahead < span(); ++ahead) {
      for (const Event& event : buckets_[slot_of(now + ahead)]) visit(now + ahead, event);
    }
  }

 private:
  static constexpr std::size_t kWordBits = 64;

  std::size_t slot_of(Cycle cycle) const { return static_cast<std::size_t>(cycle) & (buckets_.size() - 1); }
  static std::uint64_t bit(std::size_t slot) { return std::uint64_t{1} << (slot % kWordBits); }

  std::vector<std::vector<Event>> buckets_;
  std::vector<std::uint64_t> used_;  ///< bit per bucket
  std::size_t events_ = 0;
};

}  // namespace trenza::tlm
