#include "cosim/rtl_blocks.h"

#include <utility>

#include "cosim/plug/plugged_input_buffer.h"
#include "cosim/plug/plugged_router.h"
#include "cosim/plug/plugged_switch_allocator.h"
#include "cosim/plug/plugged_vc_allocator.h"
#include "rtl_models/bubble_control/bubble_control_twin.h"
#include "rtl_models/credit_counter/credit_counter_twin.h"
#include "rtl_models/crossbar/crossbar_twin.h"
#include "rtl_models/input_buffer/input_buffer_twin.h"
#include "rtl_models/link/link_twin.h"
#include "rtl_models/matrix_allocator/matrix_allocator_twin.h"
#include "rtl_models/network_interface/network_interface_twin.h"
#include "rtl_models/routing_unit/routing_unit_twin.h"
#include "rtl_models/switch_allocator/switch_allocator_twin.h"
#include "rtl_models/vc_allocator/vc_allocator_twin.h"

namespace trenza::cosim {

using namespace rtl_models;  // NOLINT(google-build-using-namespace): all of this file is about its blocks

int record_dimensions(const topologies::Topology& topology) { return topology.routing().record_dimensions(); }

RtlBlocks::RtlBlocks(const topologies::Topology& topology, RtlSelection selection, RouterPlugs plugs)
    : selection_(std::move(selection)),
      plugs_(std::move(plugs)),
      dimensions_(record_dimensions(topology)),
      whole_(dimensions_) {
  for (topologies::NodeId node = 0; node < topology.graph().nodes(); ++node) {
    if (auto plug = plugs_.at("router", node))
      plugged_routers_[node] = std::make_unique<PluggedRouterBlocks>(std::move(plug), standstill_);
  }
}

const BlockFactory& RtlBlocks::others(const RouterPlace& place) const {
  const auto plugged = plugged_routers_.find(place.node);
  if (plugged != plugged_routers_.end()) return *plugged->second;
  return is_twin(RtlBlock::router, place) ? static_cast<const BlockFactory&>(whole_) : systemc_;
}

std::unique_ptr<InputBuffer> RtlBlocks::input_buffer(const char* name, const RouterPlace& place) const {
  if (const auto fifo = plugs_.at("buffer", place.node)) return std::make_unique<PluggedInputBuffer>(name, place, fifo);
  const BlockFactory& maker = others(place);
  if (&maker == &whole_ || !is_twin(RtlBlock::input_buffer, place)) return maker.input_buffer(name, place);
  const auto& parameters = place.parameters;
  return std::make_unique<InputBufferTwin>(name, parameters.vcs(), parameters.escape_mask(), parameters.buffer_flits(),
                                           parameters.router_delay);
}

std::unique_ptr<RoutingUnit> RtlBlocks::routing_unit(const char* name, const RouterPlace& place) const {
  const BlockFactory& maker = others(place);
  if (&maker == &whole_ || dimensions_ == 0 || !is_twin(RtlBlock::routing_unit, place)) {
    return maker.routing_unit(name, place);
  }
  return std::make_unique<RoutingUnitTwin>(name, place.topology.routing(), place.node, dimensions_);
}

std::unique_ptr<CreditCounter> RtlBlocks::credit_counter(const char* name, const RouterPlace& place,
                                                         const std::vector<int>& initial) const {
  const BlockFactory& maker = others(place);
  if (&maker == &whole_ || !is_twin(RtlBlock::credit_counter, place)) return maker.credit_counter(name, place, initial);
  return std::make_unique<CreditCounterTwin>(name, initial);
}

std::unique_ptr<BubbleControl> RtlBlocks::bubble_control(const char* name, const RouterPlace& place, int ring,
                                                         std::uint64_t continuing, std::uint64_t all) const {
  const BlockFactory& maker = others(place);
  if (&maker == &whole_ || !is_twin(RtlBlock::bubble_control, place)) {
    return maker.bubble_control(name, place, ring, continuing, all);
  }
  return std::make_unique<BubbleControlTwin>(name, ring, continuing, all, place.parameters.bubble);
}

std::unique_ptr<VcAllocator> RtlBlocks::vc_allocator(const char* name, const RouterPlace& place,
                                                     const microarch::SelectionShape& shape,
                                                     const std::vector<int>& input_class) const {
  const BlockFactory& maker = others(place);
  if (const auto plug = plugs_.at("vc_allocator", place.node)) {
    return std::make_unique<PluggedVcAllocator>(name, place, shape, input_class, plug, standstill_);
  }
  if (&maker == &whole_ || !is_twin(RtlBlock::vc_allocator, place)) {
    return maker.vc_allocator(name, place, shape, input_class);
  }
  if (!microarch::Allocation(place.parameters, place.ports()).picks())
    return std::make_unique<MatrixAllocatorTwin>(name, place.parameters, shape, input_class, place.node);
  return std::make_unique<VcAllocatorTwin>(name, shape, input_class, place.node, place.parameters.seed);
}

std::unique_ptr<SwitchAllocator> RtlBlocks::switch_allocator(const char* name, const RouterPlace& place) const {
  const BlockFactory& maker = others(place);
  const ArbiterPlugs arbiters{plugs_.at("arbiter", place.node), plugs_.at("port_arbiter", place.node),
                              plugs_.at("switch_allocator", place.node)};
  if (arbiters.outputs || arbiters.ports || arbiters.whole)
    return std::make_unique<PluggedSwitchAllocator>(name, place, arbiters, standstill_);
  if (&maker == &whole_ || !is_twin(RtlBlock::switch_allocator, place)) return maker.switch_allocator(name, place);
  return std::make_unique<SwitchAllocatorTwin>(name, place.parameters, place.ports(), place.node);
}

std::unique_ptr<Crossbar> RtlBlocks::crossbar(const char* name, const RouterPlace& place) const {
  const BlockFactory& maker = others(place);
  if (&maker == &whole_ || !is_twin(RtlBlock::crossbar, place)) return maker.crossbar(name, place);
  const auto& parameters = place.parameters;
  return std::make_unique<CrossbarTwin>(name, place.topology.routing(), place.node, parameters.inputs(place.ports()),
                                        place.ports(), parameters.ejectors, parameters.escape_mask(), dimensions_);
}

std::unique_ptr<NetworkInterface> RtlBlocks::network_interface(const char* name, const RouterPlace& place,
                                                               TerminalObserver& observer) const {
  const BlockFactory& maker = others(place);
  if (&maker == &whole_ || !is_twin(RtlBlock::network_interface, place)) {
    return maker.network_interface(name, place, observer);
  }
  return std::make_unique<NetworkInterfaceTwin>(name, place.parameters, place.topology.routing(), place.node, observer,
                                                dimensions_);
}

std::unique_ptr<Link> RtlBlocks::link(const char* name, const RouterPlace& place, int port) const {
  if (!is_twin(RtlBlock::link, place)) return systemc_.link(name, place, port);
  return std::make_unique<LinkTwin>(name, place.parameters.link_delay_of(port));
}

std::unique_ptr<CreditLink> RtlBlocks::credit_link(const char* name, const RouterPlace& place) const {
  if (!is_twin(RtlBlock::link, place)) return systemc_.credit_link(name, place);
  return std::make_unique<CreditLinkTwin>(name, place.parameters.credit_delay - 1);
}

std::unique_ptr<sc_core::sc_module> RtlBlocks::core(const RouterPlace& place, Router& router) const {
  return others(place).core(place, router);
}

}  // namespace trenza::cosim
