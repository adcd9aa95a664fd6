// Carries messages through the fabric, in the cycles of simulated time.
//
// A cycle is simulated when it is over, so that all that comes at its very begin is part of it, in whatever order the
// processes of that time run. Between the cycles in which something happens nothing is simulated and nobody wakes.
#pragma once

#include <deque>
#include <memory>
#include <systemc>
#include <vector>

#include "tlm/terminals/cycle_clock.h"
#include "tlm/terminals/network_statistics.h"
#include "tlm/terminals/transaction.h"
#include "tlm/tlm_fabric.h"

namespace trenza::tlm {

/// A message that is whole at its receiver.
struct Arrival {
  Transaction* transaction = nullptr;
  Leg leg = Leg::request;
};

class PacketTransport {
 public:
  /// `local_delay` in cycles, at least 1: of messages between the two sides of one node.
  PacketTransport(std::unique_ptr<TlmFabric> fabric, const sc_core::sc_time& cycle_time, int local_delay,
                  TransactionStore& transactions, NetworkStatistics& statistics);

  /// Happens at the end of every cycle in which something happens: call advance() then.
  const sc_core::sc_event& due() const { return due_; }

  /// Packets of a class that a node has offered and that have not entered the network.
  int queued(NodeId node, Leg leg) const;
  /// One more packet of the message, created in the coming cycle.
  void offer(Transaction& transaction, Leg leg, int flits);
  /// The whole message, without the fabric.
  void pass_locally(Transaction& transaction, Leg leg);

  /// Simulates the cycle that has just ended, if something happens in it. Returns the messages that are whole now;
  /// valid until the next call.
  const std::vector<Arrival>& advance();
  /// Sets due() for what comes next.
  void schedule();

  const TlmFabric& fabric() const { return *fabric_; }

 private:
  struct Offer {
    Cycle cycle;
    NodeId source;
    Leg leg;
    int flits;
    Transaction* transaction;
  };
  struct LocalMessage {
    Cycle last;  ///< of its delay
    Transaction* transaction;
    Leg leg;
  };

  /// An earlier notification stays, a later one gives way.
  void wake_after(Cycle cycle) { due_.notify(clock_.until_end_of(cycle)); }
  void submit(Cycle cycle);
  void receive(const microarch::Delivery& delivery);
  void finish(Transaction& transaction, Leg leg);

  CycleClock clock_;
  std::unique_ptr<TlmFabric> fabric_;
  Cycle local_delay_;
  TransactionStore& transactions_;
  NetworkStatistics& statistics_;
  sc_core::sc_event due_{"due"};
  std::vector<Offer> offers_;     ///< not yet given to the fabric, by cycle
  std::vector<int> offer_count_;  ///< of them, by node and class
  std::deque<LocalMessage> local_;
  std::vector<Arrival> arrivals_;
};

}  // namespace trenza::tlm
