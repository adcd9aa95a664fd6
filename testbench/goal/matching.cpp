#include "testbench/goal/matching.h"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>

#include "testbench/input_error.h"
#include "testbench/large_sort.h"

namespace trenza::testbench {

namespace {

struct Key {
  std::uint64_t tag;
  std::uint32_t source;
  std::uint32_t destination;
  std::uint32_t operation;

  auto triple() const { return std::tie(source, destination, tag); }
  bool operator<(const Key& other) const {
    return std::tie(source, destination, tag, operation) <
           std::tie(other.source, other.destination, other.tag, other.operation);
  }
};

LargeArray<Key> keys_of(const GoalTrace& trace, const Mailboxes& mailboxes, OperationKind kind) {
  LargeArray<Key> keys(trace.store());
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank) {
    for (std::uint32_t k = trace.first[rank]; k < trace.first[rank + 1]; ++k) {
      trace.store()->tick();
      const GoalOperation& op = trace.operations[k];
      if (op.kind != kind || mailboxes.of(op, rank) != Mailboxes::kNone) continue;
      keys.push_back(kind == OperationKind::send ? Key{op.tag, rank, op.peer, k} : Key{op.tag, op.peer, rank, k});
    }
  }
  sort_large(keys, [](const Key& a, const Key& b) { return a < b; });
  return keys;
}

[[noreturn]] void fail_unmatched(const GoalTrace& trace, const LargeArray<Key>& own, const LargeArray<Key>& others,
                                 const Key& key) {
  const auto count = [&](const LargeArray<Key>& keys) {
    return std::count_if(keys.begin(), keys.end(), [&](const Key& other) {
      trace.store()->tick();
      return other.triple() == key.triple();
    });
  };
  const bool is_send = trace.operations[key.operation].kind == OperationKind::send;
  throw InputError(
      trace.position(key.operation),
      fmt::format("{} has no matching {}: rank {} sends {} messages to rank {} with tag {}, which receives {}",
                  trace.describe(key.operation), is_send ? "receive" : "send", key.source,
                  count(is_send ? own : others), key.destination, key.tag, count(is_send ? others : own)));
}

}  // namespace

LargeArray<std::uint32_t> match_messages(const GoalTrace& trace, const Mailboxes& mailboxes) {
  const LargeArray<Key> sends = keys_of(trace, mailboxes, OperationKind::send);
  const LargeArray<Key> receives = keys_of(trace, mailboxes, OperationKind::recv);
  LargeArray<std::uint32_t> partner(trace.store(), trace.operations.size(), kNoPartner);
  std::size_t s = 0;
  std::size_t r = 0;
  while (s < sends.size() || r < receives.size()) {
    if (s < sends.size() && r < receives.size() && sends[s].triple() == receives[r].triple()) {
      trace.store()->tick();
      const std::uint64_t sent = trace.operations[sends[s].operation].amount;
      const std::uint64_t room = trace.operations[receives[r].operation].amount;
      if (sent > room)
        throw InputError(trace.position(receives[r].operation),
                         fmt::format("{} takes the message of {}: the message is larger than the receive",
                                     trace.describe(receives[r].operation), trace.describe(sends[s].operation)));
      partner[sends[s].operation] = receives[r].operation;
      partner[receives[r++].operation] = sends[s++].operation;
      continue;
    }
    const bool is_send = r == receives.size() || (s < sends.size() && sends[s].triple() < receives[r].triple());
    if (is_send) fail_unmatched(trace, sends, receives, sends[s]);
    fail_unmatched(trace, receives, sends, receives[r]);
  }
  return partner;
}

}  // namespace trenza::testbench
