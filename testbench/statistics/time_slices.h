// A run divided into equal slices of time. With them a window can be chosen after the run, without keeping every
// packet.
#pragma once

#include <cstddef>

#include "microarch/cycle.h"
#include "testbench/integers.h"

namespace trenza::testbench {

using microarch::Cycle;

/// Slice k holds the cycles begin(k) .. begin(k + 1) - 1. At most 2^16 slices.
class TimeSlices {
 public:
  /// `count` slices of a run of `cycles` cycles (fewer if there are not so many cycles). The last slice has no end.
  static TimeSlices equal(Cycle cycles, std::size_t count) { return after(0, cycles, count); }
  /// The warm-up of `warmup` cycles, a slice if it is not 0, and `count` slices (or fewer) of the rest.
  static TimeSlices after(Cycle warmup, Cycle cycles, std::size_t count) {
    const Cycle rest = cycles > warmup ? cycles - warmup : 0;
    TimeSlices slices;
    slices.warmup_ = warmup;
    slices.cycles_ = rest;
    slices.parts_ = rest < count ? static_cast<std::size_t>(rest > 0 ? rest : 1) : count;
    slices.first_ = warmup > 0 ? 1 : 0;
    return slices;
  }
  /// The same for a run that may go on after `cycles`, in slices of the same length, up to twice as many and one more.
  /// Then it must be double_length(). Precondition: `cycles` >= `warmup` + `count`.
  static TimeSlices growing(Cycle warmup, Cycle cycles, std::size_t count) {
    TimeSlices slices = after(warmup, cycles, count);
    slices.grows_ = true;
    return slices;
  }

  std::size_t count() const { return first_ + (grows_ ? 2 * parts_ + 1 : parts_); }
  bool grows() const { return grows_; }
  /// Number of the first slice that is not warm-up.
  std::size_t first() const { return first_; }
  /// Slices without the warm-up, before the run grows.
  std::size_t parts() const { return parts_; }

  std::size_t of(Cycle cycle) const {
    if (cycle < warmup_) return 0;
    const Cycle part = cycle - warmup_;
    if (!grows_ && part >= cycles_) return count() - 1;
    if (part <= kShort) return first_ + static_cast<std::size_t>(part * parts_ / cycles_);
    return first_ + static_cast<std::size_t>(static_cast<Uint128>(part) * parts_ / cycles_);
  }

  Cycle begin(std::size_t slice) const {
    if (slice < first_) return 0;
    return warmup_ + static_cast<Cycle>((static_cast<Uint128>(cycles_) * (slice - first_) + parts_ - 1) / parts_);
  }

  /// Slices of twice the length: slice first() + k holds what first() + 2 k and the next one held.
  void double_length() { cycles_ *= 2; }

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [warmup, cycles, parts, first, grows] = self;
    archive(cycles);  // the others follow from the configuration
  }

 private:
  static constexpr Cycle kShort = Cycle{1} << 48;  // products with the number of slices stay within 64 bits

  Cycle warmup_ = 0;
  Cycle cycles_ = 0;  ///< of `parts_` slices
  std::size_t parts_ = 1;
  std::size_t first_ = 0;
  bool grows_ = false;
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
