// VC allocation of a flit-level router (docs/microarchitecture-flit.md, sections 4 and 6). Every view calls it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "microarch/allocation_spec.h"
#include "microarch/allocation_view.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

/// With `network_ports` network ports: inputs are the VCs of these and of the local port, outputs are output VCs.
inline AllocationSpec vc_allocation_spec(const FabricParameters& parameters, int network_ports) {
  AllocationSpec spec;
  spec.allocator = parameters.wormhole.vc_allocator;
  spec.arbiter = parameters.arbiter;
  spec.shape.ports = network_ports + 1;
  spec.shape.vcs = parameters.vcs();
  spec.shape.ejectors = (network_ports + parameters.ejectors) * parameters.vcs() - spec.shape.ports;
  spec.shape.port_rows = parameters.vcs();
  spec.shape.picks_by_arbiter = true;
  spec.shape.draw_round_stride = 65536;
  spec.most_flits = parameters.max_packet_flits;
  spec.transit_inputs = spec.shape.inputs();
  spec.draws = {DrawPurpose::vc_allocator_output, DrawPurpose::vc_allocator_input, DrawPurpose::vc_matrix_output,
                DrawPurpose::vc_matrix_input};
  return spec;
}

/// Who gets which output VC in a cycle. The state is a block of state_bytes() bytes that a view keeps and lends. `Mask`
/// has a bit for every input VC, and one for every output VC. A router lends
///
///   requests(input)        Mask: the output VCs that an input VC requests, which may be none; asked once for each
///   older(a, b)            whether the packet of input VC a is older than that of b
///   cycle(), draw(purpose, index)  the number of the cycle, and a draw of the router
template <class Mask>
class WormVcAllocation {
 public:
  WormVcAllocation(const FabricParameters& parameters, int network_ports)
      : allocation_(vc_allocation_spec(parameters, network_ports)) {}

  const BasicAllocation<Mask>& allocation() const { return allocation_; }
  std::size_t state_bytes() const { return allocation_.state_bytes(); }
  /// The state in cycle 0.
  void reset(std::uint8_t* state) const { allocation_.reset(state); }

  /// Sets `matching` to what the waiting input VCs `waiting` are allocated: pairs of an input VC and an output VC. It
  /// has no other effect.
  template <class Router>
  void compute(const Mask& waiting, const std::uint8_t* state, const Router& router,
               BasicMatching<Mask>& matching) const {
    matching.clear();
    if (waiting == 0) return;
    const Requests<Router> requests{router};
    const OneFlit flits;
    const AllocationView view(allocation_, state, requests, router, flits);
    allocation_.compute(waiting, view, matching);
  }
  /// What compute() found has come about.
  void commit(std::uint8_t* state, const BasicMatching<Mask>& matching) const {
    allocation_.commit(state, 0, matching, OneFlit());
  }

 private:
  template <class Router>
  struct Requests {
    const Router& router;

    static Pick pick(int /*input*/) { return {}; }  // an arbiter does
    Mask asks(int input) const { return router.requests(input); }
    static int vc_of(int /*input*/, int /*output*/) { return 0; }
  };

  BasicAllocation<Mask> allocation_;
};

}  // namespace trenza::microarch
