// The decisions of a router whose packets first reserve an output VC and then get the crossbar, in a later cycle or,
// with speculation, in the same one (docs/microarchitecture.md, section 17). Every view calls it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "microarch/allocation.h"
#include "microarch/allocation_view.h"
#include "microarch/index.h"
#include "microarch/selection.h"
#include "microarch/vc_reservation.h"

namespace trenza::microarch {

/// Which inputs take part in a cycle.
struct StepInputs {
  RequestMask bids = 0;       ///< for a VC
  RequestMask holds = 0;      ///< a reservation that is old enough; and the input may request (section 6)
  RequestMask may_cross = 0;  ///< of `bids`: the input may request
};

/// The decisions of a cycle.
struct StepDecisions {
  Reservations reserved;
  Matching certain;      ///< granted by the allocation of packets that hold a reservation
  Matching speculative;  ///< granted by the other one

  /// Calls visit(pair) for each grant.
  template <class Visit>
  void for_each_grant(const Visit& visit) const {
    for (const Matching::Pair& pair : certain) visit(pair);
    for (const Matching::Pair& pair : speculative) visit(pair);
  }
};

/// The state is a block of state_bytes() bytes that a view keeps and lends: the arbiters of the output VCs, the
/// allocation of certain requests and that of speculative ones. A view of a router lends further
///
///   selection()              microarch::SelectionShape
///   has_arrived(input)       whether the packet of an input is at its destination
///   pick(input)              the lane that it picks, every output taken as free; only of inputs that have not arrived
///   lane(input)              the one that it has reserved; only of inputs that hold one and have not arrived
///   free_outputs()           bit o for output o
///   older(a, b), flits(input) whether the packet of input a is older than that of b, and the length of a packet
///   cycle(), draw(purpose, index)  the number of the cycle, and a draw of the router
class TwoStepAllocation {
 public:
  /// `parameters` must name a pipeline of two steps.
  TwoStepAllocation(const FabricParameters& parameters, int ports)
      : allocation_(parameters, ports),
        vcs_(parameters, ports),
        speculates_(parameters.pipeline.is<SpeculativePipeline>()),
        masks_requests_(speculates_ && parameters.pipeline.parameter() == SpeculativePipeline::kMaskRequests) {}

  const AllocatorShape& shape() const { return allocation_.shape(); }
  std::size_t state_bytes() const { return of_speculative() + (speculates_ ? allocation_.state_bytes() : 0); }
  /// The state in cycle 0.
  void reset(std::uint8_t* state) const {
    vcs_.reset(state);
    allocation_.reset(state + of_certain());
    if (speculates_) allocation_.reset(state + of_speculative());
  }

  /// The decisions of a cycle. It has no effect.
  template <class View>
  StepDecisions compute(const StepInputs& inputs, const std::uint8_t* state, const View& view) const {
    StepDecisions decisions;
    vcs_.compute(inputs.bids, state, view, decisions.reserved);
    Requests certain;
    for (RequestMask rest = inputs.holds; rest != 0; rest &= rest - 1) {
      const int input = lowest_bit(rest);
      certain.add(input, view.has_arrived(input) ? Pick() : view.lane(input), view, allocation_.picks());
    }
    allocate(certain, state + of_certain(), view, decisions.certain);
    if (speculates_) speculate(inputs.may_cross, certain, state + of_speculative(), view, decisions);
    return decisions;
  }
  /// What compute() found has come about in router `router`; flits(input): of the packet that was at its front.
  template <class Flits>
  void commit(std::uint8_t* state, int router, const StepDecisions& decisions, const Flits& flits) const {
    vcs_.commit(
        state, decisions.reserved, [&](int output, int input) { return allocation_.stride(router, output, input); },
        flits);
    allocation_.commit(state + of_certain(), router, decisions.certain, flits);
    if (speculates_) allocation_.commit(state + of_speculative(), router, decisions.speculative, flits);
  }

 private:
  /// Who asks for which outputs with which VC.
  struct Requests {
    RequestMask inputs = 0;
    OutputMask all = 0;
    std::array<OutputMask, kMaxInputs> outputs;  // by input, of `inputs`
    std::array<std::uint8_t, kMaxInputs> vcs;

