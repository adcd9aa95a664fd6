// Router of the flit-level machine: input units, route computation, VC and switch allocator, output units, credit
// counters and the crossbar of one node, with its network interface.
//
// Ports    clk, reset, cycle
//          in[p]   forward wires of the link that arrives at network port p;  credit_out[p]  credits back to its
//                  sender (combinational)
//          out[p]  forward wires of the link that leaves by network port p (combinational);  credit_in[p]  credits from
//                  its receiver
// Latency  docs/microarchitecture-flit.md. A head on in[p] in cycle t can be on out[q] in t + 1 + routing delay + steps.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "microarch/wormhole/vc_availability.h"
#include "rtl_models/common/clocked_block.h"
#include "rtl_models/credit_counter/credit_counter.h"
#include "rtl_models/crossbar/crossbar.h"
#include "rtl_models/link/link.h"
#include "rtl_models/wormhole/input_unit/input_unit.h"
#include "rtl_models/wormhole/network_interface/worm_network_interface.h"
#include "rtl_models/wormhole/output_unit/output_unit.h"
#include "rtl_models/wormhole/route_computation/route_computation.h"
#include "rtl_models/wormhole/switch_allocator/worm_switch_allocator.h"
#include "rtl_models/wormhole/vc_allocator/worm_vc_allocator.h"

namespace trenza::rtl_models {

extern template class CrossbarOf<WormSelect>;

class WormRouter : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> reset{"reset"};
  sc_core::sc_in<std::uint64_t> cycle{"cycle"};
  std::vector<std::unique_ptr<FlitIn>> in;    ///< null where no channel enters
  std::vector<std::unique_ptr<FlitOut>> out;  ///< null where no channel leaves
  sc_core::sc_vector<sc_core::sc_out<std::uint32_t>> credit_out;
  sc_core::sc_vector<sc_core::sc_in<std::uint32_t>> credit_in;

  /// `place.topology` and `observer` must outlive the router.
  WormRouter(const sc_core::sc_module_name& name, const WormPlace& place, TerminalObserver& observer);

  topologies::NodeId node() const { return node_; }
  const microarch::WormShape& shape() const { return shape_; }
  /// Depth of each input VC, and whether output VCs need all credits to be allocated again.
  int depth() const { return depth_; }
  const microarch::VcAvailability& availability() const { return availability_; }
  bool has_input(int port) const { return port == shape_.ports || in[static_cast<std::size_t>(port)] != nullptr; }
  bool has_output(int output) const {
    return output >= shape_.ports || out[static_cast<std::size_t>(output)] != nullptr;
  }

  /// What is stored at an input port; `shape().ports` is the local one. Precondition: has_input(port).
  const InputUnitAccount& stored(int port) const { return inputs_[static_cast<std::size_t>(port)]->account(); }
  const InputUnit& input_unit(int port) const { return *inputs_[static_cast<std::size_t>(port)]; }
  /// The credits of a network port. Precondition: has_output(port).
  const CreditAccount& credit_account(int port) const { return counters_[static_cast<std::size_t>(port)]->account(); }
  const CreditCounter& credit_counter(int port) const { return *counters_[static_cast<std::size_t>(port)]; }
  const WormSwitchAllocator& switch_allocator() const { return *switch_allocator_; }
  WormNetworkInterface& terminal() { return *terminal_; }
  const WormNetworkInterface& terminal() const { return *terminal_; }
  /// Flits of a VC, and credits for it, on their way between the source and the local input port.
  int local_flits_in_flight(int vc) const { return injection_ ? injection_->in_flight(vc, false) : 0; }
  int local_credits_in_flight(int vc) const { return injection_credits_ ? injection_credits_->in_flight(vc) : 0; }
  const Link* injection_link() const { return injection_.get(); }

  /// Clocked blocks of this router, and of the links that it sends on, that are awake (Sleeper::count_in).
  int& awake_blocks() { return awake_blocks_; }
  int awake_blocks() const { return awake_blocks_; }

  /// Signals between the blocks, for waves, audits and the watchdog. Index i: input VC; k: VC of a network port; o: output;
  /// p: input port, the local one included.
  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> flit{"flit"};                ///< i
  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> header{"header"};            ///< i
  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> request{"request"};          ///< i
  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> route_ports{"route_ports"};  ///< i
  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> route_vcs{"route_vcs"};      ///< i
  sc_core::sc_vector<sc_core::sc_signal<std::uint32_t>> hold{"hold"};                ///< i
  sc_core::sc_vector<sc_core::sc_signal<std::uint32_t>> grant{"grant"};              ///< i
  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> wish{"wish"};            ///< i, where the pipeline speculates
  sc_core::sc_vector<sc_core::sc_signal<std::uint32_t>> credits{"credits"};      ///< k
  sc_core::sc_vector<sc_core::sc_signal<std::uint32_t>> held{"held"};            ///< o
  sc_core::sc_vector<sc_core::sc_signal<std::uint32_t>> allocated{"allocated"};  ///< o
  sc_core::sc_vector<sc_core::sc_signal<std::uint32_t>> released{"released"};    ///< o
  sc_core::sc_vector<sc_core::sc_signal<std::uint32_t>> select{"select"};        ///< o
  sc_core::sc_vector<sc_core::sc_signal<std::uint32_t>> charge{"charge"};        ///< network port
  sc_core::sc_vector<sc_core::sc_signal<std::uint32_t>> pop{"pop"};              ///< p
  sc_core::sc_vector<sc_core::sc_signal<bool>> eject_valid{"eject_valid"};
  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> eject_flit{"eject_flit"};

 private:
  void make_signals(const WormPlace& place);
  void make_local_port(const WormPlace& place, TerminalObserver& observer);
  void make_input(int port, const std::string& name, const WormPlace& place, bool falls_through);
  void make_output(int output, const std::string& name, const WormPlace& place);
  void make_allocators(const WormPlace& place);
  void make_crossbar(const WormPlace& place);
  template <class Block>
  void connect_clock(Block& block) {
    block.clk.bind(clk);
    block.reset.bind(reset);
    block.count_in(awake_blocks_);
  }
  template <class Wires>
  void bind_input(int port, Wires& wires);

  topologies::NodeId node_;
  microarch::WormShape shape_;
  int depth_;
  microarch::VcAvailability availability_;
  int awake_blocks_ = 0;
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
  std::unique_ptr<CrossbarOf<WormSelect>> crossbar_;
  std::unique_ptr<WormNetworkInterface> terminal_;
  std::unique_ptr<Link> injection_;                // null: a wire
  std::unique_ptr<CreditLink> injection_credits_;  // null: a wire
  // The signals that the ports without a channel are bound to.
  std::vector<std::unique_ptr<FlitSignals>> loose_links_;
  std::vector<std::unique_ptr<sc_core::sc_signal<std::uint32_t>>> loose_credits_;
};

}  // namespace trenza::rtl_models
