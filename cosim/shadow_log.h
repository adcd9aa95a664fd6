// The findings of shadow mode.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "microarch/fabric.h"
#include "microarch/flit.h"

namespace trenza::cosim {

/// The first cycle in which a block does not do what its model does.
struct ShadowMismatch {
  microarch::Cycle cycle = 0;
  std::string block;  ///< hierarchical name: "r_3_2.vc_allocator"
  std::string port;   ///< that differs: "pick[5]"
  std::string text;   ///< all of it for people, several lines without an end of line at the end
};

/// Shared by the objects that compare and those that ask for the result.
class ShadowLog {
 public:
  /// Cycles that are simulated after the mismatch, so that waves show what becomes of it.
  static constexpr microarch::Cycle kCyclesAfter = 5;

  bool found() const { return found_; }
  /// Precondition: found().
  const ShadowMismatch& mismatch() const { return mismatch_; }
  /// Only the first one counts.
  void note(ShadowMismatch mismatch) {
    if (!found_) mismatch_ = std::move(mismatch);
    found_ = true;
  }
  /// Throws microarch::InvariantViolation with the text of the mismatch if there is one.
  void check() const {
    if (found_) throw microarch::InvariantViolation(mismatch_.text);
  }

  /// Returns the description of a packet that is still inside, for the text of a mismatch; null: it is not known.
  using Find = std::function<const microarch::Delivery*(microarch::PacketId)>;
  void find_packets_by(Find find) { find_ = std::move(find); }
  const microarch::Delivery* packet(microarch::PacketId id) const { return find_ ? find_(id) : nullptr; }

 private:
  bool found_ = false;
  ShadowMismatch mismatch_;
  Find find_;
};

}  // namespace trenza::cosim
