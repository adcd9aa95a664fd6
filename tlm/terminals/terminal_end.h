// The common part of the two ends of a terminal.
#pragma once

#include <systemc>
#include <tlm>
#include <vector>

#include "tlm/terminals/injection_queue.h"

namespace trenza::tlm {

/// Report type of transactions that break a rule of the base protocol.
inline constexpr const char* kProtocolReport = "/Trenza/tlm/protocol";
/// Report type of networks that cannot be built as described.
inline constexpr const char* kConfigurationReport = "/Trenza/tlm/configuration";

/// One end of a terminal. It never calls a user from within a user's call: it asks for its turn instead.
class TerminalEnd {
 public:
  virtual ~TerminalEnd() = default;
  /// Sends what has become possible by a call of the user.
  virtual void proceed() = 0;
  /// Sends what the injection queue has room for now. Returns whether something still waits.
  virtual bool refill() = 0;
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

/// The objects that all ends of a network share.
struct TerminalServices {
  TransactionStore& transactions;
  PacketTransport& transport;
  const MessageSizes& sizes;
  NetworkStatistics& statistics;
  TurnList& turns;
  int injection_queue;  ///< packets
};

/// Reports a broken rule as SC_ERROR, which throws unless the user has changed that.
void report_protocol_error(const char* who, NodeId node, const char* what, const ::tlm::tlm_phase& phase);

}  // namespace trenza::tlm
