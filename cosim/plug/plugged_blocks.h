// The blocks of a router whose work is done by blocks from outside. None of them ever sleeps, so that the blocks from
// outside see every clock edge.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cosim/plug/standstill.h"
#include "rtl_models/probe.h"
#include "rtl_models/router/block_factory.h"

namespace trenza::cosim {

/// Makes the router around a block ask it for the ports of what is plugged into it, for waves: below
/// `noc.r_3_2.<scope>`. A block that stands alone is asked by nobody.
void show_in_waves(sc_core::sc_object& block, const std::string& scope, rtl_models::ProbeSource& source);

/// Has one FIFO from outside for each virtual channel. The base class makes requests, headers and routes, and also
/// credits unless the FIFO itself tells when a place is free. The base class also keeps a copy of what the FIFOs should
/// hold. The flits that cross come out of the FIFOs, and a packet requests only when its FIFO shows the front flit.
/// Errors, here and below: PlugError, rtl_models::RtlError.
std::unique_ptr<rtl_models::InputBuffer> make_plugged_input_buffer(const char* name,
                                                                   const rtl_models::RouterPlace& place,
                                                                   const std::shared_ptr<const Plug>& plug);

/// Every header requests all output VCs that it may have, and the block matches them. Columns: VC v of network port p
/// is p * vcs + v, then the ejection ports. A row asks for what docs/microarchitecture.md (section 7) lets it choose
/// from: the free ejection ports at its destination, else its adaptive candidates, else its escape channel. Must be
/// made inside of a rtl_models::RouterPorts: its clock is the router's.
std::unique_ptr<rtl_models::VcAllocator> make_plugged_vc_allocator(
    const char* name, const rtl_models::RouterPlace& place, const microarch::SelectionShape& shape,
    const std::vector<int>& input_class, const std::shared_ptr<const Plug>& plug, const StandstillReport& report);

/// Every crossbar input asks for all outputs that its packets could be granted, and the block matches them. Rows: the
/// crossbar inputs (docs/microarchitecture.md, section 8), those of the network ports first. Columns: network ports,
/// then ejection ports. Which of the virtual channels that share a row is granted stays the VC pointer's choice. With
/// `shadow: exact` every matching is compared with that of `router.allocator`.
std::unique_ptr<rtl_models::VcAllocator> make_plugged_matrix_allocator(
    const char* name, const rtl_models::RouterPlace& place, const microarch::SelectionShape& shape,
    const std::vector<int>& input_class, const std::shared_ptr<const Plug>& plug, const StandstillReport& report);

/// The blocks that arbitrate in a switch allocator. Where one is null, Trenza arbitrates.
struct ArbiterPlugs {
  std::shared_ptr<const Plug> outputs;  ///< one instance at each output; requesters: the inputs of the router
  std::shared_ptr<const Plug> ports;    ///< one at each network port of a crossbar per port; requesters: its VCs
  std::shared_ptr<const Plug> whole;    ///< one allocator instead of the arbiters of all outputs; excludes `outputs`
};

/// The base class handles the owners of outputs, credits, the priority of transit over injection and the account of
/// grants.
std::unique_ptr<rtl_models::SwitchAllocator> make_plugged_switch_allocator(const char* name,
                                                                           const rtl_models::RouterPlace& place,
                                                                           const ArbiterPlugs& plugs,
                                                                           const StandstillReport& report);

}  // namespace trenza::cosim
