// Input unit: the virtual channels of an input port of a flit-level router, and the state of the packets at their
// fronts (Dally & Towles, chapter 16).
//
// Ports    clk, reset
//          in_{valid, vc, flit, header}, in_route_{ports, vcs}  the link, and the route of the arriving head
//          granted[v]   lane word: the output VC allocated to VC v in this cycle (combinational, from the VC allocator)
//          pop          bit v: the front flit of VC v crosses in this cycle (combinational, from the switch allocator)
//          flit[v]      front flit of VC v; stale while the VC is empty
//          header[v], route_{ports, vcs}[v]  of the head at the front of VC v; mean something only with a head there
//          request[v]   request word of a head that waits for an output VC, else 0
//          hold[v]      lane word of the output VC of the front flit, if it may use the switch, else 0
//          credit       bit v: VC v returns a credit in this cycle (combinational: pop)
// Latency  a flit on the link in cycle t is at the front of an empty VC in t + 1; with `falls_through` in t, and then
//          the outputs are combinational, else registered. The request is up `routing` cycles later, at once with 0. An
//          output VC that is allocated in t is held in the request of the switch from t + `step` on (t + 1 at the
//          earliest: with 0 the switch allocator sees the allocation itself).
// Reset    empties all VCs. Overflow, underflow and a broken flit order are invariant violations.
#pragma once

#include <cstdint>

#include "rtl_models/common/clocked_block.h"
#include "rtl_models/common/flit_ports.h"
#include "rtl_models/common/held_output.h"
#include "rtl_models/wormhole/input_unit/input_unit_account.h"

namespace trenza::rtl_models {

class InputUnit : public ClockedBlock {
 public:
  FlitIn in{"in"};
  sc_core::sc_in<std::uint64_t> in_route_ports{"in_route_ports"};
  sc_core::sc_in<std::uint64_t> in_route_vcs{"in_route_vcs"};
  sc_core::sc_vector<sc_core::sc_in<std::uint32_t>> granted;
  sc_core::sc_in<std::uint32_t> pop{"pop"};
  sc_core::sc_vector<sc_core::sc_out<std::uint64_t>> flit;
  sc_core::sc_vector<sc_core::sc_out<std::uint64_t>> header;
  sc_core::sc_vector<sc_core::sc_out<std::uint64_t>> request;
  sc_core::sc_vector<sc_core::sc_out<std::uint64_t>> route_ports;
  sc_core::sc_vector<sc_core::sc_out<std::uint64_t>> route_vcs;
  sc_core::sc_vector<sc_core::sc_out<std::uint32_t>> hold;
  sc_core::sc_out<std::uint32_t> credit{"credit"};

  /// `depth_flits` for each of the `vcs`.
  InputUnit(const sc_core::sc_module_name& name, int vcs, int depth_flits, InputUnitAccount::Delays delays,
            bool falls_through = false);

  /// What is stored.
  const InputUnitAccount& account() const { return account_; }

 protected:
  bool edge() override;
  void clear() override;
  /// Shows `pop` as credits.
  virtual void return_credits() { credit.write(pop.read()); }
  /// Shows what is stored, and the flit that arrives in this cycle as if it were.
  virtual void fall_through();
  /// Shows the front of a VC that can have changed.
  virtual void drive(std::size_t vc, const InputUnitAccount::Front& front);
  /// Shows all VCs as they are stored.
  void drive_all();

 private:
  void end_of_elaboration() override;
  InputUnitAccount::Entry arriving() const;

  InputUnitAccount account_;
  bool falls_through_;
  sc_core::sc_event changed_{"changed"};  // of what is stored, where flits fall through
  HeldOutputs<std::uint64_t> header_held_;
  HeldOutputs<std::uint64_t> request_held_;
  HeldOutputs<std::uint64_t> ports_held_;
  HeldOutputs<std::uint64_t> vcs_held_;
  HeldOutputs<std::uint32_t> hold_held_;
};

}  // namespace trenza::rtl_models
