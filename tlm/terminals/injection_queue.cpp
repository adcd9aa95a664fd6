#include "tlm/terminals/injection_queue.h"

namespace trenza::tlm {

bool InjectionQueue::push(Transaction& transaction) {
  transaction.times[index_of(leg_)] = MessageTimes{};
  transaction.times[index_of(leg_)].message_class = message_class_of(leg_);
  if (transaction.local()) {
    transport_.pass_locally(transaction, leg_);
    return true;
  }
  const PacketCut cut = sizes_.cut(sizes_.bytes(leg_, *transaction.payload));
  transaction.unsent = cut.packets;
  transaction.last_flits = cut.last_flits;
  transaction.since = sc_core::sc_time_stamp();
  if (waiting_.empty() && take(transaction)) return true;
  waiting_.push_back(&transaction);
  return false;
}

Transaction* InjectionQueue::refill() {
  if (waiting_.empty() || !take(*waiting_.front())) return nullptr;
  Transaction* const taken = waiting_.front();
  waiting_.pop_front();
  // A wait of zero time does not count as a wait: another process of the same time has made room.
  if (taken->since < sc_core::sc_time_stamp()) ++statistics_.delayed;
  return taken;
}

/// Whether the last packet was taken.
bool InjectionQueue::take(Transaction& transaction) {
  for (int room = capacity_ - transport_.queued(node_, leg_); room > 0 && transaction.unsent > 0; --room) {
    const int flits = transaction.unsent == 1 ? transaction.last_flits : sizes_.packet_flits();
    --transaction.unsent;
    transport_.offer(transaction, leg_, flits);
  }
  return transaction.unsent == 0;
}

}  // namespace trenza::tlm
