// Messages and receives that find each other while a trace is replayed.
#pragma once

#include <cstdint>
#include <vector>

#include "testbench/replay/program.h"

namespace trenza::testbench {

/// The mailboxes of a program (docs/traces.md, section 3). A message that has arrived is taken by the receive that was
/// posted first of those that it fits, at once or when one is posted; a receive takes the message that arrived first.
/// Messages of one rank arrive in the order in which they were sent: one that overtakes another waits for it.
class MailboxQueues {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  explicit MailboxQueues(const ReplayProgram& program)
      : program_(program),
        sent_(program.mailbox_routes),
        taken_(program.mailbox_routes, 0),
        has_come_(program.mailbox_messages.size(), false),
        posted_(program.mailboxes),
        waiting_(program.mailboxes) {}

  /// Message number `item` of program.mailbox_messages has been sent.
  void send(std::uint32_t item) { sent_[program_.mailbox_messages[item].route].push_back(item); }
  /// It is there. Calls complete(receive) with the number, in program.mailbox_receives, of each receive that gets a
  /// message by this.
  template <class Complete>
  void arrive(std::uint32_t item, const Complete& complete) {
    const std::uint32_t route = program_.mailbox_messages[item].route;
    has_come_[item] = true;
    std::vector<std::uint32_t>& sent = sent_[route];
    for (std::size_t& next = taken_[route]; next < sent.size() && has_come_[sent[next]]; ++next) {
      const std::uint32_t receive = take_receive(sent[next]);
      if (receive != kNone) complete(receive);
    }
  }
  /// A receive is posted; whether it has its message.
  bool post(std::uint32_t receive);

  template <class Self, class Archive>
  static void state(Self& self, Archive& archive) {
    auto& [program, sent, taken, has_come, posted, waiting] = self;
    archive(sent, taken, has_come, posted, waiting);
  }

 private:
  /// The receive that takes an arrived message; if there is none, the message waits.
  std::uint32_t take_receive(std::uint32_t item);
  bool fits(std::uint32_t receive, std::uint32_t item) const;

  const ReplayProgram& program_;
  std::vector<std::vector<std::uint32_t>> sent_;     ///< by route: messages in the order in which they were sent
  std::vector<std::size_t> taken_;                   ///< by route: how many of them are there, with all before them
  std::vector<bool> has_come_;                       ///< by message
  std::vector<std::vector<std::uint32_t>> posted_;   ///< by mailbox: receives that wait
  std::vector<std::vector<std::uint32_t>> waiting_;  ///< by mailbox: messages that wait
};

}  // namespace trenza::testbench
