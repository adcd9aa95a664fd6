#include "traces/paraver_messages.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "traces/paraver_numbers.h"

namespace trenza::traces {

namespace {

using Numbers = std::vector<std::uint32_t>;
using Time = std::uint64_t;

/// The sides of the messages at one task, all of those that it sends or of those that it receives, and the calls that
/// may take them. Both get fewer with each way to join them.
class Side {
 public:
  Side(std::vector<ParaverMessage>& messages, const std::vector<ParaverCall>& calls,
       std::uint32_t ParaverMessage::*call_of)
      : messages_(messages), calls_(calls), call_of_(call_of) {}

  Numbers waiting;  ///< messages

  /// Joins messages with calls for which `is_asked` holds, where both have the same key.
  template <class Asked, class CallKey, class MessageKey>
  void join_equal(const Asked& is_asked, const CallKey& call_key, const MessageKey& message_key) {
    Numbers free = free_calls(is_asked);
    sort(free, [&](std::uint32_t call) { return call_key(calls_[call]); });
    join(
        free, message_key, [&](std::uint32_t call, const auto& key) { return call_key(calls_[call]) < key; },
        [&](std::uint32_t call, const auto& key) { return call_key(calls_[call]) == key; });
  }

  /// Joins messages with the first call for which `is_asked` holds and that contains `begin` and `end` of the message.
  template <class Asked>
  void join_within(const Asked& is_asked, Time ParaverMessage::*begin, Time ParaverMessage::*end) {
    const Numbers free = free_calls(is_asked);
    // Calls of this kind follow each other, so that their ends are in the order of their begins.
    join(
        free, [&](const ParaverMessage& message) { return std::pair(message.*end, message.*begin); },
        [&](std::uint32_t call, const auto& key) { return calls_[call].end < key.first; },
        [&](std::uint32_t call, const auto& key) { return calls_[call].begin <= key.second; });
  }

 private:
  template <class Asked>
  Numbers free_calls(const Asked& is_asked) const {
    Numbers free;
    for (std::uint32_t k = 0; k < calls_.size(); ++k) {
      if (is_asked(calls_[k]) && !is_taken(k)) free.push_back(k);
    }
    return free;
  }

  bool is_taken(std::uint32_t call) const { return !taken_.empty() && taken_[call]; }

  /// What has the same key stands in the order of the trace.
  template <class Key>
  static void sort(Numbers& numbers, const Key& key) {
    std::sort(numbers.begin(), numbers.end(),
              [&](std::uint32_t a, std::uint32_t b) { return std::pair(key(a), a) < std::pair(key(b), b); });
  }

  /// In the order of the keys of the messages: passes over calls that are too early, and takes the next one if it fits.
  template <class MessageKey, class Early, class Fits>
  void join(const Numbers& free, const MessageKey& message_key, const Early& is_early, const Fits& fits) {
    sort(waiting, [&](std::uint32_t k) { return message_key(messages_[k]); });
    if (taken_.empty()) taken_.resize(calls_.size());
    Numbers left;
    std::size_t at = 0;
    for (const std::uint32_t k : waiting) {
      const auto key = message_key(messages_[k]);
      while (at < free.size() && is_early(free[at], key)) ++at;
      if (at == free.size() || !fits(free[at], key)) {
        left.push_back(k);
        continue;
      }
      messages_[k].*call_of_ = free[at];
      if (calls_[free[at]].value == kCallStartall) continue;  // takes any number
      taken_[free[at++]] = true;
    }
    waiting = std::move(left);
  }

  std::vector<ParaverMessage>& messages_;
  const std::vector<ParaverCall>& calls_;
  std::uint32_t ParaverMessage::*call_of_;
  std::vector<bool> taken_;
};

bool sends(const ParaverCall& call) { return paraver_sends(call.value); }
/// A receive that ends with its call.
bool receives_here(const ParaverCall& call) {
  return paraver_receives(call.value) && !paraver_is_immediate(call.value);
}
bool posts(const ParaverCall& call) { return paraver_receives(call.value) && paraver_is_immediate(call.value); }
bool receives(const ParaverCall& call) { return paraver_receives(call.value); }

bool is_start(const ParaverCall& call) { return call.value == kCallStart || call.value == kCallStartall; }

class Attacher {
 public:
  Attacher(std::vector<ParaverMessage>& messages, const std::vector<std::vector<ParaverCall>>& calls)
      : messages_(messages), calls_(calls) {}

  std::uint64_t attach() {
    find_collectives();
    std::vector<Side> sides = sides_of(&ParaverMessage::from, &ParaverMessage::send_call);
    for (Side& side : sides) {
      side.join_equal(
          sends, [](const ParaverCall& call) { return call.begin; },
          [](const ParaverMessage& message) { return message.send_begin; });
      drop_parts(side.waiting);
      side.join_within(sends, &ParaverMessage::send_begin, &ParaverMessage::send_begin);
    }
    sides = sides_of(&ParaverMessage::to, &ParaverMessage::recv_call);
    for (Side& side : sides) attach_receives(side);
    const std::uint64_t left_out = remove_incomplete();
    attach_waits();
    return left_out;
  }

