// Network interface of a flit-level router: the source, which fills the VCs of the local input port, and the ejection
// ports of a node.
//
// Ports    clk, reset, cycle
//          out_{valid, vc, flit, header}  the flit that the source sends in this cycle; combinational
//          credit                         bit v: local input VC v returns a credit in this cycle
//          eject_valid[e], eject_flit[e]  flit that crosses to ejection port e in this cycle
// Latency  a packet offered in cycle t can be sent in t. A credit of cycle t can be used in t + 1. A packet of which
//          the tail crosses in t is ejected in t + ejection delay.
// Reset    empties the queues. Flits that arrive out of order are invariant violations.
#pragma once

#include <cstdint>
#include <systemc>
#include <vector>

#include "rtl_models/common/clocked_block.h"
#include "rtl_models/common/flit_ports.h"
#include "rtl_models/common/held_output.h"
#include "rtl_models/wormhole/network_interface/worm_terminal.h"

namespace trenza::rtl_models {

class WormNetworkInterface : public ClockedBlock {
 public:
  sc_core::sc_in<std::uint64_t> cycle{"cycle"};
  FlitOut out{"out"};
  sc_core::sc_in<std::uint32_t> credit{"credit"};
  sc_core::sc_vector<sc_core::sc_in<bool>> eject_valid;
  sc_core::sc_vector<sc_core::sc_in<std::uint64_t>> eject_flit;

  /// `observer` must outlive the block; `node` is that of its router.
  WormNetworkInterface(const sc_core::sc_module_name& name, const microarch::FabricParameters& parameters,
                       topologies::NodeId node, TerminalObserver& observer);

  /// Offers a packet in the cycle that has not been simulated yet.
  void offer(int message_class, const SourceAccount::Packet& packet) { terminal_.offer(message_class, packet); }

  WormTerminal& account() { return terminal_; }
  const WormTerminal& account() const { return terminal_; }

 protected:
  bool edge() override;
  void clear() override;
  /// What the source does in the present cycle.
  virtual SourceAccount::Decision decide() { return terminal_.source().decide(); }
  /// The edge that ends a cycle in which this was decided. `leaving`: by ejection port, the flits that leave registers
  /// of a model's own, 0 for none; null: there are no such registers.
  bool finish(const SourceAccount::Decision& decision, const std::vector<FlitWord>* leaving = nullptr);

 private:
  void end_of_elaboration() override;
  void send();

  WormTerminal terminal_;
  sc_core::sc_event changed_{"changed"};  // of the source
  HeldOutput<bool> valid_held_;
  HeldOutput<std::uint32_t> vc_held_;
};

}  // namespace trenza::rtl_models
