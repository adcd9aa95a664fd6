// Router of SystemC blocks, or of blocks that stand in for them: input buffers, routing units, allocators, bubble
// control, credit counters and the crossbar of one node, with its network interface. Ports and latency: router_ports.h.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rtl_models/router/block_factory.h"
#include "rtl_models/router/router_ports.h"

namespace trenza::rtl_models {

class Router : public RouterPorts {
 public:
  /// `place.topology` and `observer` must outlive the router; `blocks` makes what it consists of.
  Router(const sc_core::sc_module_name& name, const RouterPlace& place, TerminalObserver& observer,
         const BlockFactory& blocks = BlockFactory());

  /// The bubble control of escape VC `vc` of an output port.
  const BubbleControl& bubble(int port, int vc) const {
    return *bubbles_[static_cast<std::size_t>(escape_place(port, vc))];
  }
  int held_credits(int port, int vc) const override {
    return buffers_[static_cast<std::size_t>(port)]->held_credits(vc);
  }
  void show_accounts(Cycle now) override;

 private:
  void make_input(int port, const RouterPlace& place, const BlockFactory& blocks);
  void make_output(int port, const RouterPlace& place, const BlockFactory& blocks);
  void make_bubble(int port, int vc, const std::string& name, const RouterPlace& place, const BlockFactory& blocks);
  void make_allocators(const RouterPlace& place, const BlockFactory& blocks);
  void make_crossbar(const RouterPlace& place, const BlockFactory& blocks);

  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> arriving_route_{"arriving_route"};  // network port
  // Null at ports without a channel.
  std::vector<std::unique_ptr<InputBuffer>> buffers_;
  std::vector<std::unique_ptr<RoutingUnit>> routing_units_;
  std::vector<std::unique_ptr<CreditCounter>> counters_;
  std::vector<std::unique_ptr<BubbleControl>> bubbles_;
  std::unique_ptr<VcAllocator> vc_allocator_;
  std::unique_ptr<SwitchAllocator> switch_allocator_;
  std::unique_ptr<Crossbar> crossbar_;
  std::unique_ptr<NetworkInterface> terminal_;
  // The signals that outputs of the crossbar without a channel are bound to.
  std::vector<std::unique_ptr<FlitSignals>> loose_links_;
};

}  // namespace trenza::rtl_models
