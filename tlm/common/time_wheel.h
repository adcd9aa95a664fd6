// Events in the near future, by the cycle in which they are due.
#pragma once

#include <cstddef>
#include <vector>

#include "tlm/common/due_cycles.h"

namespace trenza::tlm {

/// Buckets of events for the next span() - 1 cycles. Adding and taking are O(1); the next cycle with an event is found
/// by a bit mask. Buckets keep their memory, so that a steady state allocates nothing.
template <class Event>
class TimeWheel {
 public:
  static constexpr Cycle kNone = DueCycles::kNone;

  /// For events at most `horizon` cycles ahead.
  explicit TimeWheel(Cycle horizon) : due_(horizon), buckets_(due_.span()) {}

  Cycle span() const { return buckets_.size(); }
  bool empty() const { return events_ == 0; }

  /// Precondition: now <= cycle < now + span(), `now` being the cycle that is worked on.
  void add(Cycle cycle, const Event& event) {
    const std::size_t slot = due_.slot_of(cycle);
    buckets_[slot].push_back(event);
    due_.add(slot);
    ++events_;
  }

  /// The first cycle from `now` on with an event; kNone if there is none.
  Cycle next(Cycle now) const { return events_ == 0 ? kNone : due_.next(now); }

  /// Calls visit(event) for the events of a cycle in the order in which they were added, and drops them. Events that
  /// are added to this cycle meanwhile are visited too.
  template <class Visit>
  void take(Cycle cycle, const Visit& visit) {
    const std::size_t slot = due_.slot_of(cycle);
    std::vector<Event>& bucket = buckets_[slot];
    for (std::size_t k = 0; k < bucket.size(); ++k) visit(Event(bucket[k]));
    events_ -= bucket.size();
    bucket.clear();
    due_.drop(slot);
  }

  /// Calls visit(cycle, event) for all events, `now` being the cycle that comes next.
  template <class Visit>
  void for_each(Cycle now, const Visit& visit) const {
    for (Cycle ahead = 0; ahead < span(); ++ahead) {
      for (const Event& event : buckets_[due_.slot_of(now + ahead)]) visit(now + ahead, event);
    }
  }

 private:
  DueCycles due_;
  std::vector<std::vector<Event>> buckets_;  ///< by slot
  std::size_t events_ = 0;
};

}  // namespace trenza::tlm
