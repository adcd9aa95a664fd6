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

/// A block, or its twin, which takes the same arguments.
template <class Block, class Twin, class... Arguments>
std::unique_ptr<Block> block_or_twin(bool twin, const Arguments&... arguments) {
  if (twin) return std::make_unique<Twin>(arguments...);
  return std::make_unique<Block>(arguments...);
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
  return block_or_twin<InputBuffer, InputBufferTwin>(is_twin_of(*this, RtlBlock::input_buffer, place), name, p.vcs(),
                                                     p.escape_mask(), p.buffer_flits(), p.router_delay, p.two_steps());
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
  return block_or_twin<CreditCounter, CreditCounterTwin>(is_twin_of(*this, RtlBlock::credit_counter, place), name,
                                                         initial, place.parameters.two_steps());
}

std::unique_ptr<BubbleControl> BlockFactory::bubble_control(const char* name, const RouterPlace& place, int ring,
                                                            std::uint64_t continuing, std::uint64_t all) const {
  return block_or_twin<BubbleControl, BubbleControlTwin>(is_twin_of(*this, RtlBlock::bubble_control, place), name, ring,
                                                         continuing, all, place.parameters.bubble);
}

std::unique_ptr<VcAllocator> BlockFactory::vc_allocator(const char* name, const RouterPlace& place,
                                                        const microarch::SelectionShape& shape,
                                                        const std::vector<int>& input_class) const {
  const auto& p = place.parameters;
  const bool twin = is_twin_of(*this, RtlBlock::vc_allocator, place);
  if (p.two_steps())
    return block_or_twin<TwoStepAllocator, TwoStepAllocatorTwin>(twin, name, p, shape, input_class, place.node);
  if (p.allocator.visit([](auto allocator) { return allocator.kPicks; }))
    return block_or_twin<VcAllocator, VcAllocatorTwin>(twin, name, shape, input_class, place.node, p.seed);
  return block_or_twin<MatrixAllocator, MatrixAllocatorTwin>(twin, name, p, shape, input_class, place.node);
}

std::unique_ptr<SwitchAllocator> BlockFactory::switch_allocator(const char* name, const RouterPlace& place) const {
  return block_or_twin<SwitchAllocator, SwitchAllocatorTwin>(is_twin_of(*this, RtlBlock::switch_allocator, place), name,
                                                             place.parameters, place.ports(), place.node);
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
  return block_or_twin<Link, LinkTwin>(is_twin_of(*this, RtlBlock::link, place), name,
                                       place.parameters.link_delay_of(port));
}

std::unique_ptr<CreditLink> BlockFactory::credit_link(const char* name, const RouterPlace& place) const {
  return block_or_twin<CreditLink, CreditLinkTwin>(is_twin_of(*this, RtlBlock::link, place), name,
                                                   place.parameters.credit_delay - 1);
}

}  // namespace trenza::rtl_models
