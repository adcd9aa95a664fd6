#include "rtl_models/router/block_factory.h"

#include "rtl_models/bubble_control/bubble_control_twin.h"
#include "rtl_models/credit_counter/credit_counter_twin.h"
#include "rtl_models/crossbar/crossbar_twin.h"
#include "rtl_models/input_buffer/input_buffer_twin.h"
#include "rtl_models/link/link_twin.h"
#include "rtl_models/matrix_allocator/matrix_allocator_twin.h"
#include "rtl_models/network_interface/network_interface_twin.h"
#include "rtl_models/router/hardware.h"
#include "rtl_models/router/router.h"
#include "rtl_models/router/router_twin.h"
#include "rtl_models/routing_unit/routing_unit_twin.h"
#include "rtl_models/switch_allocator/switch_allocator_twin.h"
#include "rtl_models/two_step_allocator/two_step_allocator_twin.h"
#include "rtl_models/vc_allocator/vc_allocator_twin.h"

namespace trenza::rtl_models {

namespace {

/// Hop counts of a record where routing is by records; else 0.
int dimensions_at(const RouterPlace& place) { return place.topology.routing().record_dimensions(); }

bool is_twin_of(const BlockFactory& blocks, RtlBlock block, const RouterPlace& place) {
  if (!blocks.is_twin(block, place)) return false;
  require_hardware(place.parameters);
  return true;
}

}  // namespace

std::unique_ptr<RouterPorts> BlockFactory::router(const char* name, const RouterPlace& place,
                                                  TerminalObserver& observer, const BlockFactory& blocks) const {
  if (is_twin_of(*this, RtlBlock::router, place))
    return std::make_unique<RouterTwin>(name, place, observer, dimensions_at(place));
  return std::make_unique<Router>(name, place, observer, blocks);
}

std::unique_ptr<InputBuffer> BlockFactory::input_buffer(const char* name, const RouterPlace& place) const {
  const auto& p = place.parameters;
  if (is_twin_of(*this, RtlBlock::input_buffer, place))
    return std::make_unique<InputBufferTwin>(name, p.vcs(), p.escape_mask(), p.buffer_flits(), p.router_delay,
                                             p.two_steps());
  return std::make_unique<InputBuffer>(name, p.vcs(), p.escape_mask(), p.buffer_flits(), p.router_delay, p.two_steps());
}

std::unique_ptr<RoutingUnit> BlockFactory::routing_unit(const char* name, const RouterPlace& place, int port) const {
  const auto& relation = place.topology.routing();
  const int class_vcs = place.parameters.class_vcs();
  const int dimensions = dimensions_at(place);
  if (dimensions > 0 && is_twin_of(*this, RtlBlock::routing_unit, place))
    return std::make_unique<RoutingUnitTwin>(name, relation, place.node, port, class_vcs, dimensions);
  return std::make_unique<RoutingUnit>(name, relation, place.node, port, class_vcs);
}

std::unique_ptr<CreditCounter> BlockFactory::credit_counter(const char* name, const RouterPlace& place,
                                                            const std::vector<int>& initial) const {
  if (is_twin_of(*this, RtlBlock::credit_counter, place))
    return std::make_unique<CreditCounterTwin>(name, initial, place.parameters.two_steps());
  return std::make_unique<CreditCounter>(name, initial, place.parameters.two_steps());
}

std::unique_ptr<BubbleControl> BlockFactory::bubble_control(const char* name, const RouterPlace& place, int ring,
                                                            std::uint64_t continuing, std::uint64_t all) const {
  const bool rule = place.parameters.bubble;
  if (is_twin_of(*this, RtlBlock::bubble_control, place))
    return std::make_unique<BubbleControlTwin>(name, ring, continuing, all, rule);
  return std::make_unique<BubbleControl>(name, ring, continuing, all, rule);
}

std::unique_ptr<VcAllocator> BlockFactory::vc_allocator(const char* name, const RouterPlace& place,
                                                        const microarch::SelectionShape& shape,
                                                        const std::vector<int>& input_class) const {
  const auto& p = place.parameters;
  const bool twin = is_twin_of(*this, RtlBlock::vc_allocator, place);
  if (p.two_steps() && twin) return std::make_unique<TwoStepAllocatorTwin>(name, p, shape, input_class, place.node);
  if (p.two_steps()) return std::make_unique<TwoStepAllocator>(name, p, shape, input_class, place.node);
  const bool picks = p.allocator.visit([](auto allocator) { return allocator.kPicks; });
  if (picks && twin) return std::make_unique<VcAllocatorTwin>(name, shape, input_class, place.node, p.seed);
  if (picks) return std::make_unique<VcAllocator>(name, shape, input_class, place.node, p.seed);
  if (twin) return std::make_unique<MatrixAllocatorTwin>(name, p, shape, input_class, place.node);
  return std::make_unique<MatrixAllocator>(name, p, shape, input_class, place.node);
}

std::unique_ptr<SwitchAllocator> BlockFactory::switch_allocator(const char* name, const RouterPlace& place) const {
  if (is_twin_of(*this, RtlBlock::switch_allocator, place))
    return std::make_unique<SwitchAllocatorTwin>(name, place.parameters, place.ports(), place.node);
  return std::make_unique<SwitchAllocator>(name, place.parameters, place.ports(), place.node);
}

std::unique_ptr<Crossbar> BlockFactory::crossbar(const char* name, const RouterPlace& place) const {
  const auto& p = place.parameters;
  const auto& relation = place.topology.routing();
  const int ports = place.ports();
  if (is_twin_of(*this, RtlBlock::crossbar, place)) {
    return std::make_unique<CrossbarTwin>(name, relation, place.node, p.inputs(ports), ports, p.ejectors,
                                          p.escape_mask(), dimensions_at(place));
  }
  return std::make_unique<Crossbar>(name, relation, place.node, p.inputs(ports), ports, p.ejectors, p.escape_mask());
}

std::unique_ptr<NetworkInterface> BlockFactory::network_interface(const char* name, const RouterPlace& place,
                                                                  TerminalObserver& observer) const {
  const auto& relation = place.topology.routing();
  if (is_twin_of(*this, RtlBlock::network_interface, place)) {
    return std::make_unique<NetworkInterfaceTwin>(name, place.parameters, relation, place.node, observer,
                                                  dimensions_at(place));
  }
  return std::make_unique<NetworkInterface>(name, place.parameters, relation, place.node, observer);
}

std::unique_ptr<Link> BlockFactory::link(const char* name, const RouterPlace& place, int port) const {
  const int delay = place.parameters.link_delay_of(port);
  if (is_twin_of(*this, RtlBlock::link, place)) return std::make_unique<LinkTwin>(name, delay);
  return std::make_unique<Link>(name, delay);
}

std::unique_ptr<CreditLink> BlockFactory::credit_link(const char* name, const RouterPlace& place) const {
  const int delay = place.parameters.credit_delay - 1;
  if (is_twin_of(*this, RtlBlock::link, place)) return std::make_unique<CreditLinkTwin>(name, delay);
  return std::make_unique<CreditLink>(name, delay);
}

}  // namespace trenza::rtl_models
