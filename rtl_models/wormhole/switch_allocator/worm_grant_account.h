// The account of what crosses a flit-level router, for the counters of its fabric and for waves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "microarch/index.h"
#include "microarch/wormhole/worm_shape.h"
#include "rtl_models/wormhole/worm_words.h"

namespace trenza::rtl_models {

class WormGrantAccount {
 public:
  explicit WormGrantAccount(const microarch::WormShape& shape)
      : vcs_(shape.vcs), flits_(microarch::index(shape.ports)), hops_(microarch::index(shape.network_inputs())) {}

  /// Counts since reset.
  std::uint64_t flits(int port) const { return flits_[microarch::index(port)]; }  ///< to a network port
  std::uint64_t network_grants() const { return network_grants_; }                ///< heads to network ports
  std::uint64_t escape_grants() const { return escape_grants_; }
  /// Hops of the packet whose head crossed last to VC `vc` of a network port, this one included.
  int hops(int port, int vc) const { return hops_[microarch::index(port * vcs_ + vc)]; }

  void clear() {
    std::fill(flits_.begin(), flits_.end(), 0);
    network_grants_ = escape_grants_ = 0;
  }

  /// The edge that ends a cycle with these select words, by output, and these flits at the fronts of the input VCs.
  template <class Selects, class Flits>
  void edge(const Selects& select, const Flits& flit) {
    for (std::size_t port = 0; port < flits_.size(); ++port) {
      const SelectWord selected = select[port].read();
      if (selected == 0) continue;
      ++flits_[port];
      const FlitWord word = flit[microarch::index(WormSelect::input(selected))].read();
      if (!microarch::is_head(word)) continue;
      hops_[port * microarch::index(vcs_) + microarch::index(WormSelect::vc(selected))] = microarch::hops_of(word) + 1;
      ++network_grants_;
      escape_grants_ += static_cast<std::uint64_t>(is_escape_lane(selected));
    }
  }

 private:
  int vcs_;
  std::vector<std::uint64_t> flits_;  // by network port
  std::vector<int> hops_;             // by VC of a network port
  std::uint64_t network_grants_ = 0;
  std::uint64_t escape_grants_ = 0;
};

}  // namespace trenza::rtl_models
