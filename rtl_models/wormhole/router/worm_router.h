// Router of the flit-level machine: input units, route computation, VC and switch allocator, output units, credit
// counters and the crossbar of one node, with its network interface. Ports: worm_router_ports.h.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "rtl_models/wormhole/router/worm_block_factory.h"

namespace trenza::rtl_models {

class WormRouter : public WormRouterPorts {
 public:
  /// `place.topology`, `observer` and, during the construction, `blocks` must outlive the router.
  WormRouter(const sc_core::sc_module_name& name, const WormPlace& place, TerminalObserver& observer,
             const WormBlockFactory& blocks);

  int local_flits_in_flight(int vc) const override { return injection_ ? injection_->in_flight(vc, false) : 0; }
  int local_credits_in_flight(int vc) const override {
    return injection_credits_ ? injection_credits_->in_flight(vc) : 0;
  }

 private:
  void make_local_port(const WormPlace& place, TerminalObserver& observer, const WormBlockFactory& blocks);
  void make_input(int port, const std::string& name, const WormPlace& place, bool falls_through,
                  const WormBlockFactory& blocks);
  void make_output(int output, const std::string& name, const WormPlace& place, const WormBlockFactory& blocks);
  void make_allocators(const WormPlace& place, const WormBlockFactory& blocks);
  void make_crossbar(const WormPlace& place, const WormBlockFactory& blocks);
  template <class Block>
  void connect_clock(Block& block) {
    block.clk.bind(clk);
    block.reset.bind(reset);
    block.count_in(awake_blocks());
  }
  template <class Wires>
  void bind_input(int port, Wires& wires);

  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> arriving_ports_{"arriving_ports"};  // input port
  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> arriving_vcs_{"arriving_vcs"};
  FlitSignals sent_{"sent_local"};          // by the source
  FlitSignals entering_{"entering_local"};  // the same after the injection delay
  sc_core::sc_signal<std::uint32_t> local_credit_{"local_credit"};
  sc_core::sc_signal<std::uint32_t> source_credit_{"source_credit"};
  // By input port, the local one last, and by output; null without a channel.
  std::vector<std::unique_ptr<RouteComputation>> routes_;
  std::vector<std::unique_ptr<InputUnit>> inputs_;
  std::vector<std::unique_ptr<OutputUnit>> outputs_;
  std::vector<std::unique_ptr<CreditCounter>> counters_;
  std::unique_ptr<WormVcAllocator> vc_allocator_;
  std::unique_ptr<WormSwitchAllocator> switch_allocator_;
  std::unique_ptr<WormCrossbar> crossbar_;
  std::unique_ptr<WormNetworkInterface> terminal_;
  std::unique_ptr<Link> injection_;                        // null: a wire
  std::unique_ptr<CreditLink> injection_credits_;          // null: a wire
  std::vector<std::unique_ptr<FlitSignals>> loose_links_;  // of ports without a channel
};

}  // namespace trenza::rtl_models