 private:
  /// By task: those that have their call on the other side, or none yet.
  std::vector<Side> sides_of(std::uint32_t ParaverMessage::*task, std::uint32_t ParaverMessage::*call_of) {
    std::vector<Side> sides;
    sides.reserve(calls_.size());
    for (const std::vector<ParaverCall>& calls : calls_) sides.emplace_back(messages_, calls, call_of);
    const bool is_receive = task == &ParaverMessage::to;
    for (std::uint32_t k = 0; k < messages_.size(); ++k) {
      if (!is_receive || messages_[k].send_call != ParaverMessage::kNoCall)
        sides[messages_[k].*task].waiting.push_back(k);
    }
    return sides;
  }

  static void attach_receives(Side& side) {
    side.join_equal(
        receives_here, [](const ParaverCall& call) { return std::pair(call.begin, call.end); },
        [](const ParaverMessage& message) { return std::pair(message.recv_begin, message.recv_end); });
    side.join_equal(
        posts, [](const ParaverCall& call) { return is_start(call) ? call.begin : call.end; },
        [](const ParaverMessage& message) { return message.recv_begin; });
    side.join_within(receives_here, &ParaverMessage::recv_begin, &ParaverMessage::recv_end);
    side.join_within(posts, &ParaverMessage::recv_begin, &ParaverMessage::recv_begin);
    side.join_within(receives, &ParaverMessage::recv_begin, &ParaverMessage::recv_begin);
  }

  void find_collectives() {
    collectives_.resize(calls_.size());
    for (std::size_t task = 0; task < calls_.size(); ++task) {
      for (const ParaverCall& call : calls_[task]) {
        if (call.is_collective && call.begin < call.end) collectives_[task].emplace_back(call.begin, call.end);
      }
    }
  }

  bool in_collective(std::uint32_t task, Time begin, Time end) const {
    const auto& spans = collectives_[task];
    // One that begins with the message, or else the last one before.
    const auto after = std::upper_bound(spans.begin(), spans.end(), std::pair(begin, ~Time{0}));
    return after != spans.begin() && std::prev(after)->second >= end;
  }

  /// What the library sent within a collective, as old tracers recorded.
  void drop_parts(Numbers& waiting) const {
    const auto is_part = [this](std::uint32_t k) {
      const ParaverMessage& message = messages_[k];
      return in_collective(message.from, message.send_begin, message.send_end) &&
             in_collective(message.to, message.recv_begin, message.recv_end);
    };
    waiting.erase(std::remove_if(waiting.begin(), waiting.end(), is_part), waiting.end());
  }

  std::uint64_t remove_incomplete() {
    std::uint64_t left_out = 0;
    const auto is_incomplete = [&](const ParaverMessage& message) {
      if (message.send_call != ParaverMessage::kNoCall && message.recv_call != ParaverMessage::kNoCall) return false;
      const bool is_part = in_collective(message.from, message.send_begin, message.send_begin) ||
                           in_collective(message.to, message.recv_begin, message.recv_begin);
      if (!is_part) ++left_out;
      return true;
    };
    std::vector<ParaverMessage> kept;
    for (const ParaverMessage& message : messages_) {
      if (!is_incomplete(message)) kept.push_back(message);
    }
    messages_ = std::move(kept);
    return left_out;
  }

  void attach_waits() {
    std::vector<Numbers> waits(calls_.size());
    for (std::size_t task = 0; task < calls_.size(); ++task) {
      for (std::uint32_t k = 0; k < calls_[task].size(); ++k) {
        if (!calls_[task][k].is_collective && paraver_waits(calls_[task][k].value)) waits[task].push_back(k);
      }
    }
    for (ParaverMessage& message : messages_) {
      const std::vector<ParaverCall>& calls = calls_[message.to];
      if (!paraver_is_immediate(calls[message.recv_call].value)) continue;
      const Numbers& own = waits[message.to];
      const auto after = std::upper_bound(own.begin(), own.end(), message.recv_call);
      const auto late = std::lower_bound(after, own.end(), message.recv_end,
                                         [&](std::uint32_t call, Time time) { return calls[call].end < time; });
      if (late != own.end()) message.wait_call = *late;
    }
  }

  std::vector<ParaverMessage>& messages_;
  const std::vector<std::vector<ParaverCall>>& calls_;
  std::vector<std::vector<std::pair<Time, Time>>> collectives_;  ///< by task: those that take time
};

}  // namespace

std::uint64_t attach_messages(std::vector<ParaverMessage>& messages,
                              const std::vector<std::vector<ParaverCall>>& calls) {
  return Attacher(messages, calls).attach();
}

}  // namespace trenza::traces
