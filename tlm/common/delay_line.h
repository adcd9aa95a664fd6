// Events that are all due the same number of cycles after they are added.
#pragma once

#include <cstddef>
#include <vector>

#include "tlm/common/due_cycles.h"

namespace trenza::tlm {

/// What is added in a cycle is taken `delay` cycles later. In each cycle that is worked on: take(), begin(), add() as
/// often as needed, end(). Buckets keep their memory, so that a steady state allocates nothing.
template <class Event>
class DelayLine {
 public:
  static constexpr Cycle kNone = DueCycles::kNone;

  explicit DelayLine(Cycle delay) : delay_(delay), due_(delay), buckets_(due_.span()), open_(buckets_.data()) {}
  DelayLine(const DelayLine& other) = delete;  // `open_` points into it
  DelayLine(DelayLine&& other) noexcept = default;
  DelayLine& operator=(const DelayLine& other) = delete;
  DelayLine& operator=(DelayLine&& other) noexcept = default;
  ~DelayLine() = default;

  Cycle delay() const { return delay_; }

  void begin(Cycle now) { open_ = &buckets_[due_.slot_of(now + delay_)]; }
  void add(const Event& event) { open_->push_back(event); }
  void end(Cycle now) {
    if (!open_->empty()) due_.add(due_.slot_of(now + delay_));
  }
  /// Adds an event that is due in `cycle`, at most delay() after the cycle that comes next.
  void add_due(Cycle cycle, const Event& event) {
    const std::size_t slot = due_.slot_of(cycle);
    buckets_[slot].push_back(event);
    due_.add(slot);
  }

  /// The first cycle from `now` on with an event; kNone if there is none.
  Cycle next(Cycle now) const { return due_.next(now); }

  /// Calls visit(event) for the events that are due in a cycle in the order in which they were added, and drops them.
  template <class Visit>
  void take(Cycle now, const Visit& visit) {
    const std::size_t slot = due_.slot_of(now);
    std::vector<Event>& bucket = buckets_[slot];
    if (bucket.empty()) return;
    for (const Event& event : bucket) visit(event);
    bucket.clear();
    due_.drop(slot);
  }

  /// Calls visit(cycle, event) for all events, `now` being the cycle that comes next.
  template <class Visit>
  void for_each(Cycle now, const Visit& visit) const {
    for (Cycle ahead = 0; ahead < due_.span(); ++ahead) {
      for (const Event& event : buckets_[due_.slot_of(now + ahead)]) visit(now + ahead, event);
    }
  }

 private:
  Cycle delay_;
  DueCycles due_;
  std::vector<std::vector<Event>> buckets_;  ///< by slot
  std::vector<Event>* open_;                 ///< of the events that are added now
};

}  // namespace trenza::tlm
