#include "testbench/replay/mailbox_queues.h"

#include <algorithm>

namespace trenza::testbench {

bool MailboxQueues::fits(std::uint32_t receive, std::uint32_t item) const {
  const MailboxReceive& wish = program_.mailbox_receives[receive];
  const MailboxMessage& message = program_.mailbox_messages[item];
  return (wish.source == kAnyRank || wish.source == message.source) && (wish.any_tag || wish.tag == message.tag);
}

std::uint32_t MailboxQueues::take_receive(std::uint32_t item) {
  const std::uint32_t mailbox = program_.mailbox_messages[item].mailbox;
  std::vector<std::uint32_t>& posted = posted_[mailbox];
  const auto found = std::find_if(posted.begin(), posted.end(), [&](std::uint32_t one) { return fits(one, item); });
  if (found == posted.end()) {
    waiting_[mailbox].push_back(item);
    return kNone;
  }
  const std::uint32_t receive = *found;
  posted.erase(found);
  return receive;
}

bool MailboxQueues::post(std::uint32_t receive) {
  const std::uint32_t mailbox = program_.mailbox_receives[receive].mailbox;
  std::vector<std::uint32_t>& waiting = waiting_[mailbox];
  const auto found =
      std::find_if(waiting.begin(), waiting.end(), [&](std::uint32_t one) { return fits(receive, one); });
  if (found == waiting.end()) {
    posted_[mailbox].push_back(receive);
    return false;
  }
  waiting.erase(found);
  return true;
}

}  // namespace trenza::testbench
