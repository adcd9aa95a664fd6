// The parameters of the cycle contract (docs/microarchitecture.md, section 2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "microarch/allocators/allocator_policy.h"
#include "microarch/arbiters/arbiter_policy.h"
#include "microarch/cycle.h"
#include "microarch/injection.h"
#include "microarch/pipelines.h"
#include "microarch/selections/selection_policy.h"
#include "microarch/strides.h"
#include "microarch/switching.h"
#include "microarch/wormhole/wormhole_parameters.h"

namespace trenza::microarch {

struct PerVc {
  static constexpr PolicyInfo kInfo{"per_vc", "a crossbar input for each virtual channel"};
};
struct PerPort {
  static constexpr PolicyInfo kInfo{"per_port", "one for each port"};
};
struct InputsPerPort {
  static constexpr PolicyInfo kInfo{"inputs_per_port",
                                    "several for each port; virtual channel v uses number v modulo their number",
                                    {"inputs", "crossbar inputs of a port", 1, 16, 2, {}, true}};
  int parameter = 2;
};
using CrossbarKind = PolicyChoice<PerVc, PerPort, InputsPerPort>;

/// Parameters of all routers and links of a fabric. Ranges: docs/microarchitecture.md and
/// docs/microarchitecture-flit.md, section 2 of each. A machine does not look at what belongs to the other.
struct FabricParameters {
  SwitchingPolicy switching;
  int escape_vcs = 1;                ///< S, of each class, as the routing relation needs
  int adaptive_vcs = 2;              ///< A, of each class
  int message_classes = 1;           ///< K
  int max_packet_flits = 16;         ///< M
  int buffer_packets = 4;            ///< B, in units of M flits
  int router_delay = 1;              ///< R, cycles
  int link_delay = 1;                ///< L, cycles, of all channels but those of port_link_delay
  std::vector<int> port_link_delay;  ///< L by output port; empty: link_delay for all
  int credit_delay = 1;              ///< C, cycles
  int injectors = 1;                 ///< J, of each class
  int ejectors = 1;                  ///< E
  AllocatorPolicy allocator;
  ArbiterPolicy arbiter;
  Strides strides;  ///< of `stride` and `inverse_weighted`
  SelectionPolicy selection;
  CrossbarKind crossbar;
  PipelinePolicy pipeline;
  int transit_guard = 0;  ///< W; 0: none
  InjectionPolicy injection;
  bool bubble = true;  ///< off only to study deadlock
  WormholeParameters wormhole;
  std::uint64_t seed = 1;

  /// Whether this is the flit-level machine.
  bool by_flits() const { return switching.is<Wormhole>(); }
  /// VCs of a class of a channel: its escape VCs, then its adaptive ones.
  int class_vcs() const { return by_flits() ? wormhole.virtual_channels : escape_vcs + adaptive_vcs; }
  /// V: VCs of a channel, class by class.
  int vcs() const { return message_classes * class_vcs(); }
  bool is_escape(int vc) const { return !by_flits() && vc % class_vcs() < escape_vcs; }
  /// x: crossbar inputs of a network port.
  int crossbar_inputs() const {
    if (crossbar.is<InputsPerPort>()) return crossbar.parameter();
    return crossbar.is<PerPort>() ? 1 : vcs();
  }
  /// Bit v: VC v is an escape VC.
  std::uint32_t escape_mask() const {
    std::uint32_t mask = 0;
    for (int vc = 0; vc < vcs(); ++vc) mask |= is_escape(vc) ? 1U << vc : 0U;
    return mask;
  }
  int class_of(int vc) const { return vc / class_vcs(); }
  /// Injectors of a node, class by class; in the flit-level machine the VCs of its local input port.
  int injection_queues() const { return by_flits() ? vcs() : message_classes * injectors; }
  /// Inputs of a router with `network_ports` ports.
  int inputs(int network_ports) const { return network_ports * vcs() + injection_queues(); }
  /// The class of the packets in an input of such a router.
  int class_of_input(int network_ports, int input) const {
    const int network_inputs = network_ports * vcs();
    const int of_class = by_flits() ? class_vcs() : injectors;
    return input < network_inputs ? class_of(input % vcs()) : (input - network_inputs) / of_class;
  }
  int link_delay_of(int port) const {
    return port_link_delay.empty() ? link_delay : port_link_delay[static_cast<std::size_t>(port)];
  }
  /// Whether a packet gets its VC in a step of its own, before the crossbar.
  bool two_steps() const { return !pipeline.is<JointPipeline>(); }
  /// G: cycles from a reservation to the request of the crossbar; 0 where both are one step.
  int step_depth() const {
    if (pipeline.is<TwoStepPipeline>()) return pipeline.parameter();
    return pipeline.is<SpeculativePipeline>() ? 1 : 0;
  }
  /// Depth of an input VC.
  int buffer_flits() const { return by_flits() ? wormhole.buffer_flits : buffer_packets * max_packet_flits; }
};

inline constexpr int kMaxPacketFlits = (1 << 14) - 1;

}  // namespace trenza::microarch
