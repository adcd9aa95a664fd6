#include "recorder/goal_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "recorder/communicators.h"
#include "recorder/matching.h"

namespace trenza::recorder {

namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 20U;

const char* keyword(Kind kind) {
  switch (kind) {
    case Kind::barrier:
      return "barrier";
    case Kind::bcast:
      return "bcast";
    case Kind::reduce:
      return "reduce";
    case Kind::gather:
      return "gather";
    case Kind::scatter:
      return "scatter";
    case Kind::allreduce:
      return "allreduce";
    case Kind::allgather:
      return "allgather";
    case Kind::alltoall:
      return "alltoall";
    case Kind::scan:
      return "scan";
    case Kind::alltoallv:
      return "alltoallv";
    case Kind::reduce_scatter:
      return "reduce_scatter";
    default:
      return "";
  }
}

bool has_root(Kind kind) {
  return kind == Kind::bcast || kind == Kind::reduce || kind == Kind::gather || kind == Kind::scatter;
}

/// A message of no bytes is one of one byte: LogGOPSim counts from the second one on.
std::uint64_t at_least_one(std::uint64_t bytes) { return std::max<std::uint64_t>(bytes, 1); }

/// What all ranks share.
struct Names {
  std::vector<std::size_t> communicator;  ///< number in the text, by that of Communicators
  std::uint64_t tag_step = 1;             ///< a tag of communicator c is c x tag_step + tag
};

/// The text of one rank.
class RankText {
 public:
  RankText(const Part& part, const std::vector<Fate>& fates, const Communicators& communicators, const Names& names,
           const GoalOptions& options, GoalCounts& counts)
      : part_(part),
        fates_(fates),
        communicators_(communicators),
        names_(names),
        options_(options),
        counts_(counts),
        labels_(fates.size(), 0) {
    for (std::size_t i = 0, operation = 0; i < part.events.size(); ++i) {
      const Event& event = part.events[i].event;
      if (!is_operation(event.kind)) continue;
      if (event.kind == Kind::receive && fates[operation].written && event.communicator != 0) only_world_ = false;
      ++operation;
    }
  }

  void write(fmt::memory_buffer& text, const TextSink& sink);

 private:
  void write_computation();
  void write_operation(const PartEvent& next, std::size_t operation);
  void write_receive(const Event& event, const Fate& fate);
  void write_collective(const PartEvent& next);
  std::size_t begin_line();
  void write_dependencies(std::size_t label, bool non_blocking);

  template <class... Values>
  void print(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(*text_), format, std::forward<Values>(values)...);
  }
  std::size_t communicator(std::int32_t number) const {
    return names_.communicator[communicators_.of(part_.rank, number)];
  }
  std::uint64_t tag(std::int32_t number, std::int32_t tag) const {
    return communicator(number) * names_.tag_step + static_cast<std::uint64_t>(tag);
  }

  const Part& part_;
  const std::vector<Fate>& fates_;
  const Communicators& communicators_;
  const Names& names_;
  const GoalOptions& options_;
  GoalCounts& counts_;
  fmt::memory_buffer* text_ = nullptr;
  std::vector<std::size_t> labels_;  ///< by operation; 0: not written
  std::size_t last_ = 0;             ///< the label before, 0 at the begin
  bool last_goes_on_ = false;        ///< it was not blocking
  std::vector<std::size_t> waited_;  ///< labels that ended since then
  std::size_t next_label_ = 1;
  std::uint64_t computed_ns_ = 0;  ///< not written yet
  bool only_world_ = true;         ///< all messages that the rank receives are of the world
};

void RankText::write(fmt::memory_buffer& text, const TextSink& sink) {
  text_ = &text;
  print("rank {} {{\n", part_.rank);
  std::size_t operation = 0;
  for (const PartEvent& next : part_.events) {
    const Event& event = next.event;
    if (event.kind == Kind::calc) {
      computed_ns_ += event.amount;
    } else if (event.kind == Kind::complete) {
      if (labels_[event.extra] == 0) continue;
      write_computation();  // it did not wait
      waited_.push_back(labels_[event.extra]);
    } else if (is_operation(event.kind)) {
      if (fates_[operation].written) write_operation(next, operation);
      ++operation;
    }
    if (text.size() >= kPieceBytes) {
      sink({text.data(), text.size()});
      text.clear();
    }
  }
  write_computation();
  print("}}\n");
}

void RankText::write_computation() {
  if (computed_ns_ == 0) return;
  const std::size_t label = begin_line();
  print("calc {}\n", computed_ns_);
  write_dependencies(label, false);
  counts_.computation_ns += computed_ns_;
  computed_ns_ = 0;
}

void RankText::write_operation(const PartEvent& next, std::size_t operation) {
  const Event& event = next.event;
  write_computation();
  const std::size_t label = labels_[operation] = begin_line();
  if (event.kind == Kind::send) {
    const std::uint64_t bytes = at_least_one(event.amount);
    print("send {}b to {} tag {}\n", bytes, event.partner, tag(event.communicator, event.tag));
    counts_.bytes += bytes;
  } else if (event.kind == Kind::receive) {
    write_receive(event, fates_[operation]);
  } else {
    write_collective(next);
  }
  write_dependencies(label, (event.flags & kNonBlocking) != 0);
}

