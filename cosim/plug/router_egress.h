// An output port of a router from outside: it sends whole packets to a link and keeps the account of the credits.
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

/// Sends packets one after the other without gaps, from several VCs in turn. The router has a credit for each flit of
/// room behind the link. Where the receiver returns whole slots (`escape_mask`), a slot gives back as many credits as
/// its packet had flits.
class RouterEgress {
 public:
  /// `collects`: a packet is sent when all of its flits are here; otherwise at once. `depth`: the initial credits of
  /// each VC, in flits.
  RouterEgress(int vcs, bool collects, int depth, std::uint32_t escape_mask)
      : collects_(collects), depth_(depth), escape_mask_(escape_mask), vcs_(static_cast<std::size_t>(vcs)) {
    reset();
  }

  void reset();
  /// The router has sent a flit. Returns false if it had no credit.
  bool push(const LeavingFlit& leaving);
  /// What is on the link in the next cycle. `broken`: the packet that is being sent has a gap.
  struct Next {
    std::optional<LeavingFlit> flit;
    bool broken = false;
  };
  Next next();
  /// The receiver has returned a credit.
  void credit(int vc);
  /// Flits of a VC that the router may send.
  int credits(int vc) const { return vcs_[static_cast<std::size_t>(vc)].credits; }
  /// Bit v: a credit for VC v, to be given to the router now.
  std::uint64_t take_credits();
  /// The room behind the link without what is on its way there, in flits or, for VCs with slots, in slots. For audits.
  int room(int vc) const { return vcs_[static_cast<std::size_t>(vc)].room; }
  /// Notes that the flit on the link has been taken.
  void sent(const LeavingFlit& leaving);
  void set_room(int vc, int room) { vcs_[static_cast<std::size_t>(vc)].room = room; }

 private:
  struct Vc {
    std::deque<LeavingFlit> flits;
    int tails = 0;             ///< tails among the flits
    int credits = 0;           ///< credits that the router has
    int due = 0;               ///< credits that the router is still to get
    std::deque<int> in_slots;  ///< for each slot in use behind the link: flits of its packet
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
