#include "traces/simgrid_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "testbench/integers.h"
#include "topologies/nearest_name.h"
#include "traces/program_builder.h"
#include "traces/simgrid_actions.h"

namespace trenza::traces {

namespace {

using testbench::InputError;
using testbench::Uint128;

constexpr std::uint64_t kMostCount = std::uint64_t{1} << 62;
constexpr int kMilliDigits = 3;
constexpr std::uint64_t kDoubleBytes = 8;

class SimgridReader {
 public:
  SimgridReader(const OpenTrace& open, const TraceOptions& options) : open_(open), options_(options) {}

  Program read(const std::vector<std::string>& files) {
    for (const std::string& file : files) read_file(file, files.size() == 1);
    if (builder_.ranks() == 0)
      throw InputError({files.front(), 1, 1}, "the trace is empty: expected lines RANK ACTION");
    for (const Late& late : late_) finish_late(late);
    return builder_.take();
  }

 private:
  /// A collective whose counts could not be read before the number of ranks was known.
  struct Late {
    SimgridAction action;
    std::uint32_t rank;
    std::uint32_t step;
    std::uint64_t type_bytes;  ///< of the rank, without a type in the line
    std::vector<std::uint64_t> numbers;
  };

  /// `may_list`: the lines may be names of files instead.
  void read_file(const std::string& file, bool may_list) {
    TraceText text(file, open_for_import(file, open_));
    builder_.open_file(file);
    std::vector<std::string> listed;
    bool has_actions = false;
    while (text.next()) {
      Fields fields(text, ' ');
      if (fields.at_end() || text.line()[fields.column() - 1] == '#') continue;
      const Field first = fields.next("the number of a rank");
      if (may_list && !has_actions && !is_simgrid_rank(first.text)) {
        fields.expect_end("the name of a file");
        listed.push_back(beside(file, std::string(first.text)));
        continue;
      }
      if (!listed.empty()) text.fail(first.column, "expected the name of a file, as in the lines above");
      has_actions = true;
      line(text, fields, first);
    }
    for (const std::string& name : listed) read_file(name, false);
  }

  static std::string beside(const std::string& list, const std::string& name) {
    const std::size_t slash = list.rfind('/');
    return name[0] == '/' || slash == std::string::npos ? name : list.substr(0, slash + 1) + name;
  }

  void line(const TraceText& text, Fields& fields, const Field& first) {
    const auto rank = static_cast<std::uint32_t>(
        fields.number_of({simgrid_rank_digits(first.text), first.column}, "the number of a rank", kMostRanks - 1));
    builder_.need_ranks(rank + 1);
    if (type_bytes_.size() <= rank) type_bytes_.resize(rank + 1, 1);
    const Field name = fields.next("an action");
    const std::optional<SimgridAction> found = find_simgrid_action(name.text);
    if (!found) {
      const std::string near = topologies::nearest_name(std::string(shown(name.text)), simgrid_action_names());
      text.fail(name.column, fmt::format("unknown action \"{}\"{}", shown(name.text),
                                         near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)));
    }
    text_ = &text;
    rank_ = rank;
    column_ = name.column;
    action(*found, fields);
  }

  std::uint32_t add(Step step) { return builder_.add(rank_, step, *text_, column_); }

  void action(SimgridAction what, Fields& fields) {
    switch (what) {
      case SimgridAction::none:
        return;
      case SimgridAction::init:
        type_bytes_[rank_] = fields.at_end() ? 1 : kDoubleBytes;
        return;
      case SimgridAction::compute:
        return compute(fields.decimal("the flops", kMilliDigits, kMostCount));
      case SimgridAction::sleep: {
        Step step;
        step.amount = fields.decimal("the time in seconds", 9, kMostNanoseconds);
        add(step);
        return;
      }
      case SimgridAction::send:
      case SimgridAction::isend:
      case SimgridAction::recv:
      case SimgridAction::irecv:
        return message(what, fields);
      case SimgridAction::send_recv:
        return send_recv(fields);
      case SimgridAction::wait:
        return wait(fields);
      case SimgridAction::wait_all:
        return builder_.finish_all(rank_, *text_, column_);
      default:
        return collective(what, fields);
    }
  }

