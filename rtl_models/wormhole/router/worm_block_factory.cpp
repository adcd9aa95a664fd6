#include "rtl_models/wormhole/router/worm_block_factory.h"

#include <vector>

#include "microarch/index.h"
#include "rtl_models/credit_counter/credit_counter_twin.h"
#include "rtl_models/crossbar/crossbar_twin.h"
#include "rtl_models/link/link_twin.h"
#include "rtl_models/wormhole/input_unit/input_unit_twin.h"
#include "rtl_models/wormhole/network_interface/worm_network_interface_twin.h"
#include "rtl_models/wormhole/output_unit/output_unit_twin.h"
#include "rtl_models/wormhole/route_computation/route_computation_twin.h"
#include "rtl_models/wormhole/router/worm_router.h"
#include "rtl_models/wormhole/router/worm_router_twin.h"
#include "rtl_models/wormhole/switch_allocator/worm_switch_allocator_twin.h"
#include "rtl_models/wormhole/vc_allocator/worm_vc_allocator_twin.h"

namespace trenza::rtl_models {

extern template class CrossbarTwinOf<WormSelect>;

std::unique_ptr<WormRouterPorts> WormBlockFactory::router(const char* name, const WormPlace& place,
                                                          TerminalObserver& observer,
                                                          const WormBlockFactory& blocks) const {
  if (is_twin(RtlBlock::router, place)) return std::make_unique<WormRouterTwin>(name, place, observer);
  return std::make_unique<WormRouter>(name, place, observer, blocks);
}

std::unique_ptr<InputUnit> WormBlockFactory::input_unit(const char* name, const WormPlace& place,
                                                        bool falls_through) const {
  const int vcs = place.parameters.vcs();
  const int depth = place.parameters.buffer_flits();
  const auto delays = InputUnitAccount::Delays::of(place.parameters);
  if (is_twin(RtlBlock::input_unit, place))
    return std::make_unique<InputUnitTwin>(name, vcs, depth, delays, falls_through);
  return std::make_unique<InputUnit>(name, vcs, depth, delays, falls_through);
}

std::unique_ptr<OutputUnit> WormBlockFactory::output_unit(const char* name, const WormPlace& place) const {
  if (is_twin(RtlBlock::output_unit, place)) return std::make_unique<OutputUnitTwin>(name, place.parameters.vcs());
  return std::make_unique<OutputUnit>(name);
}

std::unique_ptr<RouteComputation> WormBlockFactory::route_computation(const char* name, const WormPlace& place,
                                                                      int port) const {
  const int class_vcs = place.parameters.class_vcs();
  if (is_twin(RtlBlock::route_computation, place) && routes_by_record(place.topology))
    return std::make_unique<RouteComputationTwin>(name, place.topology, place.node, port, class_vcs);
  return std::make_unique<RouteComputation>(name, place.topology.routing(), place.node, port, class_vcs);
}

std::unique_ptr<CreditCounter> WormBlockFactory::credit_counter(const char* name, const WormPlace& place) const {
  const std::vector<int> initial(microarch::index(place.parameters.vcs()), place.parameters.buffer_flits());
  if (is_twin(RtlBlock::credit_counter, place)) return std::make_unique<CreditCounterTwin>(name, initial);
  return std::make_unique<CreditCounter>(name, initial);
}

std::unique_ptr<WormVcAllocator> WormBlockFactory::vc_allocator(const char* name, const WormPlace& place) const {
  if (is_twin(RtlBlock::vc_allocator, place)) return std::make_unique<WormVcAllocatorTwin>(name, place);
  return make_worm_vc_allocator(name, place);
}

std::unique_ptr<WormSwitchAllocator> WormBlockFactory::switch_allocator(const char* name,
                                                                        const WormPlace& place) const {
  if (is_twin(RtlBlock::switch_allocator, place)) return std::make_unique<WormSwitchAllocatorTwin>(name, place);
  return make_worm_switch_allocator(name, place);
}

std::unique_ptr<WormCrossbar> WormBlockFactory::crossbar(const char* name, const WormPlace& place) const {
  const microarch::WormShape shape = place.shape();
  const topologies::RoutingRelation& relation = place.topology.routing();
  if (is_twin(RtlBlock::crossbar, place)) {
    return std::make_unique<CrossbarTwinOf<WormSelect>>(name, relation, place.node, shape.inputs(), shape.ports,
                                                        shape.ejectors, 0, relation.record_dimensions());
  }
  return std::make_unique<WormCrossbar>(name, relation, place.node, shape.inputs(), shape.ports, shape.ejectors, 0);
}

std::unique_ptr<WormNetworkInterface> WormBlockFactory::network_interface(const char* name, const WormPlace& place,
                                                                          TerminalObserver& observer) const {
  if (is_twin(RtlBlock::network_interface, place))
    return std::make_unique<WormNetworkInterfaceTwin>(name, place.parameters, place.node, observer);
  return std::make_unique<WormNetworkInterface>(name, place.parameters, place.node, observer);
}

std::unique_ptr<Link> WormBlockFactory::link(const char* name, const WormPlace& place, int port) const {
  const int delay = place.parameters.link_delay_of(port);
  if (is_twin(RtlBlock::link, place)) return std::make_unique<LinkTwin>(name, delay);
  return std::make_unique<Link>(name, delay);
}

std::unique_ptr<CreditLink> WormBlockFactory::credit_link(const char* name, const WormPlace& place) const {
  const int stages = place.parameters.credit_delay - 1;
  if (is_twin(RtlBlock::link, place)) return std::make_unique<CreditLinkTwin>(name, stages);
  return std::make_unique<CreditLink>(name, stages);
}

}  // namespace trenza::rtl_models
