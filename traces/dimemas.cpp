// Dimemas: .dim, as prv2dim and mpi2dim write it, and the older form that INSEE reads.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "traces/channels.h"
#include "traces/communicator_table.h"
#include "traces/line_writer.h"
#include "traces/numbered_collectives.h"
#include "traces/program_builder.h"
#include "traces/trace_format.h"
#include "traces/trace_text.h"

namespace trenza::traces {

namespace {

using testbench::InputError;

constexpr int kDigitsOfSeconds = 9;

class DimemasReader {
 public:
  DimemasReader(const std::string& file, const OpenTrace& open) : text_(file, open_for_import(file, open)) {
    builder_.open_file(file);
  }

  Program read() {
    if (!text_.next()) text_.fail(1, "the trace is empty: expected \"#DIMEMAS:\"");
    header();
    while (text_.next()) {
      if (!text_.line().empty() && text_.line()[0] != '#') record();
    }
    settle_collectives(builder_.program(), communicators_, collectives_);
    drop_channels(builder_.program());
    return builder_.take();
  }

 private:
  void header() {
    constexpr std::string_view kBegin = "#DIMEMAS:";
    const std::string_view line = text_.line();
    if (line.substr(0, kBegin.size()) != kBegin) text_.fail(1, "expected \"#DIMEMAS:\" at the begin of the trace");
    std::size_t at = kBegin.size();
    if (at < line.size() && line[at] == '"') {
      const std::size_t quote = line.find('"', at + 1);
      if (quote == std::string_view::npos) text_.fail(at + 1, "the name of the trace is not closed: expected '\"'");
      at = quote + 1;
    }
    at = line.find(':', at);
    if (at == std::string_view::npos)
      text_.fail(line.size() + 1, "expected ':' and whether the file has offsets after the name");
    const std::size_t offsets = at + 1;
    at = line.find(':', offsets);
    if (at == std::string_view::npos) text_.fail(line.size() + 1, "expected ':' and the tasks after the offsets");
    if (line.substr(offsets, 1) != "0" && line.substr(offsets, 1) != "1")
      text_.fail(offsets + 1, "expected whether the file has offsets, 0 or 1");
    tasks(at + 1);
  }

  /// NTASKS(threads,threads,..): what is given counts.
  void tasks(std::size_t begin) {
    const std::string_view line = text_.line();
    const std::size_t open = line.find('(', begin);
    const std::size_t close = line.find(')', begin);
    if (open == std::string_view::npos || close == std::string_view::npos || close < open)
      text_.fail(begin + 1, "expected the number of tasks and their threads, such as 2(1,1)");
    const Fields fields(text_, ':');
    const std::uint64_t count =
        fields.number_of({line.substr(begin, open - begin), begin + 1}, "the number of tasks", kMostRanks);
    const std::string_view threads = line.substr(open + 1, close - open - 1);
    const auto given = static_cast<std::uint64_t>(std::count(threads.begin(), threads.end(), ',')) + 1;
    if (count == 0 || given != count)
      text_.fail(begin + 1, fmt::format("the number of tasks is {}, but the threads of {} are listed", count, given));
    builder_.need_ranks(static_cast<std::uint32_t>(count));
  }

  void record() {
    Fields fields(text_, ':');
    const Field kind = fields.next("a record");
    if (kind.text == "d") return communicator(fields);
    if (kind.text == "s") return;  // places of the records in the file
    const std::uint64_t number = fields.number_of(kind, "the kind of a record", kMostNumber);
    if (number == 20 || number == 0) return;  // events of the user; no operation
    if (number != 1 && number != 2 && number != 3 && number != 10 && number != 11)
      text_.fail(kind.column, fmt::format("unknown record {}; expected 0, 1, 2, 3, 10, 11, 20, d or s", number));
    const std::uint32_t rank = task(fields, "the task");
    const Field thread = fields.next("the thread");
    if (fields.number_of(thread, "the thread", kMostNumber) != 0)
      text_.fail(thread.column, "threads other than 0 are not converted: GOAL has one program a rank");
    if (number == 10) return collective(fields, rank);
    if (number == 1 || number == 11) return burst(fields, rank);
    message(fields, rank, number == 2);
  }

  std::uint32_t task(Fields& fields, const char* what) { return task_of(fields, fields.next(what), what); }

  std::uint32_t task_of(const Fields& fields, const Field& field, const char* what) const {
    const std::uint64_t number = fields.number_of(field, what, kMostNumber);
    if (number >= builder_.ranks())
      text_.fail(field.column, fmt::format("there is no task {}: the trace has {}", number, builder_.ranks()));
    return static_cast<std::uint32_t>(number);
  }