  void compute(std::uint64_t milliflops) {
    if (milliflops == 0) return;
    if (options_.flops_per_second == 0)
      text_->fail(column_, "computation is in flops; expected --flops-per-second, the speed of a processor");
    const Uint128 product = static_cast<Uint128>(milliflops) * (kNanosecondsPerSecond / kMilli);
    const Uint128 time = (product + options_.flops_per_second / 2) / options_.flops_per_second;
    if (time > kMostNanoseconds) text_->fail(column_, "this computation is longer than 2^52 ns");
    Step step;
    step.amount = static_cast<std::uint64_t>(time);
    add(step);
  }

  /// The type at the end of a line, if there is one.
  std::uint64_t type(Fields& fields) {
    if (fields.at_end()) return type_bytes_[rank_];
    const Field field = fields.next("a type");
    return bytes_of_type(fields.number_of(field, "the type", kMostCount), field.column);
  }

  std::uint64_t bytes_of_type(std::uint64_t number, std::size_t column) const {
    if (number >= kSimgridTypeBytes.size())
      text_->fail(column,
                  fmt::format("the type {} is not known; expected 0 to {}", number, kSimgridTypeBytes.size() - 1));
    return kSimgridTypeBytes[number];
  }

  std::uint64_t bytes(std::uint64_t count, std::uint64_t type_bytes) const {
    if (count > kMostBytes / type_bytes)
      text_->fail(column_, fmt::format("{} elements are more than 2^40 bytes", count));
    return count * type_bytes;
  }

  std::uint32_t partner(Fields& fields, const char* what, bool may_be_any) {
    const Field field = fields.next(what);
    if (may_be_any && !field.text.empty() && field.text[0] == '-') return kAnyRank;
    const auto rank = static_cast<std::uint32_t>(fields.number_of(field, what, kMostRanks - 1));
    builder_.need_ranks(rank + 1);
    return rank;
  }

  void message(SimgridAction what, Fields& fields) {
    const bool is_send = what == SimgridAction::send || what == SimgridAction::isend;
    Step step;
    step.peer = partner(fields, is_send ? "the rank that receives" : "the rank that sends", !is_send);
    tag(fields, step, !is_send);
    const std::uint64_t count = fields.decimal("the number of elements", 0, kMostCount);
    step.amount = bytes(count, type(fields));
    fields.expect_end("the type");
    step.kind = what == SimgridAction::send    ? StepKind::send
                : what == SimgridAction::isend ? StepKind::isend
                : what == SimgridAction::recv  ? StepKind::recv
                                               : StepKind::irecv;
    if (step.kind == StepKind::isend || step.kind == StepKind::irecv) {
      builder_.start(rank_, request(step, is_send), step, *text_, column_);
    } else {
      add(step);
    }
  }

  void tag(Fields& fields, Step& step, bool may_be_any) {
    const Field field = fields.next("the tag");
    step.any_tag = may_be_any && !field.text.empty() && field.text[0] == '-';
    if (!step.any_tag) step.tag = fields.number_of(field, "the tag", kMostTag32);
  }

  static ProgramBuilder::Request request(const Step& step, bool is_send) {
    return {step.peer, step.any_tag ? kMostCount : step.tag, is_send ? 0 : 1};
  }

  void wait(Fields& fields) {
    Step send;
    Step recv;
    recv.peer = partner(fields, "the rank that sends", true);
    send.peer = partner(fields, "the rank that receives", false);
    tag(fields, recv, true);
    send.tag = recv.tag;
    fields.expect_end("the tag");
    // SimGrid goes on if there is none: a test may have completed it.
    if (send.peer == rank_ && builder_.finish(rank_, request(recv, false), *text_, column_)) return;
    if (recv.peer == rank_) builder_.finish(rank_, request(send, true), *text_, column_);
  }

