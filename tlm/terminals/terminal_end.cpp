#include "tlm/terminals/terminal_end.h"

#include <fmt/core.h>

namespace trenza::tlm {

bool TerminalEnd::push(Transaction& transaction) {
  MessageTimes& times = transaction.times[index_of(leg_)];
  times = MessageTimes{};
  times.message_class = message_class_of(leg_);
  if (transaction.local()) {
    services_.transport.pass_locally(transaction, leg_);
    return true;
  }
  const PacketCut cut = services_.sizes.cut(services_.sizes.bytes(leg_, *transaction.payload));
  transaction.unsent = cut.packets;
  transaction.last_flits = cut.last_flits;
  transaction.since = sc_core::sc_time_stamp();
  if (waiting_.empty() && take(transaction)) return true;
  waiting_.push_back(&transaction);
  if (!waits_for_room_) services_.turns.wait_for_room(*this);
  waits_for_room_ = true;
  return false;
}

Transaction* TerminalEnd::next_taken() {
  if (waiting_.empty() || !take(*waiting_.front())) return nullptr;
  Transaction* const taken = waiting_.front();
  waiting_.pop_front();
  // A wait of zero time does not count as a wait: another process of the same time has made room.
  if (taken->since < sc_core::sc_time_stamp()) ++services_.statistics.by_class[index_of(leg_)].delayed;
  return taken;
}

/// Whether the last packet was taken.
bool TerminalEnd::take(Transaction& transaction) {
  const int queued = services_.transport.queued(node_, leg_);
  for (int room = services_.injection_queue - queued; room > 0 && transaction.unsent > 0; --room) {
    const int flits = transaction.unsent == 1 ? transaction.last_flits : services_.sizes.packet_flits();
    --transaction.unsent;
    services_.transport.offer(transaction, leg_, flits);
  }
  return transaction.unsent == 0;
}

::tlm::tlm_sync_enum TerminalEnd::error(const char* what, const ::tlm::tlm_phase& phase) const {
  const char* const who = leg_ == Leg::request ? "initiator" : "target";
  SC_REPORT_ERROR(kProtocolReport,
                  fmt::format("{} of node {}, phase {}: {}", who, node_, phase.get_name(), what).c_str());
  return ::tlm::TLM_ACCEPTED;
}

}  // namespace trenza::tlm
