// A router as the fabric around it sees it: its ports, the signals that waves, audits and the watchdog look at, and the
// accounts of what is inside. What drives them is the matter of the router that derives from it.
//
// Ports    clk, reset, cycle
//          in[p]   forward wires of the link that arrives at network port p;  credit_out[p]  credits back to its
//                  sender (combinational)
//          out[p]  forward wires of the link that leaves by network port p;   credit_in[p]   credits from its receiver
// Latency  docs/microarchitecture.md. A head on in[p] in cycle t can be on out[q] in cycle t + router_delay.
#pragma once

#include <cstdint>
#include <memory>
#include <systemc>
#include <vector>

#include "microarch/selection.h"
#include "rtl_models/common/clocked_block.h"
#include "rtl_models/common/flit_ports.h"
#include "rtl_models/credit_counter/credit_account.h"
#include "rtl_models/input_buffer/buffer_account.h"
#include "rtl_models/network_interface/network_interface.h"
#include "rtl_models/probe.h"
#include "rtl_models/switch_allocator/grant_account.h"
#include "rtl_models/vc_allocator/vc_allocator.h"
#include "topologies/topology.h"

namespace trenza::rtl_models {

using topologies::input_name;
using topologies::output_name;

/// The properties of a router that its makers may use. Blocks may keep a copy; only the topology must outlive it.
struct RouterPlace {
  const topologies::Topology& topology;
  microarch::FabricParameters parameters;
  topologies::NodeId node;

  int ports() const { return topology.graph().ports(); }
};

class RouterPorts : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> reset{"reset"};
  sc_core::sc_in<std::uint64_t> cycle{"cycle"};
  std::vector<std::unique_ptr<FlitIn>> in;    ///< null where no channel enters
  std::vector<std::unique_ptr<FlitOut>> out;  ///< null where no channel leaves
  sc_core::sc_vector<sc_core::sc_out<std::uint32_t>> credit_out;
  sc_core::sc_vector<sc_core::sc_in<std::uint32_t>> credit_in;

  int inputs() const { return inputs_; }
  /// Whether a channel enters and leaves by a network port: else its signals stay 0, and it has no account.
  bool has_input(int port) const { return in[static_cast<std::size_t>(port)] != nullptr; }
  bool has_output(int port) const { return out[static_cast<std::size_t>(port)] != nullptr; }
  topologies::NodeId node() const { return node_; }
  /// The constants of this router that the selection uses.
  const microarch::SelectionShape& shape() const { return shape_; }
  /// Number of escape VC `vc` (of 0..vcs-1) of an output port among the escape VCs of all outputs: index of `admitted`.
  int escape_place(int port, int vc) const {
    const int message_class = vc / shape_.class_vcs;
    return (port * shape_.message_classes + message_class) * shape_.escape_vcs + vc % shape_.class_vcs;
  }
  /// What a header that came by VC `vc` (of 0..vcs-1) of a network port has for its relation.
  topologies::ArrivalLane arrival_lane(int port, int vc) const { return {port, vc % shape_.class_vcs}; }
  /// First VC of the class of the packets in an input.
  int first_vc(int input) const { return input_class_[static_cast<std::size_t>(input)] * shape_.class_vcs; }

