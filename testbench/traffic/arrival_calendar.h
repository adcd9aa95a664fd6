// The next arrival of every process, in order of time.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "microarch/archive.h"
#include "testbench/traffic/arrival.h"

namespace trenza::testbench {

/// At most one arrival of each process waits. Those of the next kSpan cycles stand in a ring of lists, one for each
/// cycle, and are found by a bit mask; the others in a heap. Adding and taking are O(1) where arrivals are frequent.
class ArrivalCalendar {
 public:
  explicit ArrivalCalendar(std::size_t processes);

  /// Cycle of the next arrivals; kNever if none waits.
  Cycle next_cycle() const { return next_; }

  /// Preconditions: no arrival of the process waits; `arrival.cycle` is later than what was taken last, and not kNever.
  void add(ProcessId process, const Arrival& arrival);

  /// Takes the arrivals of next_cycle() and calls visit(process, packets) for each, in ascending order of processes.
  /// `visit` may add arrivals of later cycles. Precondition: one waits.
  template <class Visit>
  void take(const Visit& visit) {
    detach();
    for (const ProcessId process : taken_) visit(process, packets_[static_cast<std::size_t>(process)]);
    next_ = find_next();
  }

  void save(microarch::ArchiveWriter& archive) const;
  void load(microarch::ArchiveReader& archive);

 private:
  static constexpr Cycle kSpan = 2048;
  static constexpr std::size_t kWordBits = 64;
  static constexpr ProcessId kNobody = -1;

  static std::size_t slot_of(Cycle cycle) { return static_cast<std::size_t>(cycle % kSpan); }
  bool is_near(Cycle cycle) const { return cycle < begin_ + kSpan; }
  void put(ProcessId process, Cycle cycle);
  void detach();
  Cycle find_next() const;

  Cycle begin_ = 0;  // the ring stands for begin_ .. begin_ + kSpan - 1
  Cycle next_ = kNever;
  std::vector<ProcessId> first_;        // by slot
  std::vector<std::uint64_t> used_;     // bit of a slot: it has a list
  std::vector<ProcessId> behind_;       // by process: the next of its list
  std::vector<std::uint64_t> packets_;  // by process
  std::vector<ProcessId> taken_;
  using Far = std::pair<Cycle, ProcessId>;
  std::priority_queue<Far, std::vector<Far>, std::greater<>> far_;
};

}  // namespace trenza::testbench
