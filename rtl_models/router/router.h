// Router: input buffers, routing units, allocators, bubble control, credit counters and the crossbar of one node, with
// its network interface.
//
// Ports    clk, reset, cycle
//          in[p]   forward wires of the link that arrives at network port p;  credit_out[p]  credits back to its
//                  sender (combinational)
//          out[p]  forward wires of the link that leaves by network port p;   credit_in[p]   credits from its receiver
// Latency  docs/microarchitecture.md. A head on in[p] in cycle t can be on out[q] in cycle t + router_delay.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "rtl_models/router/block_factory.h"
#include "topologies/topology.h"

namespace trenza::rtl_models {

using topologies::input_name;
using topologies::output_name;

class Router : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> reset{"reset"};
  sc_core::sc_in<std::uint64_t> cycle{"cycle"};
  std::vector<std::unique_ptr<FlitIn>> in;    ///< null where no channel enters
  std::vector<std::unique_ptr<FlitOut>> out;  ///< null where no channel leaves
  sc_core::sc_vector<sc_core::sc_out<std::uint32_t>> credit_out;
  sc_core::sc_vector<sc_core::sc_in<std::uint32_t>> credit_in;

  /// `topology` and `observer` must outlive the router; `blocks` makes what it consists of.
  Router(const sc_core::sc_module_name& name, const topologies::Topology& topology,
         const microarch::FabricParameters& parameters, topologies::NodeId node, TerminalObserver& observer,
         const BlockFactory& blocks = BlockFactory());

  int inputs() const { return inputs_; }
  /// Whether a channel enters and leaves by a network port: else there are no blocks, and its signals stay 0.
  bool has_input(int port) const { return buffers_[static_cast<std::size_t>(port)] != nullptr; }
  bool has_output(int port) const { return counters_[static_cast<std::size_t>(port)] != nullptr; }
  topologies::NodeId node() const { return node_; }
  /// The constants of this router that the selection uses.
  const microarch::SelectionShape& shape() const { return shape_; }

  InputBuffer& buffer(int port) { return *buffers_[static_cast<std::size_t>(port)]; }
  const InputBuffer& buffer(int port) const { return *buffers_[static_cast<std::size_t>(port)]; }
  NetworkInterface& terminal() { return *terminal_; }
  const NetworkInterface& terminal() const { return *terminal_; }
  SwitchAllocator& allocator() { return *switch_allocator_; }
  const VcAllocator& vc_allocator() const { return *vc_allocator_; }
  const SwitchAllocator& allocator() const { return *switch_allocator_; }
  /// The state of the arbiters (microarch/allocation.h), of the block that has them.
  const std::vector<std::uint8_t>& arbiters() const {
    return vc_allocator_->allocates() ? vc_allocator_->arbiters() : switch_allocator_->arbiters();
  }
  void fill_arbiters(const std::vector<std::uint8_t>& state) {
    if (vc_allocator_->allocates()) {
      vc_allocator_->fill_arbiters(state);
    } else {
      switch_allocator_->fill_arbiters(state);
    }
  }
  /// Clocked blocks of this router, and of the links that it sends on, that are awake (ClockedBlock::count_in).
  int& awake() { return awake_; }
  int awake() const { return awake_; }
  CreditCounter& counter(int port) { return *counters_[static_cast<std::size_t>(port)]; }
  const CreditCounter& counter(int port) const { return *counters_[static_cast<std::size_t>(port)]; }
  /// Number of escape VC `vc` (of 0..vcs-1) of an output port among the escape VCs of all outputs: index of `admitted`.
  int escape_place(int port, int vc) const {
    const int message_class = vc / shape_.class_vcs;
    return (port * shape_.message_classes + message_class) * shape_.escape_vcs + vc % shape_.class_vcs;
  }
  /// The bubble control of escape VC `vc` of an output port.
  const BubbleControl& bubble(int port, int vc) const {
    return *bubbles_[static_cast<std::size_t>(escape_place(port, vc))];
  }
  /// First VC of the class of the packets in an input.
  int first_vc(int input) const { return input_class_[static_cast<std::size_t>(input)] * shape_.class_vcs; }

  /// Signals between the blocks, for waves, audits and the watchdog. Index i: input; k: network port * vcs + vc; o:
  /// output.
  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> flit{"flit"};          ///< i
  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> header{"header"};      ///< i
  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> request{"request"};    ///< i
  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> route{"route"};        ///< i
  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> pick{"pick"};          ///< i
  sc_core::sc_vector<sc_core::sc_signal<std::uint32_t>> credits{"credits"};    ///< k
  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> admitted{"admitted"};  ///< escape_place()
  sc_core::sc_vector<sc_core::sc_signal<std::uint32_t>> select{"select"};      ///< o
  sc_core::sc_vector<sc_core::sc_signal<std::uint32_t>> charge{"charge"};      ///< network port
  sc_core::sc_vector<sc_core::sc_signal<std::uint32_t>> pop{"pop"};            ///< network port
  sc_core::sc_signal<std::uint32_t> pop_injector{"pop_injector"};
  sc_core::sc_signal<std::uint64_t> output_free{"output_free"};
  sc_core::sc_signal<std::uint32_t> port_busy{"port_busy"};
  sc_core::sc_vector<sc_core::sc_signal<bool>> eject_valid{"eject_valid"};
  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> eject_flit{"eject_flit"};

 private:
  void tie_off(const topologies::Graph& graph);
  void make_input(int port, const RouterPlace& place, const BlockFactory& blocks);
  void make_output(int port, const RouterPlace& place, const BlockFactory& blocks);
  void make_bubble(int port, int vc, const std::string& name, const RouterPlace& place, const BlockFactory& blocks);
  void make_allocators(const RouterPlace& place, const BlockFactory& blocks);
  void make_terminal(const RouterPlace& place, TerminalObserver& observer, const BlockFactory& blocks);

  topologies::NodeId node_;
  int ports_;
  int vcs_;
  int inputs_;
  std::vector<int> input_class_;  // by input
  microarch::SelectionShape shape_;
  int awake_ = 0;
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
  std::unique_ptr<sc_core::sc_module> core_;
  // The signals that ports without a channel are bound to.
  std::vector<std::unique_ptr<FlitSignals>> loose_links_;
  std::vector<std::unique_ptr<sc_core::sc_signal<std::uint32_t>>> loose_credits_;
};

}  // namespace trenza::rtl_models
