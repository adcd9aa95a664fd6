// A flit-level router as the fabric around it sees it: its ports, the signals that waves, audits and the watchdog look
// at, and the accounts of what is inside. What drives them is the matter of the router that derives from it.
//
// Ports    clk, reset, cycle
//          in[p]   forward wires of the link that arrives at network port p;  credit_out[p]  credits back to its
//                  sender (combinational)
//          out[p]  forward wires of the link that leaves by network port p (combinational);  credit_in[p]  credits from
//                  its receiver
// Latency  docs/microarchitecture-flit.md. A head on in[p] in cycle t can be on out[q] 1 + routing delay + steps later.
#pragma once

#include <cstdint>
#include <memory>
#include <systemc>
#include <vector>

#include "microarch/wormhole/vc_availability.h"
#include "rtl_models/common/clocked_block.h"
#include "rtl_models/common/flit_ports.h"
#include "rtl_models/credit_counter/credit_account.h"
#include "rtl_models/probe.h"
#include "rtl_models/wormhole/input_unit/input_unit_account.h"
#include "rtl_models/wormhole/network_interface/worm_terminal.h"
#include "rtl_models/wormhole/switch_allocator/worm_grant_account.h"
#include "rtl_models/wormhole/worm_place.h"

namespace trenza::rtl_models {

class WormRouterPorts : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> reset{"reset"};
  sc_core::sc_in<std::uint64_t> cycle{"cycle"};
  std::vector<std::unique_ptr<FlitIn>> in;    ///< null where no channel enters
  std::vector<std::unique_ptr<FlitOut>> out;  ///< null where no channel leaves
  sc_core::sc_vector<sc_core::sc_out<std::uint32_t>> credit_out;
  sc_core::sc_vector<sc_core::sc_in<std::uint32_t>> credit_in;

  topologies::NodeId node() const { return node_; }
  const microarch::WormShape& shape() const { return shape_; }
  /// Depth of each input VC.
  int depth() const { return depth_; }
  const microarch::VcAvailability& availability() const { return availability_; }
  bool has_input(int port) const { return port == shape_.ports || in[static_cast<std::size_t>(port)] != nullptr; }
  bool has_output(int output) const {
    return output >= shape_.ports || out[static_cast<std::size_t>(output)] != nullptr;
  }

  /// What is stored at an input port; `shape().ports` is the local one. Precondition: has_input(port).
  const InputUnitAccount& stored(int port) const { return *stored_[static_cast<std::size_t>(port)]; }
  /// Flits that came to an input VC and whose credits have not gone back. Precondition: has_input(port).
  virtual int owed_credits(int port, int vc) const { return stored(port).occupancy(vc); }
  /// The credits of a network port. Precondition: has_output(port).
  const CreditAccount& credit_account(int port) const { return *credit_accounts_[static_cast<std::size_t>(port)]; }
  const WormGrantAccount& grants() const { return *grants_; }
  WormTerminal& terminal() { return *terminal_; }
  const WormTerminal& terminal() const { return *terminal_; }
  /// Flits of a VC, and credits for it, on their way between the source and the local input port.
  virtual int local_flits_in_flight(int vc) const = 0;
  virtual int local_credits_in_flight(int vc) const = 0;

  /// What waves show of this router beside the signals that every router has; list_worm_probes() asks for it.
  ProbeSources& probe_sources() { return probe_sources_; }
  const ProbeSources& probe_sources() const { return probe_sources_; }

  /// Clocked blocks of this router, and of the links that it sends on, that are awake (Sleeper::count_in).
  int& awake_blocks() { return awake_blocks_; }
  int awake_blocks() const { return awake_blocks_; }
  /// Whether what is stored at a network port can have changed at the last edge. Precondition: has_input(port).
  bool input_awake(int port) const { return input_sleepers_[static_cast<std::size_t>(port)]->awake(); }

  /// Signals between the blocks, for waves, audits and the watchdog. Index i: input VC; k: VC of a network port; o:
  /// output; p: input port, the local one included.
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

 protected:
  WormRouterPorts(const sc_core::sc_module_name& name, const WormPlace& place);

  // Every router must tell who keeps its accounts. `sleeper` is awake whenever the account can change.
  void keep_input(int port, const InputUnitAccount& account, const Sleeper& sleeper);
  void keep_credits(int port, const CreditAccount& account);
  void keep_grants(const WormGrantAccount& account) { grants_ = &account; }
  void keep_terminal(WormTerminal& account) { terminal_ = &account; }

 private:
  void make_signals(const WormPlace& place);
  void make_links(const WormPlace& place);

  topologies::NodeId node_;
  microarch::WormShape shape_;
  int depth_;
  microarch::VcAvailability availability_;
  ProbeSources probe_sources_;
  int awake_blocks_ = 0;
  std::vector<const InputUnitAccount*> stored_;        // by input port
  std::vector<const Sleeper*> input_sleepers_;         // likewise
  std::vector<const CreditAccount*> credit_accounts_;  // by network port
  const WormGrantAccount* grants_ = nullptr;
  WormTerminal* terminal_ = nullptr;
  // The signals that the ports without a channel are bound to.
  std::vector<std::unique_ptr<sc_core::sc_signal<std::uint32_t>>> loose_credits_;
};

}  // namespace trenza::rtl_models
