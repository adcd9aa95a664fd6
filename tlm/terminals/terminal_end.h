// The common part of the two ends of a terminal.
#pragma once

#include <deque>
#include <systemc>
#include <tlm>
#include <vector>

#include "tlm/terminals/packet_transport.h"

namespace trenza::tlm {

/// Report type of transactions that break a rule of the base protocol.
inline constexpr const char* kProtocolReport = "/Trenza/tlm/protocol";
/// Report type of networks that cannot be built as described.
inline constexpr const char* kConfigurationReport = "/Trenza/tlm/configuration";

class TurnList;

/// The objects that all ends of a network share.
struct TerminalServices {
  TransactionStore& transactions;
  PacketTransport& transport;
  const MessageSizes& sizes;
  NetworkStatistics& statistics;
  TurnList& turns;
  int injection_queue;  ///< packets
};

/// One end of a terminal, with the bounded queue in front of the injectors of its node and class: it takes the messages
/// of a leg packet by packet, in order. A packet stays in the queue from when it is taken until its first grant. The
/// end never calls a user from within a user's call: it asks for its turn instead.
class TerminalEnd {
 public:
  virtual ~TerminalEnd() = default;
  /// Sends what has become possible by a call of the user.
  virtual void proceed() = 0;
  /// Sends what the injection queue has room for now. Returns whether something still waits.
  virtual bool refill() = 0;

 protected:
  TerminalEnd(const TerminalServices& services, NodeId node, Leg leg) : services_(services), node_(node), leg_(leg) {}

  /// Sends a message. Returns whether the queue has taken all its packets at once; else this end is in the turn list
  /// until refill(). Messages within the node are always taken.
  bool push(Transaction& transaction);
  /// For refill(): takes what has room now. Returns a message whose last packet was taken; nullptr: there is none, and
  /// refill() is to return queue_waits().
  Transaction* next_taken();
  bool queue_waits() { return waits_for_room_ = !waiting_.empty(); }

  /// Reports a broken rule as SC_ERROR, which throws unless the user has changed that. Returns TLM_ACCEPTED, the answer
  /// to the call that broke it.
  ::tlm::tlm_sync_enum error(const char* what, const ::tlm::tlm_phase& phase) const;

  TerminalServices services_;
  NodeId node_;

 private:
  bool take(Transaction& transaction);

  Leg leg_;
  std::deque<Transaction*> waiting_;
  bool waits_for_room_ = false;  ///< in the turn list
};

/// The ends that have something to do: in the next delta, or when there may be room in their injection queue.
class TurnList {
 public:
  void ask(TerminalEnd& end) {
    asking_.push_back(&end);
    asked_.notify(sc_core::SC_ZERO_TIME);
  }
  /// Precondition: it does not wait yet.
  void wait_for_room(TerminalEnd& end) { blocked_.push_back(&end); }

  /// take_turns() is due.
  const sc_core::sc_event& asked() const { return asked_; }
  void take_turns() {
    turn_.swap(asking_);
    for (TerminalEnd* const end : turn_) end->proceed();
    turn_.clear();
  }
  void refill() {
    turn_.swap(blocked_);
    for (TerminalEnd* const end : turn_) {
      if (end->refill()) blocked_.push_back(end);
    }
    turn_.clear();
  }

 private:
  sc_core::sc_event asked_{"asked"};
  std::vector<TerminalEnd*> asking_;
  std::vector<TerminalEnd*> blocked_;
  std::vector<TerminalEnd*> turn_;
};

}  // namespace trenza::tlm
