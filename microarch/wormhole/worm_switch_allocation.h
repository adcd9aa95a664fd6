// Switch allocation of a flit-level router (docs/microarchitecture-flit.md, section 5). Every view calls it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "microarch/allocation_spec.h"
#include "microarch/allocation_view.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// With `network_ports` network ports: inputs are the VCs of these and of the local port, outputs are the network ports
/// and the ejection ports.
inline AllocationSpec switch_allocation_spec(const FabricParameters& parameters, int network_ports) {
  AllocationSpec spec;
  spec.allocator = parameters.allocator;
  spec.arbiter = parameters.arbiter;
  spec.shape.ports = network_ports + 1;
  spec.shape.vcs = parameters.vcs();
  spec.shape.ejectors = parameters.ejectors - 1;
  spec.shape.port_rows = parameters.crossbar_inputs();
  spec.shape.draw_round_stride = 65536;
  spec.most_flits = parameters.max_packet_flits;
  spec.strides = parameters.strides;
  spec.transit_inputs = network_ports * parameters.vcs();
  return spec;
}

/// Which input VCs send a flit to which outputs in a cycle. The state is a block of state_bytes() bytes that a view
/// keeps and lends: the allocation of certain requests and, with speculation, that of speculative ones. `Mask` has a
/// bit for every input VC. A router lends
///
///   output_of(input)       the output for which an input VC asks with certainty
///   speculative_outputs(input)  OutputMask: the outputs for which a waiting input VC asks, which may be none; asked
///                          once for each
///   moves(input, output)   whether VC allocation of this cycle gave a waiting input VC an output VC of this output
///                          that has a credit
///   older(a, b)            whether the packet whose flit is at the front of input VC a is older than that of b
///   cycle(), draw(purpose, index)  the number of the cycle, and a draw of the router
template <class Mask>
class WormSwitchAllocation {
 public:
  WormSwitchAllocation(const FabricParameters& parameters, int network_ports)
      : allocation_(switch_allocation_spec(parameters, network_ports)),
        speculates_(parameters.pipeline.is<SpeculativePipeline>()),
        masks_requests_(speculates_ && parameters.pipeline.parameter() == SpeculativePipeline::kMaskRequests) {}

  const BasicAllocation<Mask>& allocation() const { return allocation_; }
  bool speculates() const { return speculates_; }
  std::size_t state_bytes() const { return allocation_.state_bytes() * (speculates_ ? 2 : 1); }
  /// The state in cycle 0.
  void reset(std::uint8_t* state) const {
    allocation_.reset(state);
    if (speculates_) allocation_.reset(speculative(state));
  }

  /// Sets `granted` to the grants of the input VCs `asking`, which ask with certainty. It has no other effect.
  template <class Router>
  void compute(const Mask& asking, const std::uint8_t* state, const Router& router,
               BasicMatching<Mask>& granted) const {
    granted.clear();
    if (asking != 0) allocate(asking, state, CertainRequests<Router>{router}, router, granted);
  }
  /// Sets `granted` to the speculative pairs that move a flit, of the waiting input VCs `waiting`; `asking` and
  /// `certain` are those of compute() in this cycle. It has no other effect.
  template <class Router>
  void speculate(const Mask& waiting, const Mask& asking, const BasicMatching<Mask>& certain, const std::uint8_t* state,
                 const Router& router, BasicMatching<Mask>& granted) const {
    granted.clear();
    if (waiting == 0) return;
    allocate(waiting, speculative(state), SpeculativeRequests<Router>{router}, router, granted);
    if (granted.size() == 0) return;
    const Taken taken = masks_requests_ ? asked_for(asking, router) : granted_in(certain);
    granted.keep_if([&](const Pair& pair) {
      return !has_bit(taken.outputs, pair.output) && !has_bit(taken.rows, allocation_.shape().row_of(pair.input)) &&
             router.moves(pair.input, pair.output);
    });
  }
  /// What they found has come about in router `router`. Without speculation `of_speculation` is not looked at.
  void commit(std::uint8_t* state, int router, const BasicMatching<Mask>& certain,
              const BasicMatching<Mask>& of_speculation) const {
    allocation_.commit(state, router, certain, OneFlit());
    if (speculates_) allocation_.commit(speculative(state), router, of_speculation, OneFlit());
  }

 private:
  using Pair = typename BasicMatching<Mask>::Pair;

  template <class Router>
  struct CertainRequests {
    const Router& router;

    Pick pick(int input) const { return {router.output_of(input), 0}; }
    Mask asks(int input) const { return bit_of<Mask>(router.output_of(input)); }
    static int vc_of(int /*input*/, int /*output*/) { return 0; }
  };
  template <class Router>
  struct SpeculativeRequests {
    const Router& router;

    Pick pick(int input) const {
      const OutputMask outputs = router.speculative_outputs(input);
      return outputs == 0 ? Pick() : Pick{lowest_bit(outputs), 0};
    }
    Mask asks(int input) const { return router.speculative_outputs(input); }
    static int vc_of(int /*input*/, int /*output*/) { return 0; }
  };
  /// Outputs and rows.
  struct Taken {
    OutputMask outputs = 0;
    Mask rows = 0;
  };

  template <class Requests, class Router>
  void allocate(const Mask& asking, const std::uint8_t* state, const Requests& requests, const Router& router,
                BasicMatching<Mask>& matching) const {
    const OneFlit flits;
    const AllocationView view(allocation_, state, requests, router, flits);
    allocation_.compute(asking, view, matching);
  }
  template <class Router>
  Taken asked_for(const Mask& asking, const Router& router) const {
    Taken taken;
    for (Mask rest = asking; rest != 0; drop_lowest(rest)) {
      const int input = lowest_bit(rest);
      set_bit(taken.outputs, router.output_of(input));
      set_bit(taken.rows, allocation_.shape().row_of(input));
    }
    return taken;
  }
  Taken granted_in(const BasicMatching<Mask>& certain) const {
    Taken taken;
    for (const Pair& pair : certain) {
      set_bit(taken.outputs, pair.output);
      set_bit(taken.rows, allocation_.shape().row_of(pair.input));
    }
    return taken;
  }

  template <class Byte>
  Byte* speculative(Byte* state) const {
    return state + allocation_.state_bytes();
  }

  BasicAllocation<Mask> allocation_;
  bool speculates_;
  bool masks_requests_;
};

}  // namespace trenza::microarch
