#include "traces/simgrid_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "testbench/integers.h"
#include "topologies/nearest_name.h"
#include "traces/message_sizes.h"
#include "traces/program_builder.h"
#include "traces/simgrid_actions.h"
#include "traces/simgrid_counts.h"

namespace trenza::traces {

namespace {

using testbench::InputError;
using testbench::Uint128;

constexpr std::uint64_t kMostCount = std::uint64_t{1} << 62;
constexpr int kMilliDigits = 3;
constexpr std::uint64_t kDoubleBytes = 8;
// Numbers of SMPI, and those of older versions.
constexpr std::array<std::string_view, 2> kSmpiAnySource{"-555", "-1"};
constexpr std::array<std::string_view, 2> kSmpiAnyTag{"-444", "-1"};
constexpr std::array<std::string_view, 2> kSmpiNobody{"-666", "-2"};

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
    std::uint32_t rank;
    std::uint32_t step;
    SimgridCounts counts;
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
        listed.push_back(listed_file(file, first.text));
        continue;
      }
      if (!listed.empty()) text.fail(first.column, "expected the name of a file, as in the lines above");
      has_actions = true;
      line(text, fields, first);
    }
    for (const std::string& name : listed) read_file(name, false);
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
    Step step;
    step.amount = nanoseconds(milliflops, {text_->file(), text_->number(), column_});
    add(step);
  }

  std::uint64_t nanoseconds(std::uint64_t milliflops, const testbench::FilePosition& place) const {
    if (milliflops == 0) return 0;
    if (options_.flops_per_second == 0)
      throw InputError(place, "computation is in flops; expected --flops-per-second, the speed of a processor");
    const Uint128 product = static_cast<Uint128>(milliflops) * (kNanosecondsPerSecond / kMilli);
    const Uint128 time = (product + options_.flops_per_second / 2) / options_.flops_per_second;
    if (time > kMostNanoseconds) throw InputError(place, "this computation is longer than 2^52 ns");
    return static_cast<std::uint64_t>(time);
  }

  /// The type at the end of a line, if there is one.
  std::uint64_t type(Fields& fields) {
    if (fields.at_end()) return type_bytes_[rank_];
    const Field field = fields.next("a type");
    return bytes_of_type(fields.number_of(field, "the type", kMostCount), field.column);
  }

  std::uint64_t bytes_of_type(std::uint64_t number, std::size_t column) const {
    const std::optional<std::uint64_t> found = simgrid_type_bytes(number);
    if (!found)
      text_->fail(column, fmt::format("the type {} is not known; expected 0 to {}", number, last_simgrid_type()));
    return *found;
  }

  std::uint64_t bytes(std::uint64_t count, std::uint64_t type_bytes) const {
    if (type_bytes != 0 && count > kMostBytes / type_bytes)
      text_->fail(column_, fmt::format("{} elements are more than 2^40 bytes", count));
    return count * type_bytes;
  }

  std::uint32_t rank_of(const Fields& fields, const Field& field, const char* what) {
    const auto rank = static_cast<std::uint32_t>(fields.number_of(field, what, kMostRanks - 1));
    builder_.need_ranks(rank + 1);
    return rank;
  }

  /// The other rank of a message; nothing if it is nobody (MPI_PROC_NULL).
  std::optional<std::uint32_t> partner(Fields& fields, const char* what, bool may_be_any) {
    const Field field = fields.next(what);
    if (is_one_of(field, kSmpiNobody)) return std::nullopt;
    if (may_be_any && is_one_of(field, kSmpiAnySource)) return kAnyRank;
    return rank_of(fields, field, what);
  }

  static bool is_one_of(const Field& field, const std::array<std::string_view, 2>& words) {
    return std::find(words.begin(), words.end(), field.text) != words.end();
  }

  void message(SimgridAction what, Fields& fields) {
    const bool is_send = what == SimgridAction::send || what == SimgridAction::isend;
    const std::optional<std::uint32_t> other =
        partner(fields, is_send ? "the rank that receives" : "the rank that sends", !is_send);
    Step step;
    tag(fields, step, !is_send);
    // A receive of -1 or no elements takes what comes: the replay of SMPI asks for the size.
    const Field size = fields.next("the number of elements");
    const bool is_unknown = !is_send && size.text == "-1";
    const std::uint64_t count = is_unknown ? 0 : fields.decimal_of(size, "the number of elements", 0, kMostCount);
    step.amount = bytes(count, type(fields));
    if (!is_send && count == 0) step.amount = kAnyRoom;
    fields.expect_end("the type");
    if (!other) return;
    step.peer = *other;
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
    step.any_tag = may_be_any && is_one_of(field, kSmpiAnyTag);
    if (!step.any_tag) step.tag = fields.number_of(field, "the tag", kMostTag32);
  }

  static ProgramBuilder::Request request(const Step& step, bool is_send) {
    return {step.peer, step.any_tag ? kMostCount : step.tag, is_send ? 0 : 1};
  }

  void wait(Fields& fields) {
    const std::optional<std::uint32_t> from = partner(fields, "the rank that sends", true);
    const std::optional<std::uint32_t> to = partner(fields, "the rank that receives", false);
    Step recv;
    tag(fields, recv, true);
    fields.expect_end("the tag");
    if (!from || !to) return;
    recv.peer = *from;
    Step send;
    send.peer = *to;
    send.tag = recv.tag;
    // SimGrid goes on if there is none: a test may have completed it.
    if (*to == rank_ && builder_.finish(rank_, request(recv, false), *text_, column_)) return;
    if (*from == rank_) builder_.finish(rank_, request(send, true), *text_, column_);
  }

  /// SENT TO RECEIVED FROM [TYPE TYPE]
  void send_recv(Fields& fields) {
    const std::uint64_t sent = fields.decimal("the number of elements sent", 0, kMostCount);
    const std::optional<std::uint32_t> to = partner(fields, "the rank that receives", false);
    const std::uint64_t received = fields.decimal("the number of elements received", 0, kMostCount);
    const std::optional<std::uint32_t> from = partner(fields, "the rank that sends", true);
    Step send;
    send.kind = StepKind::isend;
    send.amount = bytes(sent, type(fields));
    Step recv;
    recv.kind = StepKind::irecv;
    recv.amount = bytes(received, type(fields));
    fields.expect_end("the types");
    std::vector<Step> ends;
    const auto start = [&](Step step, const std::optional<std::uint32_t>& peer) {
      if (!peer) return;
      step.peer = *peer;
      Step end;
      end.kind = StepKind::wait;
      end.extra = add(step);
      ends.push_back(end);
    };
    start(send, to);
    start(recv, from);
    for (const Step& end : ends) add(end);
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
    const Field first = fields.next("the number of elements");
    if (what == SimgridAction::scan && first.text == "-1") return written_scan(step, fields);
    const std::uint64_t sent = fields.decimal_of(first, "the number of elements", 0, kMostCount);
    const bool has_flops =
        what == SimgridAction::reduce || what == SimgridAction::allreduce || what == SimgridAction::scan;
    const bool has_two = what == SimgridAction::gather || what == SimgridAction::scatter ||
                         what == SimgridAction::allgather || what == SimgridAction::alltoall;
    std::uint64_t milliflops = 0;
    if (has_flops) milliflops = fields.decimal("the flops", kMilliDigits, kMostCount);
    std::uint64_t received = 0;
    if (has_two) received = fields.decimal("the number of elements received", 0, kMostCount);
    if (has_root(step.kind) && !fields.at_end()) step.peer = rank_of(fields, fields.next("the root"), "the root");
    const std::uint64_t send_type = type(fields);
    const std::uint64_t recv_type = has_two ? type(fields) : send_type;
    fields.expect_end("the type");
    step.amount = bytes(sent, send_type);
    if (what == SimgridAction::scatter) {
      // What a rank that is no root sends means nothing.
      const std::uint64_t own = bytes(received, recv_type);
      step.amount = step.peer == rank_ ? std::max(step.amount, own) : own;
    }
    add(step);
    compute(milliflops);
  }

  /// `-1 TAG COUNT [TYPE]`: the tracer of SMPI writes scan and exscan as if they were messages.
  void written_scan(Step step, Fields& fields) {
    fields.number("the tag", kMostTag32);
    const std::uint64_t count = fields.decimal("the number of elements", 0, kMostCount);
    step.amount = bytes(count, type(fields));
    fields.expect_end("the type");
    add(step);
  }

  void late(SimgridAction what, Step step, Fields& fields) {
    Late late{rank_, 0, {what, type_bytes_[rank_], {}}};
    while (!fields.at_end()) late.counts.numbers.push_back(fields.decimal("a number", kMilliDigits, kMostCount));
    late.step = add(step);
    if (what == SimgridAction::reduce_scatter) add(Step{});  // the computation, as far as it is known
    late_.push_back(std::move(late));
  }

  void finish_late(const Late& late) {
    Program& program = builder_.program();
    std::vector<Step>& steps = program.ranks[late.rank].steps;
    Step& step = steps[late.step];
    const testbench::FilePosition place = program.place(late.rank, step);
    CountedCollective counted = read_counts(late.counts, builder_.ranks(), place);
    step.amount = counted.bytes;
    step.peer = counted.root;
    if (!has_sizes(step.kind)) return;
    step.extra = static_cast<std::uint32_t>(program.sizes.size());
    program.sizes.push_back(std::move(counted.parts));
    if (step.kind == StepKind::reduce_scatter) steps[late.step + 1].amount = nanoseconds(counted.milliflops, place);
  }

  const OpenTrace& open_;
  const TraceOptions& options_;
  ProgramBuilder builder_;
  std::vector<std::uint64_t> type_bytes_;  ///< by rank: of the type that lines without one mean
  std::vector<Late> late_;
  // The line at hand.
  const TraceText* text_ = nullptr;
  std::uint32_t rank_ = 0;
  std::size_t column_ = 1;
};

}  // namespace

Program read_simgrid(const std::vector<std::string>& files, const OpenTrace& open, const TraceOptions& options) {
  return SimgridReader(open, options).read(files);
}

}  // namespace trenza::traces
