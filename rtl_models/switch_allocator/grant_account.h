// The account of the grants of a router: who crosses to which output, and the arbiters. Plain state without ports; the
// switch allocator and routers whose inside cannot be seen keep it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "microarch/allocation.h"
#include "rtl_models/common/words.h"

namespace trenza::rtl_models {

class GrantAccount {
 public:
  /// `ports` network ports; `router` is its number.
  GrantAccount(const microarch::FabricParameters& parameters, int ports, int router)
      : allocation_(parameters, ports),
        two_steps_(parameters.two_steps()),
        router_(router),
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
  /// Bit i: the crossbar input of network input i is taken by an earlier grant (0 where VCs share no crossbar input);
  /// where packets ask before the one in front of them has crossed, also: input i crosses by an earlier grant.
  std::uint64_t input_busy() const {
    const microarch::AllocatorShape& shape = allocation_.shape();
    std::uint64_t busy = 0;
    if (!shape.shares_rows() && !two_steps_) return busy;
    for (const Owner& owner : owners_) {
      if (owner.flits_left == 0) continue;
      if (two_steps_) busy |= std::uint64_t{1} << owner.input;
      if (shape.shares_rows() && owner.input < shape.network_inputs())
        busy |= shape.inputs_of(shape.row_of(owner.input));
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
    if (allocation_.remembers_requests() && allocation_.picks()) note_requests(pick);
    for (std::size_t o = 0, outputs = owners_.size(); o < outputs; ++o) {
      const SelectWord selected = select[o].read();
      if (selected == 0) continue;
      any = true;
      if (owners_[o].flits_left > 0) {
        --owners_[o].flits_left;
      } else {
        grant(static_cast<int>(o), selected, pick);
      }
    }
    return any;
  }

 private:
  /// Who asks for what in this cycle, as far as the arbiters remember it.
  template <class Picks>
  [[gnu::noinline]] void note_requests(const Picks& pick) {
    const microarch::AllocatorShape& shape = allocation_.shape();
    requests_.fill(0);
    of_injectors_ = 0;
    microarch::OutputMask requested = 0;
    for (int i = 0; i < shape.inputs(); ++i) {
      const PickWord word = pick[static_cast<std::size_t>(i)].read();
      if (word == 0 || flits_left(pick_output(word)) > 0) continue;
      const microarch::OutputMask output = microarch::OutputMask{1} << pick_output(word);
      requests_[static_cast<std::size_t>(pick_output(word))] |= microarch::RequestMask{1} << i;
      requested |= output;
      if (i >= shape.network_inputs()) of_injectors_ |= output;
    }
    const auto older = [&](int a, int b) {
      return microarch::older_than(request_packet(pick[static_cast<std::size_t>(a)].read()),
                                   request_packet(pick[static_cast<std::size_t>(b)].read()));
    };
    microarch::InputFirstAllocator::reduce(shape, requested, requests_.data(), allocation_.guarded(arbiters_.data()),
                                           [&](int row, int first, std::uint64_t of_row) {
                                             of_rows_[static_cast<std::size_t>(row)] = of_row;
                                             // No arbiter that remembers requests draws.
                                             return allocation_.choose(
                                                 arbiters_.data(), row, of_row, [first](int vc) { return first + vc; },
                                                 0, older, flits_of(pick));
                                           });
  }
  template <class Picks>
  static auto flits_of(const Picks& pick) {
    return [&pick](int input) { return request_flits(pick[static_cast<std::size_t>(input)].read()); };
  }

  // Out of line, as note_requests(), so that the edges at which packets only go on crossing pay nothing for it.
  template <class Picks>
  [[gnu::noinline]] void grant(int output, SelectWord selected, const Picks& pick) {
    Owner& owner = owners_[static_cast<std::size_t>(output)];
    const int input = select_input(selected);
    owner = {input, select_vc(selected), request_flits(pick[static_cast<std::size_t>(input)].read()) - 1};
    const int row = microarch::InputFirstAllocator::input_arbiter_of(allocation_.shape(), input);
    const microarch::Asked asked{requests_[static_cast<std::size_t>(output)],
                                 row < 0 ? 0 : of_rows_[static_cast<std::size_t>(row)],
                                 (of_injectors_ >> output & 1U) != 0};
    const microarch::Matching::Pair pair{static_cast<std::uint8_t>(input), static_cast<std::uint8_t>(output),
                                         static_cast<std::uint8_t>(owner.vc), 0, asked};
    allocation_.commit_pair(arbiters_.data(), router_, pair, flits_of(pick));
    if (output >= allocation_.shape().ports) return;
    ++network_grants_;
    if (((escape_mask_ >> owner.vc) & 1U) != 0) ++escape_grants_;
  }

  microarch::Allocation allocation_;
  bool two_steps_;
  int router_;
  std::uint32_t escape_mask_;
  std::vector<Owner> owners_;
  std::vector<std::uint8_t> arbiters_;
  std::uint64_t network_grants_ = 0;
  std::uint64_t escape_grants_ = 0;
  // Of this cycle, if the arbiters remember it: requesters of outputs and of rows, and outputs that injectors pick.
  std::array<std::uint64_t, microarch::kMaxOutputs> requests_{};
  std::array<std::uint64_t, microarch::kMaxInputs> of_rows_{};
  microarch::OutputMask of_injectors_ = 0;
};

}  // namespace trenza::rtl_models
