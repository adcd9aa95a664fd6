// How much a rank computes between its calls of MPI.
#pragma once

#include <cstdint>

namespace trenza::recorder {

/// Takes the processor time of a thread at the begin and the end of each call; all times in nanoseconds.
class ComputationTime {
 public:
  /// Shorter computations are added to the next ones.
  static constexpr std::uint64_t kShortestNs = 100;
  /// Shorter ones between a look for something that had not happened and the next call are waiting.
  static constexpr std::uint64_t kShortestPollNs = 1000;

  /// `clock_ns`: what it takes to read the clock; is taken off each gap.
  void begin(std::uint64_t now, std::uint64_t clock_ns) {
    left_ = now;
    clock_ns_ = clock_ns;
  }

  /// A call begins. Returns the computation that is to be written before it, 0 for none. `counts`: whether the gap
  /// before it is of interest.
  std::uint64_t enter(std::uint64_t now, bool counts) {
    const std::uint64_t passed = now - left_;
    const std::uint64_t gap = passed > clock_ns_ ? passed - clock_ns_ : 0;
    if (!counts || (polling_ && gap < kShortestPollNs)) return 0;
    carried_ += gap;
    return carried_ < kShortestNs ? 0 : rest();
  }

  /// It ends. `failed_poll`: it asked whether something has happened, and it had not.
  void leave(std::uint64_t now, bool failed_poll) {
    left_ = now;
    polling_ = failed_poll;
  }

  /// What is not written yet. It is written now.
  std::uint64_t rest() {
    const std::uint64_t carried = carried_;
    carried_ = 0;
    return carried;
  }

 private:
  std::uint64_t left_ = 0;
  std::uint64_t clock_ns_ = 0;
  std::uint64_t carried_ = 0;
  bool polling_ = false;
};

}  // namespace trenza::recorder
