#include "traces/paraver_calls.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>

#include "testbench/input_error.h"
#include "traces/numbered_collectives.h"
#include "traces/paraver_numbers.h"

namespace trenza::traces {

namespace {

using testbench::InputError;
using Calls = std::vector<ParaverCall>;

/// Takes the events of a task in the order of their times.
class CallBuilder {
 public:
  explicit CallBuilder(const std::string& file) : file_(file) {}

  void add(const ParaverEvent& event) {
    switch (event.kind) {
      case ParaverEventKind::application:
        return begin(event);
      case ParaverEventKind::sent:
      case ParaverEventKind::received:
      case ParaverEventKind::root:
      case ParaverEventKind::communicator:
        return detail(event);
      default:
        return event.value == 0 ? end(event) : begin(event);
    }
  }

  Calls take() {
    for (const Open& open : open_) {
      if (open.call != kNone && open.line_within != 0) fail_overlap(open.line_within, calls_[open.call].line);
    }
    std::stable_sort(calls_.begin(), calls_.end(), [](const ParaverCall& a, const ParaverCall& b) {
      return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    });
    drop_parts_of_collectives();
    check_overlaps();
    return std::move(calls_);
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};
  /// The call of one kind that has begun.
  struct Open {
    std::size_t call = kNone;
    std::uint32_t depth = 0;        ///< collectives that have begun within it and not ended
    std::uint32_t line_within = 0;  ///< of the last of them
  };

  [[noreturn]] void fail_overlap(std::uint32_t line, std::uint32_t before) const {
    throw InputError({file_, line, 1}, fmt::format("a call of MPI begins before that of line {} has ended", before));
  }

  void begin(const ParaverEvent& event) {
    const auto kind = static_cast<std::size_t>(event.kind);
    const bool is_collective = event.kind == ParaverEventKind::collective;
    if (kind < kParaverCallKinds) {
      Open& open = open_[kind];
      if (open.call != kNone) {
        if (!is_collective) fail_overlap(event.line, calls_[open.call].line);
        ++open.depth;
        open.line_within = event.line;
        return;
      }
      open = {calls_.size(), 0, 0};
    }
    ParaverCall call;
    call.begin = call.end = event.time;
    call.line = event.line;
    call.is_collective = is_collective;
    if (kind < kParaverCallKinds) call.value = event.value;
    calls_.push_back(call);
    if (!is_collective) return;
    last_collective_ = calls_.size() - 1;
    given_.clear();
    for (const ParaverEvent& detail : early_) {
      if (detail.time == event.time) set(detail);
    }
    early_.clear();
  }

  void end(const ParaverEvent& event) {
    Open& open = open_[static_cast<std::size_t>(event.kind)];
    if (open.call == kNone) return;
    if (open.depth > 0) {
      --open.depth;
      return;
    }
    calls_[open.call].end = event.time;
    open.call = kNone;
  }

  /// Of the collective that began last at this time, or of the next one if that has it already.
  void detail(const ParaverEvent& event) {
    const bool is_late = last_collective_ != kNone && calls_[last_collective_].begin == event.time;
    if (is_late && given_.count(event.kind) == 0) {
      set(event);
    } else {
      early_.push_back(event);
    }
  }

  void set(const ParaverEvent& event) {
    ParaverCall& call = calls_[last_collective_];
    given_.insert(event.kind);
    if (event.kind == ParaverEventKind::root) call.is_root = event.value != 0;
    if (event.kind == ParaverEventKind::communicator) call.comm = static_cast<std::uint32_t>(event.value);
    if (event.kind == ParaverEventKind::sent) call.sent = event.value;
    if (event.kind == ParaverEventKind::received) call.received = event.value;
    call.has_sizes = call.has_sizes || event.kind == ParaverEventKind::sent || event.kind == ParaverEventKind::received;
  }

  /// A call that touches a collective at one end only stands beside it.
  void drop_parts_of_collectives() {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> spans;
    for (const ParaverCall& call : calls_) {
      if (call.is_collective && call.begin < call.end) spans.emplace_back(call.begin, call.end);
    }
    const auto is_part = [&](const ParaverCall& call) {
      if (call.is_collective) return false;
      auto after = std::upper_bound(spans.begin(), spans.end(), std::pair(call.begin, ~std::uint64_t{0}));
      if (after == spans.begin()) return false;
      const auto [begin, end] = *std::prev(after);
      return call.begin < call.end ? call.end <= end : begin < call.begin && call.begin < end;
    };
    calls_.erase(std::remove_if(calls_.begin(), calls_.end(), is_part), calls_.end());
  }

  /// Calls may lie within another, such as those of a library within MPI_File_open.
  void check_overlaps() const {
    std::vector<const ParaverCall*> around;
    for (const ParaverCall& call : calls_) {
      while (!around.empty() && around.back()->end <= call.begin) around.pop_back();
      // Those that begin at one time stand in the order of their ends.
      if (!around.empty() && around.back()->end < call.end && around.back()->begin < call.begin)
        fail_overlap(call.line, around.back()->line);
      around.push_back(&call);
    }
  }