  void send_recv(Fields& fields) {
    const std::uint64_t sent = fields.decimal("the number of elements sent", 0, kMostCount);
    Step send;
    send.kind = StepKind::isend;
    send.peer = partner(fields, "the rank that receives", false);
    const std::uint64_t received = fields.decimal("the number of elements received", 0, kMostCount);
    Step recv;
    recv.kind = StepKind::irecv;
    recv.peer = partner(fields, "the rank that sends", true);
    const std::uint64_t send_type = type(fields);
    send.amount = bytes(sent, send_type);
    recv.amount = bytes(received, type(fields));
    fields.expect_end("the types");
    for (Step step : {send, recv}) {
      Step end;
      end.kind = StepKind::wait;
      end.extra = add(step);
      waits_.push_back(end);
    }
    for (const Step& end : waits_) add(end);
    waits_.clear();
  }

  void collective(SimgridAction what, Fields& fields) {
    static const std::map<SimgridAction, StepKind> kKinds{
        {SimgridAction::barrier, StepKind::barrier},     {SimgridAction::bcast, StepKind::bcast},
        {SimgridAction::reduce, StepKind::reduce},       {SimgridAction::allreduce, StepKind::allreduce},
        {SimgridAction::scan, StepKind::scan},           {SimgridAction::alltoall, StepKind::alltoall},
        {SimgridAction::gather, StepKind::gather},       {SimgridAction::scatter, StepKind::scatter},
        {SimgridAction::allgather, StepKind::allgather}, {SimgridAction::gatherv, StepKind::gather},
        {SimgridAction::scatterv, StepKind::scatter},    {SimgridAction::allgatherv, StepKind::allgather},
        {SimgridAction::alltoallv, StepKind::alltoallv}, {SimgridAction::reduce_scatter, StepKind::reduce_scatter}};
    Step step;
    step.kind = kKinds.at(what);
    if (what == SimgridAction::barrier) {
      add(step);
      return;
    }
    if (what >= SimgridAction::gatherv) return late(what, step, fields);
    const std::uint64_t sent = fields.decimal("the number of elements", 0, kMostCount);
    const bool has_flops =
        what == SimgridAction::reduce || what == SimgridAction::allreduce || what == SimgridAction::scan;
    const bool has_two = what == SimgridAction::gather || what == SimgridAction::scatter ||
                         what == SimgridAction::allgather || what == SimgridAction::alltoall;
    std::uint64_t milliflops = 0;
    if (has_flops) milliflops = fields.decimal("the flops", kMilliDigits, kMostCount);
    std::uint64_t received = 0;
    if (has_two) received = fields.decimal("the number of elements received", 0, kMostCount);
    if (has_root(step.kind) && !fields.at_end()) step.peer = partner(fields, "the root", false);
    const std::uint64_t send_type = type(fields);
    const std::uint64_t recv_type = has_two ? type(fields) : send_type;
    fields.expect_end("the type");
    step.amount = what == SimgridAction::scatter ? bytes(received, recv_type) : bytes(sent, send_type);
    add(step);
    compute(milliflops);
  }

  void late(SimgridAction what, Step step, Fields& fields) {
    Late late{what, rank_, 0, type_bytes_[rank_], {}};
    const bool has_flops = what == SimgridAction::reduce_scatter;
    while (!fields.at_end())
      late.numbers.push_back(fields.decimal("a number", has_flops ? kMilliDigits : 0, kMostCount));
    late.step = add(step);
    if (has_flops) add(Step{});  // the computation, as far as it is known
    late_.push_back(std::move(late));
  }

  [[noreturn]] void fail_late(const Late& late, const std::string& message) {
    Program& program = builder_.program();
    throw InputError(program.place(late.rank, program.ranks[late.rank].steps[late.step]), message);
  }

  std::uint64_t late_bytes(const Late& late, std::uint64_t count, std::size_t type_at, std::uint64_t scale) {
    std::uint64_t type = late.type_bytes;
    if (type_at < late.numbers.size()) {
      const std::uint64_t number = late.numbers[type_at] / scale;
      if (number >= kSimgridTypeBytes.size()) fail_late(late, fmt::format("the type {} is not known", number));
      type = kSimgridTypeBytes[number];
    }
    count /= scale;
    if (count > kMostBytes / type) fail_late(late, fmt::format("{} elements are more than 2^40 bytes", count));
    return count * type;
  }

