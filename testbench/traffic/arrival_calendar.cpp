#include "testbench/traffic/arrival_calendar.h"

#include <algorithm>

namespace trenza::testbench {

ArrivalCalendar::ArrivalCalendar(std::size_t processes)
    : first_(kSpan, kNobody), used_(kSpan / kWordBits, 0), behind_(processes, kNobody), packets_(processes, 0) {}

void ArrivalCalendar::put(ProcessId process, Cycle cycle) {
  const std::size_t slot = slot_of(cycle);
  behind_[static_cast<std::size_t>(process)] = first_[slot];
  first_[slot] = process;
  used_[slot / kWordBits] |= std::uint64_t{1} << (slot % kWordBits);
}

void ArrivalCalendar::add(ProcessId process, const Arrival& arrival) {
  packets_[static_cast<std::size_t>(process)] = arrival.packets;
  next_ = std::min(next_, arrival.cycle);
  if (is_near(arrival.cycle)) {
    put(process, arrival.cycle);
  } else {
    far_.emplace(arrival.cycle, process);
  }
}

/// Moves the ring to next_ and its list to taken_.
void ArrivalCalendar::detach() {
  begin_ = next_;
  for (; !far_.empty() && is_near(far_.top().first); far_.pop()) put(far_.top().second, far_.top().first);
  const std::size_t slot = slot_of(next_);
  taken_.clear();
  for (ProcessId p = first_[slot]; p != kNobody; p = behind_[static_cast<std::size_t>(p)]) taken_.push_back(p);
  std::sort(taken_.begin(), taken_.end());
  first_[slot] = kNobody;
  used_[slot / kWordBits] &= ~(std::uint64_t{1} << (slot % kWordBits));
  next_ = kNever;
}

Cycle ArrivalCalendar::find_next() const {
  const std::size_t first = slot_of(begin_);
  std::size_t word = first / kWordBits;
  std::uint64_t bits = used_[word] & (~std::uint64_t{0} << (first % kWordBits));
  // The first word comes again at the end, for the slots before `first`.
  for (std::size_t step = 0; bits == 0 && step < used_.size(); ++step) {
    word = (word + 1) % used_.size();
    bits = used_[word];
  }
  if (bits == 0) return far_.empty() ? kNever : far_.top().first;
  const std::size_t slot = word * kWordBits + static_cast<std::size_t>(__builtin_ctzll(bits));
  return begin_ + (slot + kSpan - first) % kSpan;
}

void ArrivalCalendar::save(microarch::ArchiveWriter& archive) const {
  std::vector<Far> waiting;
  for (std::size_t slot = 0; slot < first_.size(); ++slot) {
    const Cycle cycle = begin_ + (slot + kSpan - slot_of(begin_)) % kSpan;
    for (ProcessId p = first_[slot]; p != kNobody; p = behind_[static_cast<std::size_t>(p)])
      waiting.emplace_back(cycle, p);
  }
  for (auto far = far_; !far.empty(); far.pop()) waiting.push_back(far.top());
  std::sort(waiting.begin(), waiting.end());
  archive(static_cast<std::uint64_t>(waiting.size()));
  for (const auto& [cycle, process] : waiting) archive(cycle, process, packets_[static_cast<std::size_t>(process)]);
}

void ArrivalCalendar::load(microarch::ArchiveReader& archive) {
  *this = ArrivalCalendar(packets_.size());
  std::uint64_t left = 0;
  for (archive(left); left > 0; --left) {
    Cycle cycle = 0;
    ProcessId process = 0;
    std::uint64_t packets = 0;
    archive(cycle, process, packets);
    if (next_ == kNever) begin_ = cycle;  // the first is the earliest
    add(process, {cycle, packets});
  }
}

}  // namespace trenza::testbench