void RankText::write_receive(const Event& event, const Fate& fate) {
  print("recv {}b from ", at_least_one(fate.bytes));
  if (event.partner == kAny && !options_.resolve_sources) {
    print("-1");
    ++counts_.any_source;
  } else {
    print("{}", fate.source);
  }
  if (event.tag == kAny && !options_.resolve_sources && only_world_) {
    print(" tag -1\n");
  } else {
    print(" tag {}\n", tag(event.communicator, fate.tag));
  }
}

void RankText::write_collective(const PartEvent& next) {
  const Event& event = next.event;
  print("{}", keyword(event.kind));
  if (event.kind != Kind::barrier && !has_list(event.kind)) print(" {}b", at_least_one(event.amount));
  if (has_root(event.kind)) print(" root {}", event.partner);
  print(" comm {}", communicator(event.communicator));
  if (has_list(event.kind)) {
    print(" {{");
    for (std::size_t i = 0; i < event.extra; ++i) print(" {}", part_.lists[next.list + i]);
    print(" }}");
  }
  print("\n");
}

std::size_t RankText::begin_line() {
  print("l{}: ", next_label_);
  return next_label_++;
}

void RankText::write_dependencies(std::size_t label, bool non_blocking) {
  std::sort(waited_.begin(), waited_.end());
  waited_.erase(std::unique(waited_.begin(), waited_.end()), waited_.end());
  const bool last_has_ended = !last_goes_on_ || std::binary_search(waited_.begin(), waited_.end(), last_);
  if (last_ != 0) print("l{} {} l{}\n", label, last_has_ended ? "requires" : "irequires", last_);
  for (const std::size_t ended : waited_) {
    if (ended != last_) print("l{} requires l{}\n", label, ended);
  }
  waited_.clear();
  last_ = label;
  last_goes_on_ = non_blocking;
}

/// Numbers the communicators that are used, in the order in which ranks 0, 1, ... define them, and finds the tag step.
Names name(const std::vector<Part>& parts, const Matching& matching, const Communicators& communicators) {
  std::vector<bool> used(communicators.size(), false);
  std::int32_t greatest_tag = 0;
  for (const Part& part : parts) {
    const std::vector<Fate>& fates = matching.fates[static_cast<std::size_t>(part.rank)];
    std::size_t operation = 0;
    for (const PartEvent& next : part.events) {
      if (!is_operation(next.event.kind)) continue;
      if (fates[operation++].written) used[communicators.of(part.rank, next.event.communicator)] = true;
      if (next.event.kind == Kind::send) greatest_tag = std::max(greatest_tag, next.event.tag);
    }
  }
  Names names;
  names.communicator.resize(communicators.size());
  std::size_t next = 1;
  for (std::size_t i = 1; i < communicators.size(); ++i) {
    if (used[i]) names.communicator[i] = next++;
  }
  while (names.tag_step <= static_cast<std::uint64_t>(greatest_tag)) names.tag_step *= 10;
  return names;
}

void write_communicators(const Communicators& communicators, const Names& names, fmt::memory_buffer& text) {
  for (std::size_t i = 1; i < communicators.size(); ++i) {
    if (names.communicator[i] == 0) continue;
    fmt::format_to(std::back_inserter(text), "comm {} {{", names.communicator[i]);
    for (const std::int32_t rank : communicators.members(i)) fmt::format_to(std::back_inserter(text), " {}", rank);
    fmt::format_to(std::back_inserter(text), " }}\n");
  }
}

void check_parts(const std::vector<Part>& parts) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].ranks != static_cast<std::int32_t>(parts.size()) || parts[i].rank != static_cast<std::int32_t>(i))
      throw RecordingError(fmt::format("part {} is of rank {} of {}; there are {} parts", i, parts[i].rank,
                                       parts[i].ranks, parts.size()));
  }
}

}  // namespace

GoalCounts write_goal(const std::vector<Part>& parts, const GoalOptions& options, const TextSink& sink) {
  check_parts(parts);
  const Communicators communicators(parts);
  const Matching matching = match_operations(parts, communicators);
  const Names names = name(parts, matching, communicators);

  GoalCounts counts;
  counts.ranks = static_cast<std::int32_t>(parts.size());
  counts.messages = matching.messages;
  counts.collectives = matching.collectives;
  counts.cut_messages = matching.cut_messages;
  counts.cut_collectives = matching.cut_collectives;
  for (const std::size_t number : names.communicator) counts.communicators += number != 0 ? 1 : 0;

  fmt::memory_buffer text;
  fmt::format_to(std::back_inserter(text), "// recorded by trenza trace record; tag: communicator x {} + tag of MPI\n",
                 names.tag_step);
  fmt::format_to(std::back_inserter(text), "num_ranks {}\n", parts.size());
  write_communicators(communicators, names, text);
  for (const Part& part : parts) {
    const std::vector<Fate>& fates = matching.fates[static_cast<std::size_t>(part.rank)];
    RankText(part, fates, communicators, names, options, counts).write(text, sink);
  }
  sink({text.data(), text.size()});
  return counts;
}

}  // namespace trenza::recorder
