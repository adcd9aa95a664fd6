// The parameters that only the flit-level machine has (docs/microarchitecture-flit.md, section 2).
#pragma once

#include "microarch/allocators/allocator_policy.h"
#include "microarch/policy.h"

namespace trenza::microarch {

/// Registry of `router.vc_allocation.requests`: which of the free output VCs that it likes best a head asks for.
struct OneVcRequest {
  static constexpr PolicyInfo kInfo{"one", "a drawn one of those that are free"};
};
struct AllVcRequests {
  static constexpr PolicyInfo kInfo{"all", "all that are free"};
};
using VcRequestPolicy = PolicyChoice<OneVcRequest, AllVcRequests>;

/// Registry of `router.reallocation`: when an output VC can be allocated again.
struct TailReallocation {
  static constexpr PolicyInfo kInfo{"tail", "when the tail has crossed the crossbar"};
};
struct AtomicReallocation {
  static constexpr PolicyInfo kInfo{"atomic", "when all its credits are home as well"};
};
using ReallocationPolicy = PolicyChoice<TailReallocation, AtomicReallocation>;

/// Registry of `router.injection` of the flit-level machine: how a source fills the VCs of its local port.
struct SideBySideInjection {
  static constexpr PolicyInfo kInfo{"side_by_side",
                                    "as many packets at a time as there are VCs, a flit of each in turn"};
};
struct OneAtATimeInjection {
  static constexpr PolicyInfo kInfo{"one_at_a_time", "a packet begins when all flits of the one before are sent"};
};
using WormInjectionPolicy = PolicyChoice<SideBySideInjection, OneAtATimeInjection>;

struct WormholeParameters {
  int virtual_channels = 4;        ///< n, of each channel and class
  int buffer_flits = 8;            ///< B, of each input VC, those of the local port included
  int routing_delay = 0;           ///< D, cycles
  int injection_delay = 0;         ///< I, cycles from the source to its local input VC
  int injection_credit_delay = 1;  ///< Q, cycles from the switch grant to the credit at the source
  int ejection_delay = 1;          ///< Z, cycles from the switch grant to the ejection
  AllocatorPolicy vc_allocator;
  VcRequestPolicy vc_requests;
  ReallocationPolicy reallocation;
  bool flit_bubble = false;  ///< rings are kept moving by a flit of room: `router.escape`
  WormInjectionPolicy injection;

  bool atomic() const { return reallocation.is<AtomicReallocation>(); }
};

}  // namespace trenza::microarch
