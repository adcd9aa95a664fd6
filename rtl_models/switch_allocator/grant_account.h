// The account of the grants of a router: who crosses to which output, and the arbiters. Plain state without ports; the
// switch allocator and routers whose inside cannot be seen keep it.
#pragma once

#include <cstdint>
#include <vector>

#include "microarch/allocation.h"
#include "rtl_models/common/words.h"

namespace trenza::rtl_models {

class GrantAccount {
 public:
  /// `ports` network ports.
  GrantAccount(const microarch::FabricParameters& parameters, int ports)
      : allocation_(parameters, ports),
        escape_mask_(parameters.escape_mask()),
        owners_(static_cast<std::size_t>(ports + parameters.ejectors)),
        arbiters_(allocation_.state_bytes()) {}

  struct Owner {
    int input = -1;
    int vc = 0;
    int flits_left = 0;
  };
  /// The grant that an output holds now; flits left to cross after this cycle, 0 if none was made before this cycle.
  const Owner& owner(int output) const { return owners_[static_cast<std::size_t>(output)]; }
  int flits_left(int output) const { return owner(output).flits_left; }
  /// Sets the owners. The account must be as after clear().
  void fill(const std::vector<Owner>& owners) { owners_ = owners; }

  const microarch::Allocation& allocation() const { return allocation_; }
  /// The state of the arbiters (microarch/allocation.h).
  std::vector<std::uint8_t>& arbiters() { return arbiters_; }
  const std::vector<std::uint8_t>& arbiters() const { return arbiters_; }
  /// Grants to network outputs since reset.
  std::uint64_t network_grants() const { return network_grants_; }
  std::uint64_t escape_grants() const { return escape_grants_; }

  /// Bit o: no packet of an earlier grant crosses to output o.
  std::uint64_t output_free() const {
    std::uint64_t free = 0;
    int output = 0;
    for (const Owner& owner : owners_) free |= std::uint64_t{owner.flits_left == 0} << output++;
    return free;
  }
  /// Bit p: a VC of network port p crosses by an earlier grant (crossbar per_port; else 0).
  std::uint32_t port_busy() const {
    const microarch::AllocatorShape& shape = allocation_.shape();
    std::uint32_t busy = 0;
    if (!shape.per_port) return busy;
    for (const Owner& owner : owners_) {
      if (owner.flits_left > 0 && owner.input < shape.ports * shape.vcs) busy |= 1U << (owner.input / shape.vcs);
    }
    return busy;
  }

  void clear() {
    for (Owner& owner : owners_) owner = Owner{};
    allocation_.reset(arbiters_.data());
    network_grants_ = escape_grants_ = 0;
  }
  /// One edge: a flit crosses to each output that has a select word; a packet that begins to cross was granted in this
  /// cycle, by its pick. Returns whether any flit crosses.
  template <class Selects, class Picks>
  bool edge(const Selects& select, const Picks& pick) {
    bool any = false;
    for (std::size_t o = 0, outputs = owners_.size(); o < outputs; ++o) {
      const SelectWord selected = select[o].read();
      if (selected == 0) continue;
      any = true;
      if (owners_[o].flits_left > 0) {
        --owners_[o].flits_left;
      } else {
        grant(static_cast<int>(o), selected, pick[static_cast<std::size_t>(select_input(selected))].read());
      }
    }
    return any;
  }

 private:
  void grant(int output, SelectWord selected, PickWord pick) {
    Owner& owner = owners_[static_cast<std::size_t>(output)];
    owner = {select_input(selected), select_vc(selected), request_flits(pick) - 1};
    allocation_.commit_pair(arbiters_.data(), owner.input, output);
    if (output >= allocation_.shape().ports) return;
    ++network_grants_;
    if (((escape_mask_ >> owner.vc) & 1U) != 0) ++escape_grants_;
  }

  microarch::Allocation allocation_;
  std::uint32_t escape_mask_;
  std::vector<Owner> owners_;
  std::vector<std::uint8_t> arbiters_;
  std::uint64_t network_grants_ = 0;
  std::uint64_t escape_grants_ = 0;
};

}  // namespace trenza::rtl_models
