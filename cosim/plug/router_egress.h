// What leaves a router from outside by one port: whole packets to a link, and the account of its credits.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "microarch/flit.h"
#include "topologies/routing.h"

namespace trenza::cosim {

/// A flit on its way to a link.
struct LeavingFlit {
  microarch::FlitWord flit = 0;
  topologies::HeaderWord header = 0;  ///< of heads
  int vc = 0;
};

/// Packets go on one after the other, without gaps; of several VCs in turn. The router has a credit for each flit of room
/// behind the link; where the receiver returns whole slots (`escape_mask`), a slot is worth the flits of the packet that
/// was in it.
class RouterEgress {
 public:
  /// `collects`: a packet goes on when all of it is here; else at once. `depth`: credits of each VC at first, flits.
  RouterEgress(int vcs, bool collects, int depth, std::uint32_t escape_mask)
      : collects_(collects), depth_(depth), escape_mask_(escape_mask), vcs_(static_cast<std::size_t>(vcs)) {
    reset();
  }

  void reset();
  /// The router has sent a flit. Returns false if it had no credit.
  bool push(const LeavingFlit& leaving);
  /// What is on the link in the next cycle. `broken`: a packet that goes on has a gap.
  struct Next {
    std::optional<LeavingFlit> flit;
    bool broken = false;
  };
  Next next();
  /// The receiver has returned a credit.
  void credit(int vc);
  /// Bit v: a credit for VC v, to be given to the router now.
  std::uint64_t take_credits();
  /// Flits (VCs with slots: slots) of room behind the link, less what is on the way. For audits.
  int room(int vc) const { return vcs_[static_cast<std::size_t>(vc)].room; }
  /// What was on the link has been taken.
  void sent(const LeavingFlit& leaving);
  void set_room(int vc, int room) { vcs_[static_cast<std::size_t>(vc)].room = room; }

 private:
  struct Vc {
    std::deque<LeavingFlit> flits;
    int tails = 0;             ///< among them
    int credits = 0;           ///< that the router has
    int due = 0;               ///< that it is to be given
    std::deque<int> in_slots;  ///< flits of the packets behind the link, in slots
    int room = 0;
  };

  bool has_slots(std::size_t vc) const { return ((escape_mask_ >> vc) & 1U) != 0; }

  bool collects_;
  int depth_;
  std::uint32_t escape_mask_;
  std::vector<Vc> vcs_;
  std::size_t current_ = 0;
  bool sending_ = false;
};

}  // namespace trenza::cosim
