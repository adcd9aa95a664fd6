// A trace prepared for replay: flat arrays, no text. They lie in the store of the trace that was read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbench/experiment.h"
#include "testbench/goal/dependencies.h"
#include "testbench/goal/goal_trace.h"

namespace trenza::testbench {

/// Time of the replay in picoseconds.
using Picoseconds = std::uint64_t;

/// Longest time of a replay (53 days); sums of two such times do not overflow.
inline constexpr Picoseconds kMaxPicoseconds = std::uint64_t{1} << 62;

/// A message that finds its receive in a mailbox.
struct MailboxMessage {
  std::uint64_t tag = 0;
  std::uint32_t source = 0;
  std::uint32_t mailbox = 0;
  std::uint32_t route = 0;  ///< number of (source, mailbox)
};

/// A receive that finds its message there.
struct MailboxReceive {
  std::uint64_t tag = 0;
  std::uint32_t operation = 0;
  std::uint32_t source = kAnyRank;
  std::uint32_t mailbox = 0;
  bool any_tag = false;
};

/// ReplayMessage::recv of messages for mailboxes is kInMailbox + the number in ReplayProgram::mailbox_messages.
inline constexpr std::uint32_t kInMailbox = std::uint32_t{1} << 31;
/// ReplayProgram::amount of receives from mailboxes is kFromMailbox + the number in ReplayProgram::mailbox_receives.
inline constexpr std::uint64_t kFromMailbox = std::uint64_t{1} << 63;

struct ReplayMessage {
  std::uint64_t bytes = 0;
  std::uint32_t recv = 0;    ///< the operation that takes it, or kInMailbox + ...
  std::uint32_t source = 0;  ///< ranks
  std::uint32_t destination = 0;
};

struct ReplayProgram {
  explicit ReplayProgram(const std::shared_ptr<ArrayStore>& store)
      : kind(store), cpu(store), amount(store), dependencies(store), messages(store) {}

  const std::shared_ptr<ArrayStore>& store() const { return kind.shared_store(); }

  std::uint32_t ranks = 0;
  std::uint32_t nic_line = 0;  ///< where the trace first names a nic other than 0; 0: nowhere
  std::uint32_t nic_column = 0;
  std::uint32_t ranks_line = 0;  ///< where the trace gives this number
  std::uint32_t ranks_column = 0;
  std::uint32_t cpus = 0;            ///< of all ranks together
  std::vector<std::uint32_t> first;  ///< operations of rank r: first[r] .. first[r + 1] - 1
  LargeArray<OperationKind> kind;    ///< by operation, as the next ones
  LargeArray<std::uint32_t> cpu;     ///< numbered over all ranks
  LargeArray<std::uint64_t> amount;  ///< calc: picoseconds; send, recv: the message, or kFromMailbox + ...
  Successors dependencies;
  LargeArray<ReplayMessage> messages;  ///< in the order of their sends
  std::uint32_t mailboxes = 0;
  std::uint32_t mailbox_routes = 0;
  std::vector<MailboxMessage> mailbox_messages;
  std::vector<MailboxReceive> mailbox_receives;
  ReplayMessage largest;  ///< of the messages, the first one with the most bytes

  std::size_t operations() const { return kind.size(); }
};

/// Reads, checks and matches a trace, or makes that of a collective of the processes of `grid`. Throws InputError.
ReplayProgram load_program(const TraceTraffic& traffic, const std::vector<int>& grid);

/// The same for a trace that has been read.
ReplayProgram build_program(GoalTrace trace, const TraceTraffic& traffic);

/// Time of `nanoseconds` of computation of a 2 GHz processor: * 1000 * 2000 / processor_mhz * computation_ppb / 10^9,
/// rounded to the nearest picosecond, halves up; kMaxPicoseconds at most.
Picoseconds computation_time(std::uint64_t nanoseconds, const TraceTraffic& traffic);

}  // namespace trenza::testbench
