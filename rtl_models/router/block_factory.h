// The factory of routers and their blocks.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rtl_models/bubble_control/bubble_control.h"
#include "rtl_models/credit_counter/credit_counter.h"
#include "rtl_models/crossbar/crossbar.h"
#include "rtl_models/input_buffer/input_buffer.h"
#include "rtl_models/link/link.h"
#include "rtl_models/matrix_allocator/matrix_allocator.h"
#include "rtl_models/network_interface/network_interface.h"
#include "rtl_models/router/router_ports.h"
#include "rtl_models/routing_unit/routing_unit.h"
#include "rtl_models/switch_allocator/switch_allocator.h"
#include "rtl_models/vc_allocator/vc_allocator.h"

namespace trenza::rtl_models {

/// Makes routers and their SystemC blocks. To replace some of them, override their functions. A replacement of a block
/// derives from the SystemC block: it drives the same signals and keeps the same account, for audits and waves.
class BlockFactory {
 public:
  BlockFactory() = default;
  BlockFactory(const BlockFactory&) = delete;
  BlockFactory& operator=(const BlockFactory&) = delete;
  virtual ~BlockFactory() = default;

  /// The router of a place: of SystemC blocks that `blocks` makes, where this factory has no other kind.
  virtual std::unique_ptr<RouterPorts> router(const char* name, const RouterPlace& place, TerminalObserver& observer,
                                              const BlockFactory& blocks) const;

  virtual std::unique_ptr<InputBuffer> input_buffer(const char* name, const RouterPlace& place) const {
    const auto& parameters = place.parameters;
    return std::make_unique<InputBuffer>(name, parameters.vcs(), parameters.escape_mask(), parameters.buffer_flits(),
                                         parameters.router_delay);
  }
  /// The unit of the link that arrives at network port `port`.
  virtual std::unique_ptr<RoutingUnit> routing_unit(const char* name, const RouterPlace& place, int port) const {
    return std::make_unique<RoutingUnit>(name, place.topology.routing(), place.node, port,
                                         place.parameters.class_vcs());
  }
  /// `initial`: credits of each VC.
  virtual std::unique_ptr<CreditCounter> credit_counter(const char* name, const RouterPlace& /*place*/,
                                                        const std::vector<int>& initial) const {
    return std::make_unique<CreditCounter>(name, initial);
  }
  /// The arguments are those of BubbleControl's constructor.
  virtual std::unique_ptr<BubbleControl> bubble_control(const char* name, const RouterPlace& place, int ring,
                                                        std::uint64_t continuing, std::uint64_t all) const {
    return std::make_unique<BubbleControl>(name, ring, continuing, all, place.parameters.bubble);
  }
  /// The arguments are those of VcAllocator's constructor.
  virtual std::unique_ptr<VcAllocator> vc_allocator(const char* name, const RouterPlace& place,
                                                    const microarch::SelectionShape& shape,
                                                    const std::vector<int>& input_class) const {
    const bool picks = place.parameters.allocator.visit([](auto allocator) { return allocator.kPicks; });
    if (picks) return std::make_unique<VcAllocator>(name, shape, input_class, place.node, place.parameters.seed);
    return std::make_unique<MatrixAllocator>(name, place.parameters, shape, input_class, place.node);
  }
  virtual std::unique_ptr<SwitchAllocator> switch_allocator(const char* name, const RouterPlace& place) const {
    return std::make_unique<SwitchAllocator>(name, place.parameters, place.ports(), place.node);
  }
  virtual std::unique_ptr<Crossbar> crossbar(const char* name, const RouterPlace& place) const {
    const auto& parameters = place.parameters;
    return std::make_unique<Crossbar>(name, place.topology.routing(), place.node, parameters.inputs(place.ports()),
                                      place.ports(), parameters.ejectors, parameters.escape_mask());
  }
  virtual std::unique_ptr<NetworkInterface> network_interface(const char* name, const RouterPlace& place,
                                                              TerminalObserver& observer) const {
    return std::make_unique<NetworkInterface>(name, place.parameters, place.topology.routing(), place.node, observer);
  }
  /// The link that leaves the router by `port`.
  virtual std::unique_ptr<Link> link(const char* name, const RouterPlace& place, int port) const {
    return std::make_unique<Link>(name, place.parameters.link_delay_of(port));
  }
  /// The backward wires of that link, with a credit delay above 1.
  virtual std::unique_ptr<CreditLink> credit_link(const char* name, const RouterPlace& place) const {
    return std::make_unique<CreditLink>(name, place.parameters.credit_delay - 1);
  }
  /// Whether the registers of all its blocks can be set (PinFabric::fill). Those of models from outside cannot.
  virtual bool can_fill() const { return true; }
  /// What a block that holds up a packet for good says of it, for people; empty so far. Null: no block can say so.
  virtual std::shared_ptr<const std::string> blocked() const { return nullptr; }
};

}  // namespace trenza::rtl_models
