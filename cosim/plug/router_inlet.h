// An input port of a router from outside: the flits that wait until the block takes them.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "microarch/flit.h"

namespace trenza::cosim {

/// Has a queue for each VC, and shows the block one flit in a cycle, of each VC in turn.
class RouterInlet {
 public:
  /// `credits`: flits that the block has room for in each VC at reset; looked at by blocks with credits only.
  RouterInlet(int vcs, int credits)
      : initial_(credits), queues_(static_cast<std::size_t>(vcs)), credits_(static_cast<std::size_t>(vcs), credits) {}

  void clear() {
    queues_.assign(queues_.size(), {});
    credits_.assign(credits_.size(), initial_);
    shown_ = -1;
    next_ = 0;
  }
  void push(int vc, microarch::FlitWord flit) { queues_[static_cast<std::size_t>(vc)].push_back(flit); }
  bool empty() const;

  /// The VC of the flit to show: the first in turn of those in `allowed` that have one; -1 if none has. A flit that was
  /// shown and not taken stays.
  int choose(std::uint64_t allowed);
  microarch::FlitWord front(int vc) const { return queues_[static_cast<std::size_t>(vc)].front(); }
  /// The block has taken the flit that is shown.
  void take();

  /// VCs in which the block has credits.
  std::uint64_t credited() const;
  void credit(int vc) { ++credits_[static_cast<std::size_t>(vc)]; }

 private:
  int initial_;
  std::vector<std::deque<microarch::FlitWord>> queues_;
  std::vector<int> credits_;
  int shown_ = -1;
  int next_ = 0;  ///< VC that goes first
};

}  // namespace trenza::cosim