  void communicator(Fields& fields) {
    const Field kind = fields.next("the kind of definition");
    const std::uint64_t number = fields.number_of(kind, "the kind of definition", kMostNumber);
    if (number == 2 || number == 3) return;  // files; windows of one-sided communication
    if (number != 1)
      text_.fail(kind.column, fmt::format("unknown definition {}; expected 1 (a communicator), 2 or 3", number));
    const Field name = fields.next("the communicator");
    const std::uint64_t id = fields.number_of(name, "the communicator", kMostNumber);
    const std::uint64_t count = fields.number("the number of members", kMostRanks);
    std::vector<std::uint32_t> members;
    while (!fields.at_end()) {
      const Field field = fields.next("a task");
      members.push_back(field.text == "-1" ? kUnknownMember : task_of(fields, field, "a task"));
    }
    if (members.size() != count)
      text_.fail(name.column, fmt::format("the communicator has {} members, but {} are listed", count, members.size()));
    communicators_.define(builder_.program(), id, std::move(members), text_, name.column);
  }

  /// Messages may name a communicator that is not defined: prv2dim gives each message a number of its own.
  std::uint32_t channel(std::uint64_t communicator) {
    return channels_.emplace(communicator, static_cast<std::uint32_t>(channels_.size())).first->second;
  }

  void burst(Fields& fields, std::uint32_t rank) {
    Step step;
    step.amount = fields.decimal("the length of the burst in seconds", kDigitsOfSeconds, kMostNanoseconds);
    fields.expect_end("the length of the burst");
    builder_.add(rank, step, text_, 1);
  }

  /// The fields of a record that are left. `most`: further ones are refused.
  std::vector<Field> rest(Fields& fields, std::size_t least, std::size_t most, const char* what) {
    std::vector<Field> all;
    while (!fields.at_end() && all.size() <= most) all.push_back(fields.next("a field"));
    if (all.size() < least || all.size() > most)
      text_.fail(all.size() > most ? all.back().column : text_.line().size() + 1,
                 fmt::format("{} has {} or {} fields after the thread", what, least, most));
    return all;
  }

  void message(Fields& fields, std::uint32_t rank, bool is_send) {
    // The thread of the partner is there, or not.
    std::vector<Field> all = rest(fields, 5, 6, is_send ? "a send" : "a receive");
    if (all.size() == 6) all.erase(all.begin() + 1);
    Step step;
    const bool is_any = !is_send && all[0].text == "-1";
    step.peer = is_any ? kAnyRank : task_of(fields, all[0], "the task of the partner");
    step.amount = fields.number_of(all[1], "the size of the message in bytes", kMostBytes);
    step.any_tag = !is_send && all[2].text == "-1";
    if (!step.any_tag) step.tag = fields.number_of(all[2], "the tag", kMostTag32);
    step.tag = in_channel(step.tag, channel(fields.number_of(all[3], "the communicator", kMostNumber)));
    const std::uint64_t kind = fields.number_of(all[4], is_send ? "the kind of send" : "the kind of receive", 3);
    const ProgramBuilder::Request request{step.peer, step.tag, step.any_tag ? 1 : 0};
    if (is_send) {
      step.kind = kind >= 2 ? StepKind::isend : StepKind::send;
      builder_.add(rank, step, text_, 1);
    } else if (kind == 0) {
      step.kind = StepKind::recv;
      builder_.add(rank, step, text_, 1);
    } else if (kind == 1) {
      step.kind = StepKind::irecv;
      builder_.start(rank, request, step, text_, 1);
    } else if (kind == 2) {
      if (!builder_.finish(rank, request, text_, 1))
        text_.fail(1, "this wait has no receive: no Irecv from the same task with the same tag is open");
    } else {
      text_.fail(all[4].column, "the kind of receive 3 is unknown; expected 0 (Recv), 1 (Irecv) or 2 (Wait)");
    }
  }

  void collective(Fields& fields, std::uint32_t rank) {
    // OP COMM ROOT ROOTTHREAD SENT RECEIVED [SYNC]
    const std::vector<Field> all = rest(fields, 6, 7, "a collective");
    const std::uint64_t number = fields.number_of(all[0], "the collective", kMostNumber);
    if (all.size() == 7) synchronism(fields, all[6]);
    const std::optional<StepKind> kind = numbered_collective(number);
    if (!kind)
      text_.fail(all[0].column, fmt::format("the collective {} is not converted: those that block have the numbers 0 "
                                            "to {}",
                                            number, kMostBlockingNumber));
    Step step;
    step.kind = *kind;
    step.comm = communicators_.number(fields.number_of(all[1], "the communicator", kMostNumber), text_, all[1].column);
    MemberRecord record;
    record.rank = rank;
    record.root = static_cast<std::uint32_t>(fields.number_of(all[2], "the root", kMostRanks));
    record.column = static_cast<std::uint32_t>(all[2].column);
    const std::uint64_t sent = fields.number_of(all[4], "the bytes sent", kMostBytes);
    const std::uint64_t received = fields.number_of(all[5], "the bytes received", kMostBytes);
    record.is_acting_root = acts_as_root(*kind, sent, received);
    record.may_be_scan = number == kScanOrReduceScatter && sent > 0 && sent == received;
    step.amount = collective_bytes(*kind, sent, received, builder_.program().members(step.comm));
    if (has_sizes(*kind)) step.extra = kEvenSizes;
    record.step = builder_.add(rank, step, text_, 1);
    collectives_.push_back(record);
  }