    Pick pick(int input) const { return {lowest_bit(asks(input)), vcs[index(input)]}; }
    OutputMask asks(int input) const { return outputs[index(input)]; }
    int vc_of(int input, int /*output*/) const { return vcs[index(input)]; }

    /// `lane`: reserved, or picked; none at the destination. `picks`: every input asks for one output only.
    template <class View>
    void add(int input, const Pick& lane, const View& view, bool picks) {
      const OutputMask asked = lane ? view.free_outputs() & OutputMask{1} << lane.output : ejectors(input, view, picks);
      if (asked == 0) return;
      inputs |= RequestMask{1} << input;
      all |= asked;
      outputs[index(input)] = asked;
      vcs[index(input)] = static_cast<std::uint8_t>(lane.vc);
    }
    template <class View>
    static OutputMask ejectors(int input, const View& view, bool picks) {
      const SelectionShape& shape = view.selection();
      if (!picks) return ejectors_of(shape, view.free_outputs()) << shape.ports;
      const Pick ejector = pick_ejector(shape, input, view.free_outputs());
      return ejector ? OutputMask{1} << ejector.output : 0;
    }
  };

  /// The allocation of the second step.
  template <class View>
  void allocate(const Requests& requests, const std::uint8_t* state, const View& view, Matching& matching) const {
    const auto flits = [&view](int input) { return view.flits(input); };
    allocation_.compute(requests.inputs, AllocationView(allocation_, state, requests, view, flits), matching);
  }

  /// The allocation of those that bid for a VC in this cycle; `state` is its own.
  template <class View>
  void speculate(RequestMask may_cross, const Requests& certain, const std::uint8_t* state, const View& view,
                 StepDecisions& decisions) const {
    const Reservations& reserved = decisions.reserved;
    Requests requests;
    for (RequestMask rest = may_cross & (reserved.picked | reserved.at_destination); rest != 0; rest &= rest - 1) {
      const int input = lowest_bit(rest);
      const bool arrived = (reserved.at_destination >> input & 1U) != 0;
      requests.add(input, arrived ? Pick() : reserved.lanes[index(input)], view, allocation_.picks());
    }
    allocate(requests, state, view, decisions.speculative);
    const Taken taken = masks_requests_ ? asked_for(certain) : granted_in(decisions.certain);
    decisions.speculative.keep_if([&](const Matching::Pair& pair) {
      const bool dropped =
          (taken.outputs >> pair.output & 1U) != 0 || (taken.rows >> shape().row_of(pair.input) & 1U) != 0;
      const bool wasted = (reserved.made >> pair.input & 1U) == 0;
      return !dropped && !wasted;
    });
  }

  /// Outputs and rows.
  struct Taken {
    OutputMask outputs = 0;
    RequestMask rows = 0;
  };
  Taken asked_for(const Requests& certain) const {
    Taken taken{certain.all, 0};
    for (RequestMask rest = certain.inputs; rest != 0; rest &= rest - 1)
      taken.rows |= RequestMask{1} << shape().row_of(lowest_bit(rest));
    return taken;
  }
  Taken granted_in(const Matching& certain) const {
    Taken taken;
    for (const Matching::Pair& pair : certain) {
      taken.outputs |= OutputMask{1} << pair.output;
      taken.rows |= RequestMask{1} << shape().row_of(pair.input);
    }
    return taken;
  }

  std::size_t of_certain() const { return vcs_.state_bytes(); }
  std::size_t of_speculative() const { return of_certain() + allocation_.state_bytes(); }

  Allocation allocation_;
  VcReservation vcs_;
  bool speculates_;
  bool masks_requests_;
};

/// The state of a router's arbiters in cycle 0, whatever its pipeline.
inline std::vector<std::uint8_t> first_state_of(const FabricParameters& parameters, int ports) {
  const auto reset = [](const auto& allocation) {
    std::vector<std::uint8_t> state(allocation.state_bytes());
    allocation.reset(state.data());
    return state;
  };
  return parameters.two_steps() ? reset(TwoStepAllocation(parameters, ports)) : reset(Allocation(parameters, ports));
}

}  // namespace trenza::microarch
