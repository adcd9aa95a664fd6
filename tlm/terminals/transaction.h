// Transactions on their way through a network.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <systemc>
#include <tlm>
#include <vector>

#include "tlm/terminals/message_sizes.h"
#include "tlm/terminals/network_extension.h"

namespace trenza::tlm {

using topologies::NodeId;

/// The record that a network keeps of a transaction from BEGIN_REQ (or the call of b_transport) to END_RESP (or its
/// return).
struct Transaction {
  std::uint64_t number = 0;  ///< in the store
  ::tlm::tlm_generic_payload* payload = nullptr;
  NodeId source = -1;
  NodeId destination = -1;
  std::uint64_t initiator_address = 0;
  std::uint64_t target_address = 0;
  std::unique_ptr<sc_core::sc_event> returned;  ///< ends b_transport; kept for the next user of this record
  bool blocking = false;                        ///< came by b_transport
  bool completed_early = false;                 ///< the target has returned TLM_COMPLETED

  // The message that is on its way.
  std::array<MessageTimes, kLegs> times;
  sc_core::sc_time since;  ///< begin of the wait for the injection queue
  int last_flits = 0;
  int unsent = 0;      ///< packets that the injection queue has not taken
  int travelling = 0;  ///< packets that have not been ejected

  bool local() const { return source == destination; }
};

/// The records of a network; they are used again, and never move.
class TransactionStore {
 public:
  Transaction& open() {
    if (free_.empty()) {
      Transaction& added = transactions_.emplace_back();
      added.number = transactions_.size() - 1;
      return added;
    }
    Transaction& reused = *free_.back();
    free_.pop_back();
    return reused;
  }
  void close(Transaction& transaction) {
    transaction.payload = nullptr;
    free_.push_back(&transaction);
  }

  Transaction& operator[](std::uint64_t number) { return transactions_[number]; }
  std::size_t in_flight() const { return transactions_.size() - free_.size(); }

 private:
  std::deque<Transaction> transactions_;
  std::vector<Transaction*> free_;
};

}  // namespace trenza::tlm
