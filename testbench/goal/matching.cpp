#include "testbench/goal/matching.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "testbench/experiment.h"

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

std::vector<Key> keys_of(const GoalTrace& trace, OperationKind kind) {
  std::vector<Key> keys;
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank) {
    for (std::uint32_t k = trace.first[rank]; k < trace.first[rank + 1]; ++k) {
      const GoalOperation& op = trace.operations[k];
      if (op.kind != kind) continue;
      keys.push_back(kind == OperationKind::send ? Key{op.tag, rank, op.peer, k} : Key{op.tag, op.peer, rank, k});
    }
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

[[noreturn]] void fail_unmatched(const GoalTrace& trace, const std::vector<Key>& own, const std::vector<Key>& others,
                                 const Key& key) {
  const auto count = [&](const std::vector<Key>& keys) {
    return std::count_if(keys.begin(), keys.end(), [&](const Key& other) { return other.triple() == key.triple(); });
  };
  const bool is_send = trace.operations[key.operation].kind == OperationKind::send;
  throw InputError(
      fmt::format("{}{} has no matching {}: rank {} sends {} messages to rank {} with tag {}, which receives {}",
                  trace.position(key.operation), trace.describe(key.operation), is_send ? "receive" : "send",
                  key.source, count(is_send ? own : others), key.destination, key.tag, count(is_send ? others : own)));
}

}  // namespace

std::vector<MatchedMessage> match_messages(const GoalTrace& trace) {
  const std::vector<Key> sends = keys_of(trace, OperationKind::send);
  const std::vector<Key> receives = keys_of(trace, OperationKind::recv);
  std::vector<MatchedMessage> messages;
  messages.reserve(sends.size());
  std::size_t s = 0;
  std::size_t r = 0;
  while (s < sends.size() || r < receives.size()) {
    if (s < sends.size() && r < receives.size() && sends[s].triple() == receives[r].triple()) {
      const std::uint64_t sent = trace.operations[sends[s].operation].amount;
      const std::uint64_t expected = trace.operations[receives[r].operation].amount;
      if (sent != expected)
        throw InputError(fmt::format("{}{} takes the message of {}: the sizes differ",
                                     trace.position(receives[r].operation), trace.describe(receives[r].operation),
                                     trace.describe(sends[s].operation)));
      messages.push_back(MatchedMessage{sends[s++].operation, receives[r++].operation});
      continue;
    }
    const bool is_send = r == receives.size() || (s < sends.size() && sends[s].triple() < receives[r].triple());
    if (is_send) fail_unmatched(trace, sends, receives, sends[s]);
    fail_unmatched(trace, receives, sends, receives[r]);
  }
  std::sort(messages.begin(), messages.end(),
            [](const MatchedMessage& a, const MatchedMessage& b) { return a.send < b.send; });
  return messages;
}

}  // namespace trenza::testbench
