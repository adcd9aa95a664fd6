// The factory of flit-level routers and their blocks.
#pragma once

#include <memory>
#include <string>

#include "rtl_models/credit_counter/credit_counter.h"
#include "rtl_models/crossbar/crossbar.h"
#include "rtl_models/link/link.h"
#include "rtl_models/router/rtl_block.h"
#include "rtl_models/wormhole/input_unit/input_unit.h"
#include "rtl_models/wormhole/network_interface/worm_network_interface.h"
#include "rtl_models/wormhole/output_unit/output_unit.h"
#include "rtl_models/wormhole/route_computation/route_computation.h"
#include "rtl_models/wormhole/router/worm_router_ports.h"
#include "rtl_models/wormhole/switch_allocator/worm_switch_allocator.h"
#include "rtl_models/wormhole/vc_allocator/worm_vc_allocator.h"

namespace trenza::rtl_models {

extern template class CrossbarOf<WormSelect>;
using WormCrossbar = CrossbarOf<WormSelect>;

/// Makes routers and their blocks: SystemC ones, and twins where is_twin() says so (errors: RtlError). What overrides a
/// function must derive its block from the SystemC one, which drives the same signals and keeps the same account.
class WormBlockFactory {
 public:
  WormBlockFactory() = default;
  WormBlockFactory(const WormBlockFactory&) = delete;
  WormBlockFactory& operator=(const WormBlockFactory&) = delete;
  virtual ~WormBlockFactory() = default;

  /// Whether a block of a router is to be its SystemVerilog twin. Where routing is by table, route computations stay
  /// those of SystemC.
  virtual bool is_twin(RtlBlock /*block*/, const WormPlace& /*place*/) const { return false; }

  /// The router of a place: the twin, or one of blocks that `blocks` makes.
  virtual std::unique_ptr<WormRouterPorts> router(const char* name, const WormPlace& place, TerminalObserver& observer,
                                                  const WormBlockFactory& blocks) const;

  /// `falls_through`: as of InputUnit.
  virtual std::unique_ptr<InputUnit> input_unit(const char* name, const WormPlace& place, bool falls_through) const;
  virtual std::unique_ptr<OutputUnit> output_unit(const char* name, const WormPlace& place) const;
  /// `port`: the network port at which flits enter, -1: the local one.
  virtual std::unique_ptr<RouteComputation> route_computation(const char* name, const WormPlace& place, int port) const;
  virtual std::unique_ptr<CreditCounter> credit_counter(const char* name, const WormPlace& place) const;
  virtual std::unique_ptr<WormVcAllocator> vc_allocator(const char* name, const WormPlace& place) const;
  virtual std::unique_ptr<WormSwitchAllocator> switch_allocator(const char* name, const WormPlace& place) const;
  virtual std::unique_ptr<WormCrossbar> crossbar(const char* name, const WormPlace& place) const;
  virtual std::unique_ptr<WormNetworkInterface> network_interface(const char* name, const WormPlace& place,
                                                                  TerminalObserver& observer) const;
  /// The link that leaves the router by `port`, whose delay is not 0.
  virtual std::unique_ptr<Link> link(const char* name, const WormPlace& place, int port) const;
  /// The backward wires of a link, with a credit delay above 1.
  virtual std::unique_ptr<CreditLink> credit_link(const char* name, const WormPlace& place) const;

  /// As of BlockFactory.
  virtual std::shared_ptr<const std::string> blocked() const { return nullptr; }
};

}  // namespace trenza::rtl_models
