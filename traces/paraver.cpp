// Paraver: what a trace looks like, and how it is written.
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "traces/line_writer.h"
#include "traces/paraver_numbers.h"
#include "traces/paraver_reader.h"
#include "traces/timeline.h"
#include "traces/trace_format.h"

namespace trenza::traces {

namespace {

using testbench::InputError;

bool recognises_paraver(const std::vector<std::string_view>& lines) {
  return !lines.empty() && lines[0].substr(0, 8) == "#Paraver";
}

/// CPU:APP:TASK:THR, a cpu for each task.
std::string object(std::size_t rank) { return fmt::format("{}:1:{}:1", rank + 1, rank + 1); }

class ParaverWriter {
 public:
  ParaverWriter(const Program& program, TextSink& sink) : program_(program), times_(timeline(program)), lines_(sink) {}

  void write() {
    for (std::uint32_t rank = 0; rank < program_.ranks.size(); ++rank) {
      application(rank);
      const std::vector<Step>& steps = program_.ranks[rank].steps;
      for (std::uint32_t k = 0; k < steps.size(); ++k) step(rank, k);
    }
    std::stable_sort(records_.begin(), records_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    header();
    for (const auto& [time, record] : records_) lines_.add("{}\n", record);
    lines_.flush();
  }

 private:
  std::uint64_t end_of(std::size_t rank) const { return times_[rank].empty() ? 0 : times_[rank].back().end; }

  void header() {
    std::uint64_t duration = 0;
    std::string tasks;
    std::string members;
    for (std::size_t rank = 0; rank < program_.ranks.size(); ++rank) {
      duration = std::max(duration, end_of(rank));
      tasks += rank == 0 ? "1:1" : ",1:1";
      members += fmt::format(":{}", rank + 1);
    }
    const std::size_t ranks = program_.ranks.size();
    if (members.size() + tasks.size() + 100 > kLongestLine)
      throw InputError({program_.files.front(), 0, 0},
                       fmt::format("{} ranks are too many for the lists of Paraver", ranks));
    lines_.add("#Paraver (01/01/00 at 00:00):{}_ns:1({}):1:{}({}),1\n", duration, ranks, ranks, tasks);
    lines_.add("c:1:1:{}{}\n", ranks, members);
  }

  void add(std::uint64_t time, std::string record) { records_.emplace_back(time, std::move(record)); }

  /// A rank begins with a computation or a call, and ends with one.
  void application(std::size_t rank) {
    const std::uint64_t end = end_of(rank);
    if (end > 0 && program_.ranks[rank].steps.back().kind == StepKind::calc)
      add(end, fmt::format("2:{}:{}:{}:0", object(rank), end, kApplicationEvent));
  }

  void call(std::size_t rank, const StepTime& time, std::uint64_t value) {
    add(time.begin, fmt::format("2:{}:{}:{}:{}", object(rank), time.begin, kPointToPointEvent, value));
    add(time.end, fmt::format("2:{}:{}:{}:0", object(rank), time.end, kPointToPointEvent));
  }

  void step(std::uint32_t rank, std::uint32_t k) {
    const std::vector<Step>& steps = program_.ranks[rank].steps;
    const Step& step = steps[k];
    const StepTime& time = times_[rank][k];
    switch (step.kind) {
      case StepKind::calc:
        if (step.amount > 0) add(time.begin, fmt::format("1:{}:{}:{}:1", object(rank), time.begin, time.end));
        return;
      case StepKind::send:
      case StepKind::isend:
        call(rank, time, step.kind == StepKind::send ? kCallSend : kCallIsend);
        message(rank, step, time);
        return;
      case StepKind::wait:
        // A send ends without its receiver.
        if (steps[step.extra].kind == StepKind::irecv) call(rank, time, kCallWait);
        return;
      default:
        return call(rank, time, step.kind == StepKind::recv ? kCallRecv : kCallIrecv);
    }
  }

  void message(std::uint32_t rank, const Step& step, const StepTime& time) {
    const std::uint32_t to = time.partner_rank;
    const StepTime& recv = times_[to][time.partner_step];
    const std::uint64_t sent = time.begin + 1;
    add(sent, fmt::format("3:{}:{}:{}:{}:{}:{}:{}:{}", object(rank), sent, sent, object(to), recv.begin + 1,
                          arrival(to, time.partner_step, sent), step.amount, step.tag));
  }

  /// When a message is there: within the call that ends with it.
  std::uint64_t arrival(std::uint32_t rank, std::uint32_t k, std::uint64_t sent) {
    const std::vector<Step>& steps = program_.ranks[rank].steps;
    if (steps[k].kind == StepKind::recv) return times_[rank][k].end - 1;
    if (waits_.empty()) find_waits();
    const std::uint32_t wait = waits_[rank][k];
    return wait == kNoWait ? std::max(end_of(rank), sent) + 1 : times_[rank][wait].end - 1;
  }

  void find_waits() {
    for (const RankSteps& rank : program_.ranks) {
      waits_.emplace_back(rank.steps.size(), kNoWait);
      for (std::uint32_t k = 0; k < rank.steps.size(); ++k) {
        if (rank.steps[k].kind == StepKind::wait) waits_.back()[rank.steps[k].extra] = k;
      }
    }
  }

  static constexpr std::uint32_t kNoWait = ~std::uint32_t{0};

  const Program& program_;
  std::vector<std::vector<StepTime>> times_;
  LineWriter lines_;
  std::vector<std::pair<std::uint64_t, std::string>> records_;  ///< with their times
  std::vector<std::vector<std::uint32_t>> waits_;               ///< by rank and step: the wait for an irecv
};

void write_paraver(const Program& program, const TraceOptions& /*options*/, const OpenSink& open) {
  check_point_to_point(program, "Paraver");
  check_tags(program, "Paraver");
  ParaverWriter(program, open(0)).write();
}

}  // namespace

const TraceFormat kParaverFormat{"paraver", "records of Paraver (.prv)", {".prv"},     false,
                                 false,     recognises_paraver,          read_paraver, write_paraver};

}  // namespace trenza::traces
