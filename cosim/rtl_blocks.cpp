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
#include "rtl_models/router/router_twin.h"
#include "rtl_models/routing_unit/routing_unit_twin.h"
#include "rtl_models/switch_allocator/switch_allocator_twin.h"
#include "rtl_models/vc_allocator/vc_allocator_twin.h"

namespace trenza::cosim {

using namespace rtl_models;  // NOLINT(google-build-using-namespace): all of this file is about its blocks

int record_dimensions(const topologies::Topology& topology) { return topology.routing().record_dimensions(); }

RtlBlocks::RtlBlocks(const topologies::Topology& topology, RtlSelection selection, RouterPlugs plugs)
    : selection_(std::move(selection)), plugs_(std::move(plugs)), dimensions_(record_dimensions(topology)) {}

std::unique_ptr<RouterPorts> RtlBlocks::router(const char* name, const RouterPlace& place, TerminalObserver& observer,
                                               const BlockFactory& blocks) const {
  if (const auto plug = plugs_.at("router", place.node))
    return std::make_unique<PluggedRouter>(name, place, observer, plug, standstill_);
  if (is_twin(RtlBlock::router, place)) return std::make_unique<RouterTwin>(name, place, observer, dimensions_);
  return BlockFactory::router(name, place, observer, blocks);
}

std::unique_ptr<InputBuffer> RtlBlocks::input_buffer(const char* name, const RouterPlace& place) const {
  if (const auto fifo = plugs_.at("buffer", place.node)) return std::make_unique<PluggedInputBuffer>(name, place, fifo);
  if (!is_twin(RtlBlock::input_buffer, place)) return BlockFactory::input_buffer(name, place);
  const auto& parameters = place.parameters;
  return std::make_unique<InputBufferTwin>(name, parameters.vcs(), parameters.escape_mask(), parameters.buffer_flits(),
                                           parameters.router_delay);
}

std::unique_ptr<RoutingUnit> RtlBlocks::routing_unit(const char* name, const RouterPlace& place, int port) const {
  if (dimensions_ == 0 || !is_twin(RtlBlock::routing_unit, place)) {
    return BlockFactory::routing_unit(name, place, port);
  }
  return std::make_unique<RoutingUnitTwin>(name, place.topology.routing(), place.node, port,
                                           place.parameters.class_vcs(), dimensions_);
}

std::unique_ptr<CreditCounter> RtlBlocks::credit_counter(const char* name, const RouterPlace& place,
                                                         const std::vector<int>& initial) const {
  if (!is_twin(RtlBlock::credit_counter, place)) return BlockFactory::credit_counter(name, place, initial);
  return std::make_unique<CreditCounterTwin>(name, initial);
}

std::unique_ptr<BubbleControl> RtlBlocks::bubble_control(const char* name, const RouterPlace& place, int ring,
                                                         std::uint64_t continuing, std::uint64_t all) const {
  if (!is_twin(RtlBlock::bubble_control, place)) {
    return BlockFactory::bubble_control(name, place, ring, continuing, all);
  }
  return std::make_unique<BubbleControlTwin>(name, ring, continuing, all, place.parameters.bubble);
}

std::unique_ptr<VcAllocator> RtlBlocks::vc_allocator(const char* name, const RouterPlace& place,
                                                     const microarch::SelectionShape& shape,
                                                     const std::vector<int>& input_class) const {
  if (const auto plug = plugs_.at("vc_allocator", place.node)) {
    return std::make_unique<PluggedVcAllocator>(name, place, shape, input_class, plug, standstill_);
  }
  if (!is_twin(RtlBlock::vc_allocator, place)) {
    return BlockFactory::vc_allocator(name, place, shape, input_class);
  }
  if (!microarch::Allocation(place.parameters, place.ports()).picks())
    return std::make_unique<MatrixAllocatorTwin>(name, place.parameters, shape, input_class, place.node);
  return std::make_unique<VcAllocatorTwin>(name, shape, input_class, place.node, place.parameters.seed);
}

std::unique_ptr<SwitchAllocator> RtlBlocks::switch_allocator(const char* name, const RouterPlace& place) const {
  const ArbiterPlugs arbiters{plugs_.at("arbiter", place.node), plugs_.at("port_arbiter", place.node),
                              plugs_.at("switch_allocator", place.node)};
  if (arbiters.outputs || arbiters.ports || arbiters.whole)
    return std::make_unique<PluggedSwitchAllocator>(name, place, arbiters, standstill_);
  if (!is_twin(RtlBlock::switch_allocator, place)) return BlockFactory::switch_allocator(name, place);
  return std::make_unique<SwitchAllocatorTwin>(name, place.parameters, place.ports(), place.node);
}

std::unique_ptr<Crossbar> RtlBlocks::crossbar(const char* name, const RouterPlace& place) const {
  if (!is_twin(RtlBlock::crossbar, place)) return BlockFactory::crossbar(name, place);
  const auto& parameters = place.parameters;
  return std::make_unique<CrossbarTwin>(name, place.topology.routing(), place.node, parameters.inputs(place.ports()),
                                        place.ports(), parameters.ejectors, parameters.escape_mask(), dimensions_);
}

std::unique_ptr<NetworkInterface> RtlBlocks::network_interface(const char* name, const RouterPlace& place,
                                                               TerminalObserver& observer) const {
  if (!is_twin(RtlBlock::network_interface, place)) {
    return BlockFactory::network_interface(name, place, observer);
  }
  return std::make_unique<NetworkInterfaceTwin>(name, place.parameters, place.topology.routing(), place.node, observer,
                                                dimensions_);
}

std::unique_ptr<Link> RtlBlocks::link(const char* name, const RouterPlace& place, int port) const {
  if (!is_twin(RtlBlock::link, place)) return BlockFactory::link(name, place, port);
  return std::make_unique<LinkTwin>(name, place.parameters.link_delay_of(port));
}

std::unique_ptr<CreditLink> RtlBlocks::credit_link(const char* name, const RouterPlace& place) const {
  if (!is_twin(RtlBlock::link, place)) return BlockFactory::credit_link(name, place);
  return std::make_unique<CreditLinkTwin>(name, place.parameters.credit_delay - 1);
}

}  // namespace trenza::cosim
