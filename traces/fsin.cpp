// FSIN: lines of computation, sends and receives (.trc), and the lines of alog.
#include <fmt/core.h>

#include <limits>

#include "testbench/integers.h"
#include "traces/goal_program.h"
#include "traces/line_writer.h"
#include "traces/program_builder.h"
#include "traces/trace_format.h"

namespace trenza::traces {

namespace {

using testbench::InputError;
using testbench::Uint128;

constexpr std::uint64_t kMostTag = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kPicosecondsPerNanosecond = 1000;

class FsinReader {
 public:
  FsinReader(const std::string& file, const OpenTrace& open, const TraceOptions& options)
      : text_(file, open_for_import(file, open)), options_(options) {
    builder_.open_file(file);
  }

  Program read() {
    bool is_empty = true;
    while (text_.next()) {
      Fields fields(text_, ' ');
      if (fields.at_end() || text_.line()[fields.column() - 1] == '#') continue;
      is_empty = false;
      line(fields);
    }
    if (is_empty) text_.fail(1, "the trace is empty: expected lines of FSIN");
    if (builder_.ranks() == 0) text_.fail(1, "the trace names no node");
    return builder_.take();
  }

 private:
  void line(Fields& fields) {
    const Field word = fields.next("an event");
    if (word.text == "c") {
      computation(fields, word.column);
    } else if (word.text == "s" || word.text == "r") {
      message(fields, word);
    } else if (word.text == "-101" || word.text == "-102") {
      logged(fields, word);
    } else if (!is_header(word.text)) {
      text_.fail(word.column, fmt::format("unknown event \"{}\"; expected c, s, r, -101 or -102", shown(word.text)));
    }
  }

  /// Lines -1 to -11 of alog say things about the whole trace.
  static bool is_header(std::string_view word) {
    return word.size() >= 2 && word.size() <= 3 && word[0] == '-' && word[1] >= '1' && word[1] <= '9' &&
           (word.size() == 2 || word == "-10" || word == "-11");
  }

  std::uint32_t node(Fields& fields, const char* what) {
    return static_cast<std::uint32_t>(fields.number(what, kMostRanks - 1));
  }

  void computation(Fields& fields, std::size_t column) {
    const std::uint32_t rank = node(fields, "a node");
    const Field length = fields.next("the length of the computation");
    const std::uint64_t units = fields.number_of(length, "the length of the computation", kMostTag);
    fields.expect_end("the length of the computation");
    const Uint128 picoseconds = static_cast<Uint128>(units) * options_.picoseconds_per_unit;
    const Uint128 nanoseconds = (picoseconds + kPicosecondsPerNanosecond / 2) / kPicosecondsPerNanosecond;
    if (nanoseconds > kMostNanoseconds)
      text_.fail(length.column, fmt::format("a computation of {} units is longer than 2^52 ns", units));
    Step step;
    step.amount = static_cast<std::uint64_t>(nanoseconds);
    builder_.add(rank, step, text_, column);
  }

  void add_message(bool is_send, std::uint32_t from, std::uint32_t to, std::uint64_t tag, std::uint64_t bytes,
                   std::size_t column) {
    Step step;
    step.kind = is_send ? StepKind::send : StepKind::recv;
    step.amount = bytes;
    step.tag = tag;
    step.peer = is_send ? to : from;
    builder_.need_ranks(std::max(from, to) + 1);
    builder_.add(is_send ? from : to, step, text_, column);
  }

  void message(Fields& fields, const Field& word) {
    const std::uint32_t from = node(fields, "the node that sends");
    const std::uint32_t to = node(fields, "the node that receives");
    const std::uint64_t tag = fields.number("the tag", kMostTag);
    const std::uint64_t bytes = fields.number("the bytes of the message", kMostBytes);
    fields.expect_end("the bytes of the message");
    add_message(word.text == "s", from, to, tag, bytes, word.column);
  }

  void logged(Fields& fields, const Field& word) {
    const std::uint32_t own = node(fields, "a node");
    fields.number("a thread", kMostTag);
    const std::uint32_t peer = node(fields, "the other node");
    fields.number("the thread of the other node", kMostTag);
    fields.decimal("the time", 0, kMostTag - 1);
    const std::uint64_t tag = fields.number("the tag", kMostTag);
    const std::uint64_t bytes = fields.number("the bytes of the message", kMostBytes);
    fields.expect_end("the bytes of the message");
    const bool is_send = word.text == "-101";
    add_message(is_send, is_send ? own : peer, is_send ? peer : own, tag, bytes, word.column);
  }

  TraceText text_;
  TraceOptions options_;
  ProgramBuilder builder_;
};

bool recognises_fsin(const std::vector<std::string_view>& lines) {
  for (const std::string_view line : lines) {
    if (line.empty() || line[0] == '#') {
      if (line.substr(0, 9) == "#DIMEMAS:" || line.substr(0, 8) == "#Paraver") return false;
      continue;
    }
    const bool is_event = line.size() > 2 && (line[0] == 'c' || line[0] == 's' || line[0] == 'r') && line[1] == ' ';
    return is_event || (line.size() > 2 && line[0] == '-' && line[1] == '1');
  }
  return false;
}

Program read_fsin(const std::vector<std::string>& files, const OpenTrace& open, const TraceOptions& options) {
  return FsinReader(files.front(), open, options).read();
}

void write_fsin(const Program& program, const TraceOptions& options, const OpenSink& open) {
  check_point_to_point(program, "FSIN");
  const Program blocking = blocking_program(program, options.moves_receives);
  LineWriter lines(open(0));
  lines.add("# {} nodes; c NODE LENGTH, s and r FROM TO TAG BYTES\n", blocking.ranks.size());
  if (!blocking.ranks.empty() && blocking.ranks.back().steps.empty())
    lines.add("c {} 0\n", blocking.ranks.size() - 1);  // a reader learns of its nodes from their events
  for (std::size_t rank = 0; rank < blocking.ranks.size(); ++rank) {
    for (const Step& step : blocking.ranks[rank].steps) {
      if (step.kind == StepKind::calc) {
        const Uint128 picoseconds = static_cast<Uint128>(step.amount) * kPicosecondsPerNanosecond;
        if (picoseconds % options.picoseconds_per_unit != 0)
          throw InputError(blocking.place(rank, step),
                           fmt::format("a computation of {} ns is no whole number of units of {} ps; expected another "
                                       "--time-unit",
                                       step.amount, options.picoseconds_per_unit));
        lines.add("c {} {}\n", rank, static_cast<std::uint64_t>(picoseconds / options.picoseconds_per_unit));
      } else if (step.kind == StepKind::send) {
        lines.add("s {} {} {} {}\n", rank, step.peer, step.tag, step.amount);
      } else {
        lines.add("r {} {} {} {}\n", step.peer, rank, step.tag, step.amount);
      }
    }
  }
  lines.flush();
}

}  // namespace

const TraceFormat kFsinFormat{"fsin",
                              "lines c, s and r of FSIN, and alog; blocking only",
                              {".trc", ".alog"},
                              false,
                              false,
                              recognises_fsin,
                              read_fsin,
                              write_fsin};

}  // namespace trenza::traces