  /// The account of what is stored at a network port.
  BufferAccount& stored(int port) { return *stored_[static_cast<std::size_t>(port)]; }
  const BufferAccount& stored(int port) const { return *stored_[static_cast<std::size_t>(port)]; }
  /// The account of the credits of a network port.
  CreditAccount& credit_account(int port) { return *credit_accounts_[static_cast<std::size_t>(port)]; }
  const CreditAccount& credit_account(int port) const { return *credit_accounts_[static_cast<std::size_t>(port)]; }
  GrantAccount& grants() { return *grants_; }
  const GrantAccount& grants() const { return *grants_; }
  /// The state of the arbiters (microarch/allocation.h).
  std::vector<std::uint8_t>& arbiters() { return *arbiters_; }
  const std::vector<std::uint8_t>& arbiters() const { return *arbiters_; }
  /// What the packets hold that wait, by input (`router.pipeline`); null: packets reserve nothing.
  std::vector<microarch::HeldReservation>* reservations() { return reservations_; }
  const std::vector<microarch::HeldReservation>* reservations() const { return reservations_; }
  Terminal& terminal() { return *terminal_; }
  const Terminal& terminal() const { return *terminal_; }
  /// Credits of flits that have left a VC and that are not returned yet; slots of an escape VC. For audits.
  virtual int held_credits(int /*port*/, int /*vc*/) const { return 0; }
  /// Shows the accounts, which have been filled, as they are at the begin of cycle `now`.
  virtual void show_accounts(Cycle now);

  /// What waves show of this router beside the signals that every router has; list_probes() asks for it.
  ProbeSources& probe_sources() { return probe_sources_; }
  const ProbeSources& probe_sources() const { return probe_sources_; }

  /// Clocked blocks of this router, and of the links that it sends on, that are awake (Sleeper::count_in).
  int& awake_blocks() { return awake_blocks_; }
  int awake_blocks() const { return awake_blocks_; }
  /// Whether what is stored at a network port, or its credits, can have changed at the last edge.
  bool input_awake(int port) const { return input_sleepers_[static_cast<std::size_t>(port)]->awake(); }
  bool output_awake(int port) const { return output_sleepers_[static_cast<std::size_t>(port)]->awake(); }

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
  ReservationSignals reservation;                                              ///< empty where packets reserve nothing
  sc_core::sc_vector<sc_core::sc_signal<std::uint32_t>> pop{"pop"};            ///< network port
  sc_core::sc_signal<std::uint32_t> pop_injector{"pop_injector"};
  sc_core::sc_signal<std::uint64_t> output_free{"output_free"};
  sc_core::sc_signal<std::uint64_t> input_busy{"input_busy"};
  sc_core::sc_vector<sc_core::sc_signal<bool>> eject_valid{"eject_valid"};
  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> eject_flit{"eject_flit"};

 protected:
  RouterPorts(const sc_core::sc_module_name& name, const RouterPlace& place);

  const std::vector<int>& input_class() const { return input_class_; }
  // Every router must tell who keeps its accounts. `sleeper` is awake whenever the account can change.
  void keep_input(int port, BufferAccount& account, const Sleeper& sleeper);
  void keep_output(int port, CreditAccount& account, const Sleeper& sleeper);
  void keep_grants(GrantAccount& account, std::vector<std::uint8_t>& arbiters);
  void keep_reservations(std::vector<microarch::HeldReservation>* reservations) { reservations_ = reservations; }
  /// Another place of the arbiters than that of the grants.
  void keep_arbiters(std::vector<std::uint8_t>& arbiters) { arbiters_ = &arbiters; }
  void keep_terminal(Terminal& account) { terminal_ = &account; }
  /// Connects a network interface to its signals, and keeps its account.
  void connect(NetworkInterface& terminal);

 private:
  void tie_off();

  topologies::NodeId node_;
  int inputs_;
  std::vector<int> input_class_;  // by input
  microarch::SelectionShape shape_;
  ProbeSources probe_sources_;
  int awake_blocks_ = 0;
  // By network port.
  std::vector<BufferAccount*> stored_;
  std::vector<CreditAccount*> credit_accounts_;
  std::vector<const Sleeper*> input_sleepers_;
  std::vector<const Sleeper*> output_sleepers_;
  GrantAccount* grants_ = nullptr;
  std::vector<std::uint8_t>* arbiters_ = nullptr;
  std::vector<microarch::HeldReservation>* reservations_ = nullptr;
  Terminal* terminal_ = nullptr;
  // The signals that credits of ports without a channel are bound to.
  std::vector<std::unique_ptr<sc_core::sc_signal<std::uint32_t>>> loose_credits_;
};

}  // namespace trenza::rtl_models
