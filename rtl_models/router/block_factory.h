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
#include "rtl_models/network_interface/network_interface.h"
#include "rtl_models/router/router_ports.h"
#include "rtl_models/router/rtl_block.h"
#include "rtl_models/routing_unit/routing_unit.h"
#include "rtl_models/switch_allocator/switch_allocator.h"
#include "rtl_models/vc_allocator/vc_allocator.h"

namespace trenza::rtl_models {

/// Makes routers and their blocks: SystemC ones, and twins where is_twin() says so (errors: RtlError). To replace
/// further ones, override their functions. A replacement of a block derives from the SystemC block: it drives the same
/// signals and keeps the same account, for audits and waves.
class BlockFactory {
 public:
  BlockFactory() = default;
  BlockFactory(const BlockFactory&) = delete;
  BlockFactory& operator=(const BlockFactory&) = delete;
  virtual ~BlockFactory() = default;

  /// Whether a block of a router is to be its SystemVerilog twin. Where routing is by table, routing units stay those
  /// of SystemC.
  virtual bool is_twin(RtlBlock /*block*/, const RouterPlace& /*place*/) const { return false; }

  /// The router of a place: the twin, or one of blocks that `blocks` makes.
  virtual std::unique_ptr<RouterPorts> router(const char* name, const RouterPlace& place, TerminalObserver& observer,
                                              const BlockFactory& blocks) const;

  virtual std::unique_ptr<InputBuffer> input_buffer(const char* name, const RouterPlace& place) const;
  /// The unit of the link that arrives at network port `port`.
  virtual std::unique_ptr<RoutingUnit> routing_unit(const char* name, const RouterPlace& place, int port) const;
  /// `initial`: credits of each VC.
  virtual std::unique_ptr<CreditCounter> credit_counter(const char* name, const RouterPlace& place,
                                                        const std::vector<int>& initial) const;
  /// The arguments are those of BubbleControl's constructor.
  virtual std::unique_ptr<BubbleControl> bubble_control(const char* name, const RouterPlace& place, int ring,
                                                        std::uint64_t continuing, std::uint64_t all) const;
  /// The arguments are those of VcAllocator's constructor.
  virtual std::unique_ptr<VcAllocator> vc_allocator(const char* name, const RouterPlace& place,
                                                    const microarch::SelectionShape& shape,
                                                    const std::vector<int>& input_class) const;
  virtual std::unique_ptr<SwitchAllocator> switch_allocator(const char* name, const RouterPlace& place) const;
  virtual std::unique_ptr<Crossbar> crossbar(const char* name, const RouterPlace& place) const;
  virtual std::unique_ptr<NetworkInterface> network_interface(const char* name, const RouterPlace& place,
                                                              TerminalObserver& observer) const;
  /// The link that leaves the router by `port`.
  virtual std::unique_ptr<Link> link(const char* name, const RouterPlace& place, int port) const;
  /// The backward wires of that link, with a credit delay above 1.
  virtual std::unique_ptr<CreditLink> credit_link(const char* name, const RouterPlace& place) const;
  /// Whether the registers of all its blocks can be set (PinFabric::fill). Those of models from outside cannot.
  virtual bool can_fill() const { return true; }
  /// What a block that holds up a packet for good says of it, for people; empty so far. Null: no block can say so.
  virtual std::shared_ptr<const std::string> blocked() const { return nullptr; }
};

}  // namespace trenza::rtl_models