  /// 1 and 3: the collective blocks; 0 and 2: the begin of one that does not, and its wait.
  void synchronism(const Fields& fields, const Field& field) const {
    const std::uint64_t number = fields.number_of(field, "the synchronism of the collective", 3);
    if (number == 0 || number == 2) text_.fail(field.column, "collectives that do not block are not converted");
  }

  TraceText text_;
  ProgramBuilder builder_;
  CommunicatorTable communicators_;
  std::map<std::uint64_t, std::uint32_t> channels_;  ///< of messages, by the communicator in the trace
  std::vector<MemberRecord> collectives_;
};

bool recognises_dimemas(const std::vector<std::string_view>& lines) {
  return !lines.empty() && lines[0].substr(0, 9) == "#DIMEMAS:";
}

Program read_dimemas(const std::vector<std::string>& files, const OpenTrace& open, const TraceOptions& /*options*/) {
  return DimemasReader(files.front(), open).read();
}

std::string seconds(std::uint64_t nanoseconds) {
  constexpr std::uint64_t kPerSecond = 1'000'000'000;
  return fmt::format("{}.{:09}", nanoseconds / kPerSecond, nanoseconds % kPerSecond);
}

void write_step(LineWriter& lines, std::size_t rank, const Step& step, const std::vector<Step>& steps) {
  const auto receive = [&](const Step& recv, int kind) {
    lines.add("3:{}:0:{}:0:{}:{}:1:{}\n", rank, recv.peer, recv.amount, recv.tag, kind);
  };
  if (step.kind == StepKind::calc) lines.add("1:{}:0:{}\n", rank, seconds(step.amount));
  if (step.kind == StepKind::send || step.kind == StepKind::isend)
    lines.add("2:{}:0:{}:0:{}:{}:1:{}\n", rank, step.peer, step.amount, step.tag, step.kind == StepKind::isend ? 2 : 0);
  if (step.kind == StepKind::recv) receive(step, 0);
  if (step.kind == StepKind::irecv) receive(step, 1);
  // An immediate send has no wait: it ends without its receiver.
  if (step.kind == StepKind::wait && steps[step.extra].kind == StepKind::irecv) receive(steps[step.extra], 2);
}

/// The records, and the place of those of each rank, counted from the first.
std::vector<std::uint64_t> write_records(const Program& program, LineWriter& lines) {
  std::vector<std::uint64_t> places;
  for (std::size_t rank = 0; rank < program.ranks.size(); ++rank) {
    places.push_back(lines.written());
    for (const Step& step : program.ranks[rank].steps) write_step(lines, rank, step, program.ranks[rank].steps);
  }
  return places;
}

/// Forgets the text.
class NullSink : public TextSink {
 public:
  void write(std::string_view /*text*/) override {}
};

void write_dimemas(const Program& program, const TraceOptions& /*options*/, const OpenSink& open) {
  check_point_to_point(program, "Dimemas");
  check_tags(program, "Dimemas");
  check_waits(program, "Dimemas", false);
  std::string threads;
  std::string members;
  for (std::size_t rank = 0; rank < program.ranks.size(); ++rank) {
    threads += rank == 0 ? "1" : ",1";
    members += fmt::format(":{}", rank);
  }
  const std::string communicator = fmt::format("d:1:1:{}{}\n", program.ranks.size(), members);
  if (communicator.size() > kLongestLine)
    throw InputError({program.files.front(), 0, 0},
                     fmt::format("{} ranks are too many for the list of tasks of Dimemas", program.ranks.size()));
  NullSink nowhere;
  LineWriter counter(nowhere);
  write_records(program, counter);
  // The header names the place of the offsets, which stand behind the records.
  std::string header;
  std::uint64_t offsets = 0;
  do {
    offsets = header.size() + communicator.size() + counter.written();
    header = fmt::format("#DIMEMAS:\"trenza\":1,{}:{}({}),1,0\n", offsets, program.ranks.size(), threads);
  } while (header.size() + communicator.size() + counter.written() != offsets);
  LineWriter lines(open(0));
  lines.add("{}{}", header, communicator);
  const std::vector<std::uint64_t> places = write_records(program, lines);
  for (std::size_t rank = 0; rank < places.size(); ++rank) lines.add("s:{}:{}\n", rank, places[rank]);
  lines.flush();
}

}  // namespace

const TraceFormat kDimemasFormat{"dimemas", "records of Dimemas", {".dim"},     false,
                                 false,     recognises_dimemas,   read_dimemas, write_dimemas};

}  // namespace trenza::traces
