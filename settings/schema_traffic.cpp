// The keys of `traffic`: a pattern, a trace or a collective.
#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "microarch/parameters.h"
#include "settings/decimal.h"
#include "settings/schema_rows.h"
#include "testbench/collectives/algorithm.h"
#include "testbench/traffic/part_kinds.h"

namespace trenza::settings {

namespace {

Condition from_trace() { return {"traffic.trace", true, {}, "traffic from a trace"}; }
Condition collective() { return {"traffic.collective", true, {}, "a collective"}; }

std::vector<std::string> names_of(const std::vector<testbench::PartKind>& kinds) {
  std::vector<std::string> names;
  for (const auto& kind : kinds) names.push_back(kind.name);
  return names;
}

std::string summaries_of(const std::string& start, const std::vector<testbench::PartKind>& kinds) {
  std::string text = start;
  for (const auto& kind : kinds) text += fmt::format(" `{}` {};", kind.name, kind.summary);
  text.pop_back();
  return text;
}

constexpr const char* kAtStart = "at_start";

/// Arrivals that have a rate and no end.
std::vector<std::string> open_ended_arrivals() {
  std::vector<std::string> names = names_of(testbench::arrival_kinds());
  names.erase(std::remove(names.begin(), names.end(), kAtStart), names.end());
  return names;
}

void add_synthetic(std::vector<Key>& keys) {
  constexpr auto kFlits = static_cast<std::uint64_t>(microarch::kMaxPacketFlits);
  const Condition synthetic{"traffic.pattern", true, {}, "synthetic traffic"};
  Key pattern = choice("traffic.pattern", names_of(testbench::pattern_kinds()), "",
                       summaries_of("destinations of synthetic traffic:", testbench::pattern_kinds()));
  pattern.optional = true;
  keys.push_back(pattern);
  keys.push_back(when(with("traffic.pattern", {"local_global"}),
                      decimal("traffic.alpha", 0, kBillion, 9, "", "",
                              "share of the packets that go to a neighbour; the rest is uniform")));
  Key wrap = other("traffic.wrap", KeyKind::boolean, "`on`",
                   "`on`: neighbours across the border of the logical grid too (a torus); `off`: none there (a mesh), "
                   "so that a process at the border draws among fewer");
  wrap.optional = true;
  keys.push_back(when(with("traffic.pattern", {"local_global"}), wrap));
  Key spots = other("traffic.hot_spots", KeyKind::integer_list, "", "nodes that get more than their share");
  spots.maximum = (1U << 24U) - 2;
  keys.push_back(when(with("traffic.pattern", {"hot_spot"}), spots));
  keys.push_back(when(with("traffic.pattern", {"hot_spot"}),
                      decimal("traffic.hot_share", 0, kBillion, 9, "", "",
                              "share of the packets that go to a hot spot; the rest is uniform")));
  Key destinations =
      other("traffic.destinations", KeyKind::integer_list, "", "the process that process 0, 1, ... sends to");
  destinations.maximum = (1U << 24U) - 2;
  keys.push_back(when(with("traffic.pattern", {"permutation"}), destinations));
  keys.push_back(when(synthetic, choice("traffic.arrival", names_of(testbench::arrival_kinds()), "bernoulli",
                                        summaries_of("when packets are created:", testbench::arrival_kinds()))));
  keys.push_back(when(with("traffic.arrival", {"on_off"}),
                      integer("traffic.on_cycles", 1, 1'000'000'000, "100", "cycles", "mean length of a burst")));
  keys.push_back(when(with("traffic.arrival", {"on_off"}),
                      integer("traffic.off_cycles", 1, 1'000'000'000, "100", "cycles", "mean gap between bursts")));
  keys.push_back(when(with("traffic.arrival", open_ended_arrivals()),
                      decimal("traffic.load", 1, kMostLoad * kBillion, 9, "", "phits/cycle/node", "offered load")));
  Key packets = integer("traffic.packets", 1, 1'000'000'000, "", "packets",
                        "of each process; without it one for each other process (with `self`, for each)");
  packets.optional = true;
  keys.push_back(when(with("traffic.arrival", {kAtStart}), packets));
  Key lengths = other(
      "traffic.packet_flits", KeyKind::lengths, "",
      "length of the packets, header included; a list `[{flits: 1, weight: 3}, {flits: 16, weight: 1}]` mixes lengths");
  lengths.fallback = "16";
  lengths.minimum = 1;
  lengths.maximum = kFlits;
  lengths.unit = "flits";
  keys.push_back(when(synthetic, lengths));
  Key self = other("traffic.self", KeyKind::boolean, "`off`",
                   "`on`: a source may draw itself, fixed points of permutations send too, and packets to the own node "
                   "go through its router");
  self.optional = true;
  keys.push_back(when(synthetic, self));
  Key replies = integer("traffic.reply_flits", 1, kFlits, "", "flits",
                        "each packet is answered on its arrival by one of so many flits of the second message class; "
                        "needs `message_classes: 2`");
  replies.fallback_words = "no replies";
  replies.optional = true;
  keys.push_back(when(synthetic, replies));
}

void add_trace(std::vector<Key>& keys) {
  const Condition trace = from_trace();
  Condition messages = trace;
  messages.words = "traffic from a trace, or a collective";
  messages.alternatives.push_back(collective());
  keys.push_back(when(trace, decimal("traffic.processor_ghz", kBillion / 1000, kMostMagnitude * kBillion, 3, "2", "GHz",
                                     "clock of the processors; the times in a trace are of 2 GHz")));
  keys.push_back(when(trace, decimal("traffic.computation", 0, kMostMagnitude * kBillion, 9, "1", "",
                                     "factor on all computation times")));
  keys.push_back(when(
      messages, choice("traffic.last_packet", {"short", "padded"}, "short",
                       "length of the last packet of a message: as long as its bytes need, or `max_packet_flits`")));
  Key eager =
      integer("traffic.eager_bytes", 0, std::uint64_t{1} << 40, "", "bytes",
              "larger messages go by rendezvous: they wait until their receive is posted, after a question and an "
              "answer");
  eager.optional = true;
  eager.fallback_words = "all messages are eager";
  keys.push_back(when(messages, eager));
  keys.push_back(when(messages, decimal("traffic.send_overhead_ns", 0, kBillion * kBillion, 3, "0", "ns",
                                        "time a process spends in every send")));
  keys.push_back(when(messages, decimal("traffic.receive_overhead_ns", 0, kBillion * kBillion, 3, "0", "ns",
                                        "time a process spends in every receive")));
}

/// The algorithms of the collectives of a trace.
void add_collectives(std::vector<Key>& keys) {
  for (const testbench::CollectiveFacts& facts : testbench::collective_kinds()) {
    std::vector<std::string> names = testbench::algorithms_of(facts.kind);
    names.insert(names.begin(), "usual");
    Key key = choice(fmt::format("traffic.collectives.{}", facts.name), names, "",
                     fmt::format("algorithm of `{}`: {}", facts.keyword, facts.summary));
    key.optional = true;
    key.fallback_words = "`usual`: what a common MPI library takes for the size and the number of members";
    keys.push_back(when(from_trace(), key));
  }
}

/// Names of the kinds that `wanted` holds for.
template <class Wanted>
std::vector<std::string> kinds_where(const Wanted& wanted) {
  std::vector<std::string> names;
  for (const testbench::CollectiveFacts& facts : testbench::collective_kinds()) {
    if (facts.kind != testbench::CollectiveKind::all_to_all_v && wanted(facts)) names.emplace_back(facts.name);
  }
  return names;
}

/// The same collective, over and over.
void add_collective_traffic(std::vector<Key>& keys) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40;
  const auto has_size = [](const testbench::CollectiveFacts& facts) {
    return facts.sizes != testbench::CollectiveSizes::none;
  };
  keys.push_back(when(with("traffic.collective", kinds_where(has_size)),
                      integer("traffic.bytes", 1, kMostBytes, "", "bytes",
                              "size of the vector; of `gather`, `scatter`, `all_gather`, `all_to_all` and "
                              "`reduce_scatter`: of the part of each member")));
  keys.push_back(
      when(with("traffic.collective", kinds_where([](const auto& facts) { return facts.has_root; })),
           integer("traffic.root", 0, (1U << 24U) - 2, "0", "", "the member of each group that is the root")));
  std::vector<std::string> names{"usual"};
  for (const testbench::CollectiveAlgorithm& algorithm : testbench::collective_algorithms())
    names.emplace_back(algorithm.name);
  keys.push_back(when(collective(), choice("traffic.algorithm", names, "usual",
                                           "algorithm of the collective; `usual`: what a common MPI library takes for "
                                           "the size and the number of members")));
  Key groups = other("traffic.groups", KeyKind::texts, "all processes together",
                     "dimensions of the logical grid of the processes that a group spans, such as `[x, y]`; each group "
                     "does the collective by itself");
  keys.push_back(when(collective(), groups));
  keys.push_back(when(collective(), integer("traffic.repetitions", 1, 1'000'000, "1", "",
                                            "times that each group does it, one after the other")));
}

}  // namespace

void add_traffic_keys(std::vector<Key>& keys) {
  Key trace = other("traffic.trace", KeyKind::text, "",
                    "file of a GOAL trace, plain or .zst, relative to the configuration; this, `pattern` or "
                    "`collective`");
  trace.optional = true;
  keys.push_back(trace);
  std::string summary = "a collective operation of all processes, or of groups:";
  for (const testbench::CollectiveFacts& facts : testbench::collective_kinds()) {
    if (facts.kind != testbench::CollectiveKind::all_to_all_v)
      summary += fmt::format(" `{}` {};", facts.name, facts.summary);
  }
  summary.pop_back();
  Key one = choice("traffic.collective", kinds_where([](const auto& /*facts*/) { return true; }), "", summary);
  one.optional = true;
  keys.push_back(one);
  add_synthetic(keys);
  add_trace(keys);
  add_collectives(keys);
  add_collective_traffic(keys);
}

}  // namespace trenza::settings
