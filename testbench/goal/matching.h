// Which receive takes which message.
#pragma once

#include <cstdint>

#include "testbench/goal/goal_trace.h"
#include "testbench/goal/mailboxes.h"

namespace trenza::testbench {

/// The entry of an operation that is neither a send nor a receive, or that finds its partner while it is replayed.
inline constexpr std::uint32_t kNoPartner = ~std::uint32_t{0};

/// The k-th send of (source, destination, tag) goes with the k-th receive of the same triple, in text order. By
/// operation: of a send its receive, of a receive its send. Messages that `mailboxes` holds have no partner here.
/// Throws InputError for a send or receive without partner, and for a receive with less room than its message. (More
/// room is right: the size of a message is that of its send.)
LargeArray<std::uint32_t> match_messages(const GoalTrace& trace, const Mailboxes& mailboxes);
inline LargeArray<std::uint32_t> match_messages(const GoalTrace& trace) {
  return match_messages(trace, Mailboxes(trace));
}

}  // namespace trenza::testbench