  const std::string& file_;
  Calls calls_;
  std::array<Open, kParaverCallKinds> open_{};
  std::size_t last_collective_ = kNone;
  std::set<ParaverEventKind> given_;  ///< of the last collective
  std::vector<ParaverEvent> early_;   ///< details before the begin of their collective
};

/// Gives each record the first call without sizes that begins with it (`exact`) or contains it, and fits.
template <class Fits>
void attach_records(std::vector<ParaverOldCollective>& records, Calls& calls, bool exact, const Fits& fits) {
  std::vector<ParaverOldCollective> left;
  std::size_t at = 0;
  for (const ParaverOldCollective& record : records) {
    const auto is_over = [&](const ParaverCall& call) {
      return !call.is_collective || call.has_sizes || (exact ? call.begin : call.end) < record.time;
    };
    while (at < calls.size() && is_over(calls[at])) ++at;
    if (at == calls.size() || calls[at].begin > record.time || !fits(record, calls[at])) {
      left.push_back(record);
      continue;
    }
    ParaverCall& call = calls[at];
    call.has_sizes = true;
    call.sent = record.sent;
    call.received = record.received;
    call.comm = record.comm;
    call.is_root = record.is_root;
  }
  records = std::move(left);
}

}  // namespace

std::vector<ParaverCall> paraver_calls(std::vector<ParaverEvent> events, const std::string& file) {
  std::stable_sort(events.begin(), events.end(),
                   [](const ParaverEvent& a, const ParaverEvent& b) { return a.time < b.time; });
  CallBuilder builder(file);
  for (const ParaverEvent& event : events) builder.add(event);
  return builder.take();
}

void attach_old_collectives(std::vector<ParaverOldCollective> records, std::vector<ParaverCall>& calls) {
  std::stable_sort(records.begin(), records.end(), [](const auto& a, const auto& b) { return a.time < b.time; });
  const auto is_of_kind = [](const ParaverOldCollective& record, const ParaverCall& call) {
    const auto kind = paraver_collective(call.value);
    return kind && may_be(record.number, *kind);
  };
  attach_records(records, calls, true, is_of_kind);
  attach_records(records, calls, false, is_of_kind);
}

std::optional<StepKind> paraver_collective(std::uint64_t value) {
  static const std::map<std::uint64_t, StepKind> kKinds{{7, StepKind::bcast},
                                                        {8, StepKind::barrier},
                                                        {9, StepKind::reduce},
                                                        {10, StepKind::allreduce},
                                                        {11, StepKind::alltoall},
                                                        {12, StepKind::alltoallv},
                                                        {13, StepKind::gather},
                                                        {14, StepKind::gather},
                                                        {15, StepKind::scatter},
                                                        {16, StepKind::scatter},
                                                        {17, StepKind::allgather},
                                                        {18, StepKind::allgather},
                                                        {30, StepKind::scan},
                                                        {80, StepKind::reduce_scatter},
                                                        {168, StepKind::reduce_scatter},  // MPI_Reduce_scatter_block
                                                        {170, StepKind::alltoallv}};      // MPI_Alltoallw
  const auto found = kKinds.find(value);
  if (found == kKinds.end()) return std::nullopt;
  return found->second;
}

bool paraver_sends(std::uint64_t value) {
  static const std::set<std::uint64_t> kSends{kCallSend,  kCallBsend,    kCallSsend,    kCallRsend,
                                              kCallIsend, kCallIbsend,   kCallIssend,   kCallIrsend,
                                              kCallStart, kCallStartall, kCallSendrecv, kCallSendrecvReplace};
  return kSends.count(value) != 0;
}

bool paraver_receives(std::uint64_t value) {
  static const std::set<std::uint64_t> kReceives{kCallRecv,  kCallMrecv,    kCallIrecv,    kCallImrecv,
                                                 kCallStart, kCallStartall, kCallSendrecv, kCallSendrecvReplace};
  return kReceives.count(value) != 0;
}

bool paraver_waits(std::uint64_t value) {
  static const std::set<std::uint64_t> kWaits{kCallWait, kCallWaitall, kCallWaitany, kCallWaitsome,
                                              kCallTest, kCallTestall, kCallTestany, kCallTestsome};
  return kWaits.count(value) != 0;
}

bool paraver_is_immediate(std::uint64_t value) {
  static const std::set<std::uint64_t> kImmediate{kCallIsend, kCallIbsend, kCallIssend, kCallIrsend,
                                                  kCallIrecv, kCallImrecv, kCallStart,  kCallStartall};
  return kImmediate.count(value) != 0;
}

}  // namespace trenza::traces