  void expect_numbers(const Late& late, std::initializer_list<std::size_t> counts, const char* what) {
    if (std::find(counts.begin(), counts.end(), late.numbers.size()) == counts.end())
      fail_late(late, fmt::format("the trace has {} ranks, so {} has {} numbers, but here are {}", builder_.ranks(),
                                  what, *counts.begin(), late.numbers.size()));
  }

  void finish_late(const Late& late);

  const OpenTrace& open_;
  const TraceOptions& options_;
  ProgramBuilder builder_;
  std::vector<std::uint64_t> type_bytes_;  ///< by rank: of the type that lines without one mean
  std::vector<Late> late_;
  std::vector<Step> waits_;
  // The line at hand.
  const TraceText* text_ = nullptr;
  std::uint32_t rank_ = 0;
  std::size_t column_ = 1;
};

void SimgridReader::finish_late(const Late& late) {
  const std::size_t ranks = builder_.ranks();
  Program& program = builder_.program();
  std::vector<Step>& steps = program.ranks[late.rank].steps;
  Step& step = steps[late.step];
  if (late.action == SimgridAction::alltoallv) {
    // STOTAL s0 .. RTOTAL r0 .. [T T]
    expect_numbers(late, {2 * ranks + 2, 2 * ranks + 4}, "alltoallv");
    std::vector<std::uint64_t> sizes;
    for (std::size_t k = 1; k <= ranks; ++k) sizes.push_back(late_bytes(late, late.numbers[k], 2 * ranks + 2, 1));
    step.extra = static_cast<std::uint32_t>(program.sizes.size());
    program.sizes.push_back(std::move(sizes));
  } else if (late.action == SimgridAction::reduce_scatter) {
    // c0 .. FLOPS [T]
    expect_numbers(late, {ranks + 1, ranks + 2}, "reducescatter");
    std::vector<std::uint64_t> sizes;
    for (std::size_t k = 0; k < ranks; ++k) sizes.push_back(late_bytes(late, late.numbers[k], ranks + 1, kMilli));
    step.extra = static_cast<std::uint32_t>(program.sizes.size());
    program.sizes.push_back(std::move(sizes));
    const std::uint64_t milliflops = late.numbers[ranks];
    if (milliflops != 0 && options_.flops_per_second == 0)
      fail_late(late, "computation is in flops; expected --flops-per-second, the speed of a processor");
    const Uint128 product = static_cast<Uint128>(milliflops) * (kNanosecondsPerSecond / kMilli);
    const Uint128 time = milliflops == 0 ? 0 : product / options_.flops_per_second;
    if (time > kMostNanoseconds) fail_late(late, "this computation is longer than 2^52 ns");
    steps[late.step + 1].amount = static_cast<std::uint64_t>(time);
  } else {
    // gatherv, allgatherv: S r0 .. ; scatterv: s0 .. R; then [ROOT] [T T]
    const bool rooted = late.action != SimgridAction::allgatherv;
    const std::size_t after = ranks + 1;
    if (rooted) {
      expect_numbers(late, {after, after + 1, after + 3},
                     late.action == SimgridAction::gatherv ? "gatherv" : "scatterv");
      if (late.numbers.size() > after) {
        if (late.numbers[after] >= ranks) fail_late(late, fmt::format("there is no rank {}", late.numbers[after]));
        step.peer = static_cast<std::uint32_t>(late.numbers[after]);
      }
    } else {
      expect_numbers(late, {after, after + 2}, "allgatherv");
    }
    const std::uint64_t count = late.action == SimgridAction::scatterv ? late.numbers[ranks] : late.numbers[0];
    step.amount = late_bytes(late, count, after + (rooted ? 1 : 0), 1);
  }
}

}  // namespace

Program read_simgrid(const std::vector<std::string>& files, const OpenTrace& open, const TraceOptions& options) {
  return SimgridReader(open, options).read(files);
}

}  // namespace trenza::traces
