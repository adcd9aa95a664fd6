// Network interface: the injectors (source queues) and ejection ports of a node. The injectors of all message
// classes are numbered class by class.
//
// Ports    clk, reset, cycle
//          flit[j], header[j]   front flit of injector j and the header of its packet; registered
//          request[j], route[j] as of an input buffer; registered. Where packets reserve VCs (`router.pipeline`), of
//                               the first packet that does not cross yet
//          pop                  bit j: the front flit of injector j crosses in this cycle
//          eject_valid[e], eject_flit[e]  flit that leaves the network by ejection port e in this cycle
// Latency  a packet offered in cycle t is at the front of an empty injector in t; its request is up in t +
//          router_delay - 1.
// Reset    empties the queues. Flits that arrive out of order are invariant violations.
#pragma once

#include <cstdint>
#include <systemc>
#include <vector>

#include "rtl_models/common/clocked_block.h"
#include "rtl_models/network_interface/terminal.h"

namespace trenza::rtl_models {

class NetworkInterface : public sc_core::sc_module, public Sleeper {
 public:
  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> reset{"reset"};
  sc_core::sc_in<std::uint64_t> cycle{"cycle"};
  sc_core::sc_vector<sc_core::sc_out<std::uint64_t>> flit;
  sc_core::sc_vector<sc_core::sc_out<std::uint64_t>> header;
  sc_core::sc_vector<sc_core::sc_out<std::uint64_t>> request;
  sc_core::sc_vector<sc_core::sc_out<std::uint64_t>> route;
  sc_core::sc_in<std::uint32_t> pop{"pop"};
  sc_core::sc_vector<sc_core::sc_in<bool>> eject_valid;
  sc_core::sc_vector<sc_core::sc_in<std::uint64_t>> eject_flit;

  /// `relation` and `observer` must outlive the block.
  NetworkInterface(const sc_core::sc_module_name& name, const microarch::FabricParameters& parameters,
                   const topologies::RoutingRelation& relation, topologies::NodeId node, TerminalObserver& observer);

  /// What is queued here, and what arrives.
  Terminal& account() { return account_; }
  const Terminal& account() const { return account_; }
  /// Shows the fronts of all injectors as they are in cycle `now`: the account has been filled.
  void show(Cycle now);

 protected:
  /// One rising edge out of reset, and one in reset. Returns whether the block must see the next edge.
  virtual bool edge();
  virtual void clear();
  /// Shows the front of an injector as it is in cycle `next`.
  virtual void drive_front(std::size_t injector, Cycle next);

 private:
  void end_of_elaboration() override;
  void tick();
  void show_both(std::size_t injector, Cycle next);
  void drive_fronts(std::uint32_t injectors, Cycle next);

  Terminal account_;
  bool looks_ahead_;
  sc_core::sc_event_or_list wake_;
};

}  // namespace trenza::rtl_models
