// A run divided into equal slices of time. With them a window can be chosen after the run, without keeping every
// packet.
#pragma once

#include <cstddef>

#include "microarch/parameters.h"
#include "testbench/integers.h"

namespace trenza::testbench {

using microarch::Cycle;

/// Slice k holds the cycles begin(k) .. begin(k + 1) - 1. At most 2^16 slices.
class TimeSlices {
 public:
  /// `count` slices of a run of `cycles` cycles (fewer if there are not so many cycles). The last slice has no end.
  static TimeSlices equal(Cycle cycles, std::size_t count) {
    TimeSlices slices;
    slices.cycles_ = cycles;
    slices.count_ = cycles < count ? static_cast<std::size_t>(cycles > 0 ? cycles : 1) : count;
    return slices;
  }
  /// Two slices: the warm-up of `warmup` > 0 cycles and the rest.
  static TimeSlices split(Cycle warmup) {
    TimeSlices slices;
    slices.split_ = warmup;
    slices.count_ = 2;
    return slices;
  }

  std::size_t count() const { return count_; }

  std::size_t of(Cycle cycle) const {
    if (split_ > 0) return cycle < split_ ? 0 : 1;
    if (cycle >= cycles_) return count_ - 1;
    if (cycles_ <= kShort) return static_cast<std::size_t>(cycle * count_ / cycles_);
    return static_cast<std::size_t>(static_cast<Uint128>(cycle) * count_ / cycles_);
  }

  Cycle begin(std::size_t slice) const {
    if (split_ > 0) return slice == 0 ? 0 : split_;
    return static_cast<Cycle>((static_cast<Uint128>(cycles_) * slice + count_ - 1) / count_);
  }

 private:
  static constexpr Cycle kShort = Cycle{1} << 48;  // products with the number of slices stay within 64 bits

  Cycle cycles_ = 0;
  Cycle split_ = 0;
  std::size_t count_ = 1;
};

/// TimeSlices::of() for cycles of which most lie in the slice of the one before: the divisions are rare.
class SliceFinder {
 public:
  std::size_t of(const TimeSlices& slices, Cycle cycle) {
    if (cycle < begin_ || cycle >= end_) find(slices, cycle);
    return slice_;
  }

 private:
  void find(const TimeSlices& slices, Cycle cycle) {
    slice_ = slices.of(cycle);
    begin_ = slices.begin(slice_);
    end_ = slice_ + 1 == slices.count() ? ~Cycle{0} : slices.begin(slice_ + 1);
  }

  Cycle begin_ = 0;
  Cycle end_ = 0;
  std::size_t slice_ = 0;
};

}  // namespace trenza::testbench
