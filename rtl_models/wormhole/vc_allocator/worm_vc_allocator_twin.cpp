#include "rtl_models/wormhole/vc_allocator/worm_vc_allocator_twin.h"

#include "microarch/wormhole/worm_vc_allocation.h"
#include "rtl_models/matrix_allocator/matrix_allocator_twin.h"
#include "rtl_models/twin/widths.h"
#include "rtl_models/wormhole/vc_allocator/flit_bubble_straps.h"

namespace trenza::rtl_models {

namespace {

/// Only its numbers are of interest: any mask has room for the inputs.
using Allocation = microarch::BasicAllocation<microarch::WideMask<20>>;

RtlModule worm_vc_allocator_module(const WormPlace& place) {
  const microarch::FabricParameters& parameters = place.parameters;
  const microarch::WormholeParameters& wormhole = parameters.wormhole;
  RtlModule module =
      with_unguarded_arbiters(RtlModule{"worm_vc_allocator", {}, true}, parameters)
          .with("PORTS", place.ports())
          .with("CLASSES", parameters.message_classes)
          .with("CLASS_VCS", parameters.class_vcs())
          .with("EJECTORS", parameters.ejectors)
          .with("ALLOCATOR", allocator_module_name(wormhole.vc_allocator, "router.vc_allocation.allocator"))
          .with("PARAMETER", wormhole.vc_allocator.parameter())
          .with("REQUESTS", wormhole.vc_requests.name())
          .with("REALLOCATION", wormhole.reallocation.name())
          .with("BUBBLE_VCS", bubble_vcs(place))
          .with("PIPELINE", parameters.pipeline.name());
  if (wormhole.atomic() || wormhole.flit_bubble) module.with("BUFFER_FLITS", parameters.buffer_flits());
  return module;
}

}  // namespace

WormVcAllocatorTwin::WormVcAllocatorTwin(const sc_core::sc_module_name& name, const WormPlace& place)
    : WormVcAllocator(name, place),
      model_(worm_vc_allocator_module(place)),
      draws_(model_, Allocation(microarch::vc_allocation_spec(place.parameters, place.ports())), place.parameters.seed,
             static_cast<int>(place.node), kWormTurnBits),
      request_draws_(place.parameters.seed, microarch::DrawPurpose::vc_request, static_cast<int>(place.node),
                     request.size()),
      request_(model_.port("request", vector_bits<std::uint64_t>(request))),
      route_ports_(model_.port("route_ports", vector_bits<std::uint64_t>(route_ports))),
      route_vcs_(model_.port("route_vcs", vector_bits<std::uint64_t>(route_vcs))),
      held_(model_.port("held", vector_bits<std::uint32_t>(held))),
      credits_(model_.port("credits", shape_.network_inputs() * kHalfWordBits)),
      request_draw_(model_.port("request_draw", vector_bits<std::uint16_t>(request))),
      grant_(model_.port("grant", vector_bits<std::uint32_t>(grant))),
      allocated_(model_.port("allocated", vector_bits<std::uint32_t>(allocated))),
      wish_(model_.port("wish", vector_bits<std::uint64_t>(request))) {
  set_rows(model_.port("same_ring", place.ports() * place.ports()), bubble_rings(place), place.ports());
}

bool WormVcAllocatorTwin::follow() {
  bool waiting = false;
  for (std::size_t i = 0; i < request.size(); ++i) {
    const RequestWord asked = request[i].read();
    request_.set(asked, i);
    if (asked == 0) continue;
    waiting = true;
    route_ports_.set(route_ports[i].read(), i);
    route_vcs_.set(route_vcs[i].read(), i);
  }
  if (!waiting) return false;
  for (std::size_t o = 0; o < held.size(); ++o) held_.set(held[o].read(), o);
  for (std::size_t k = 0; k < credits.size(); ++k) credits_.set(credits[k].read(), k);
  set_draws(request_draw_, request_draws_, cycle.read());
  draws_.set(cycle.read());
  return true;
}

bool WormVcAllocatorTwin::show() {
  bool granted = false;
  for (std::size_t i = 0; i < grant.size(); ++i) {
    const auto lane = grant_.get<LaneWord>(i);
    granted = granted || lane != 0;
    grant_held_.write(grant, i, lane);
  }
  for (std::size_t o = 0; o < allocated.size(); ++o)
    allocated_held_.write(allocated, o, allocated_.get<std::uint32_t>(o));
  for (std::size_t i = 0; i < wish.size(); ++i) wish_held_.write(wish, i, wish_.get<std::uint64_t>(i));
  return granted;
}

/// Without a head nothing is shown, and the state of the model does not change.
bool WormVcAllocatorTwin::decide() {
  const bool waiting = follow();
  if (!waiting && !shows_) return false;
  shows_ = waiting;
  model_.eval();
  return show();
}

}  // namespace trenza::rtl_models
