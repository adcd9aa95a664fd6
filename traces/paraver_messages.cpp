#include "traces/paraver_messages.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

namespace trenza::traces {

namespace {

using testbench::InputError;
using Messages = std::vector<ParaverMessage>;
using Calls = std::vector<std::vector<ParaverCall>>;

/// Gives each message its call on the side of the senders or of the receivers: the first one around its time that has
/// none yet.
void attach(Messages& messages, Calls& all_calls, bool senders) {
  std::vector<std::uint32_t> order(messages.size());
  for (std::uint32_t k = 0; k < order.size(); ++k) order[k] = k;
  const auto place = [&](std::uint32_t k) {
    const ParaverMessage& message = messages[k];
    return senders ? std::pair(message.from, message.sent) : std::pair(message.to, message.received);
  };
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return place(a) < place(b); });
  std::uint32_t task = ParaverCall::kNoMessage;
  std::size_t first = 0;  // call of the task that may still take a message
  for (const std::uint32_t k : order) {
    const auto [own, when] = place(k);
    if (own != task) first = 0;
    task = own;
    std::vector<ParaverCall>& calls = all_calls[task];
    // What is passed takes no further message: it sends (or receives) none, has its one, or is over.
    for (bool is_taken = false; !is_taken && first < calls.size() && calls[first].begin <= when; ++first) {
      std::uint32_t& message = senders ? calls[first].send : calls[first].recv;
      const bool fits = senders ? paraver_sends(calls[first].value) : paraver_receives(calls[first].value);
      if (!fits || calls[first].end < when) continue;
      message = k;
      (senders ? messages[k].send_call : messages[k].recv_call) = static_cast<std::uint32_t>(first);
      is_taken = true;
    }
  }
}

/// The messages of a collective that an old tracer recorded: the collective stands for them.
void drop_parts_of_collectives(const Messages& messages, const Calls& all_calls, const std::string& file) {
  const auto in_collective = [&](std::uint32_t task, std::uint64_t when) {
    const std::vector<ParaverCall>& calls = all_calls[task];
    const auto after = std::upper_bound(calls.begin(), calls.end(), when,
                                        [](std::uint64_t time, const ParaverCall& call) { return time < call.begin; });
    return after != calls.begin() && std::prev(after)->is_collective && std::prev(after)->end >= when;
  };
  for (const ParaverMessage& message : messages) {
    const bool is_sent = message.send_call != ParaverCall::kNoMessage;
    if (is_sent && message.recv_call != ParaverCall::kNoMessage) continue;
    if (!is_sent && message.recv_call == ParaverCall::kNoMessage && in_collective(message.from, message.sent)) continue;
    throw InputError({file, message.line, 1},
                     fmt::format("no call of task {} {} this message at that time",
                                 (is_sent ? message.to : message.from) + 1, is_sent ? "receives" : "sends"));
  }
}

/// The k-th send of a stream (from, to, tag) goes with its k-th receive. Where the trace says otherwise, because the
/// program used several communicators, each message gets a tag of its own.
void name_streams(Messages& messages) {
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>, std::vector<std::uint32_t>> streams;
  for (std::uint32_t k = 0; k < messages.size(); ++k)
    streams[{messages[k].from, messages[k].to, messages[k].tag}].push_back(k);
  for (auto& [name, stream] : streams) {
    std::sort(stream.begin(), stream.end(),
              [&](std::uint32_t a, std::uint32_t b) { return messages[a].send_call < messages[b].send_call; });
    const bool in_order = std::is_sorted(stream.begin(), stream.end(), [&](std::uint32_t a, std::uint32_t b) {
      return messages[a].recv_call < messages[b].recv_call;
    });
    for (std::uint64_t k = 0; !in_order && k < stream.size(); ++k) messages[stream[k]].tag |= (k + 1) << 32U;
  }
}

void attach_waits(const Messages& messages, Calls& all_calls) {
  std::vector<std::vector<std::uint32_t>> next(all_calls.size());  // by task and call: the next wait, itself included
  for (std::size_t task = 0; task < all_calls.size(); ++task) {
    const std::vector<ParaverCall>& calls = all_calls[task];
    next[task].assign(calls.size() + 1, ParaverCall::kNoMessage);
    for (std::size_t at = calls.size(); at-- > 0;)
      next[task][at] = paraver_waits(calls[at].value) ? static_cast<std::uint32_t>(at) : next[task][at + 1];
  }
  for (std::uint32_t k = 0; k < messages.size(); ++k) {
    const ParaverMessage& message = messages[k];
    if (message.recv_call == ParaverCall::kNoMessage ||
        !paraver_is_immediate(all_calls[message.to][message.recv_call].value))
      continue;
    std::vector<ParaverCall>& calls = all_calls[message.to];
    const auto late = std::lower_bound(calls.begin() + message.recv_call + 1, calls.end(), message.there,
                                       [](const ParaverCall& call, std::uint64_t time) { return call.end < time; });
    const std::uint32_t wait = next[message.to][static_cast<std::size_t>(late - calls.begin())];
    if (wait != ParaverCall::kNoMessage) calls[wait].ended.push_back(k);
  }
}

}  // namespace

void attach_messages(Messages& messages, Calls& calls, const std::string& file) {
  attach(messages, calls, true);
  attach(messages, calls, false);
  drop_parts_of_collectives(messages, calls, file);
  name_streams(messages);
  attach_waits(messages, calls);
}

}  // namespace trenza::traces
