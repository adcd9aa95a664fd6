// liballprof: lines of calls of MPI with their arguments, one file for each rank; times in microseconds.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "traces/line_writer.h"
#include "traces/program_builder.h"
#include "traces/trace_format.h"
#include "traces/trace_text.h"

namespace trenza::traces {

namespace {

using testbench::InputError;

constexpr int kDigitsOfMicroseconds = 3;  // of a microsecond

/// Where the arguments of a call stand, counted from the first after the begin time; -1: it has no such argument.
struct Layout {
  std::string_view name;
  StepKind kind;
  std::size_t arguments;  ///< with the request or the status, without the end time
  int count = -1;
  int type = -1;
  int peer = -1;  ///< or root
  int tag = -1;
  int comm = -1;
  int request = -1;
};

// The arguments are those of MPI, in its order.
constexpr std::array<Layout, 20> kLayouts{{{"MPI_Send", StepKind::send, 6, 1, 2, 3, 4, 5},
                                           {"MPI_Bsend", StepKind::send, 6, 1, 2, 3, 4, 5},
                                           {"MPI_Ssend", StepKind::send, 6, 1, 2, 3, 4, 5},
                                           {"MPI_Rsend", StepKind::send, 6, 1, 2, 3, 4, 5},
                                           {"MPI_Recv", StepKind::recv, 7, 1, 2, 3, 4, 5},
                                           {"MPI_Isend", StepKind::isend, 7, 1, 2, 3, 4, 5, 6},
                                           {"MPI_Ibsend", StepKind::isend, 7, 1, 2, 3, 4, 5, 6},
                                           {"MPI_Issend", StepKind::isend, 7, 1, 2, 3, 4, 5, 6},
                                           {"MPI_Irsend", StepKind::isend, 7, 1, 2, 3, 4, 5, 6},
                                           {"MPI_Irecv", StepKind::irecv, 7, 1, 2, 3, 4, 5, 6},
                                           {"MPI_Wait", StepKind::wait, 2, -1, -1, -1, -1, -1, 0},
                                           {"MPI_Barrier", StepKind::barrier, 1, -1, -1, -1, -1, 0},
                                           {"MPI_Bcast", StepKind::bcast, 5, 1, 2, 3, -1, 4},
                                           {"MPI_Reduce", StepKind::reduce, 7, 2, 3, 5, -1, 6},
                                           {"MPI_Allreduce", StepKind::allreduce, 6, 2, 3, -1, -1, 5},
                                           {"MPI_Scan", StepKind::scan, 6, 2, 3, -1, -1, 5},
                                           {"MPI_Gather", StepKind::gather, 8, 1, 2, 6, -1, 7},
                                           {"MPI_Scatter", StepKind::scatter, 8, 4, 5, 6, -1, 7},
                                           {"MPI_Allgather", StepKind::allgather, 7, 1, 2, -1, -1, 6},
                                           {"MPI_Alltoall", StepKind::alltoall, 7, 1, 2, -1, -1, 6}}};

/// Calls that move no bytes of the program; so do all whose names begin with MPI_Comm_, MPI_Type_ and so on.
bool moves_nothing(std::string_view name) {
  static constexpr std::array<std::string_view, 15> kBegins{
      "MPI_Init", "MPI_Finalize", "MPI_Comm_", "MPI_Type_", "MPI_Group_", "MPI_Cart_",   "MPI_Wtime", "MPI_Wtick",
      "MPI_Get_", "MPI_Op_",      "MPI_Attr_", "MPI_Probe", "MPI_Iprobe", "MPI_Buffer_", "MPI_Error"};
  return std::any_of(kBegins.begin(), kBegins.end(),
                     [&](std::string_view begin) { return name.substr(0, begin.size()) == begin; });
}

class LiballprofReader {
 public:
  LiballprofReader(const std::vector<std::string>& files, const OpenTrace& open) : files_(files), open_(open) {}

  Program read() {
    if (files_.size() > kMostRanks) throw InputError({files_.front(), 0, 0}, "a trace has at most 2^18 ranks");
    for (rank_ = 0; rank_ < files_.size(); ++rank_) read_file();
    name_members();
    return builder_.take();
  }

 private:
  /// A communicator that is not that of all ranks, by what its members say of it.
  struct Communicator {
    std::uint64_t size = 0;
    std::map<std::uint32_t, std::uint32_t> members;  ///< rank in it, world rank
    testbench::FilePosition place;                   ///< first use
  };

  void read_file() {
    TraceText text(files_[rank_], open_for_import(files_[rank_], open_));
    builder_.open_file(files_[rank_]);
    builder_.need_ranks(rank_ + 1);
    text_ = &text;
    time_ = 0;
    is_first_ = true;
    bool is_empty = true;
    while (text.next()) {
      if (text.line().empty() || text.line()[0] == '#') continue;
      is_empty = false;
      line();
    }
    if (is_empty) text.fail(1, "the trace is empty: expected lines of calls, such as MPI_Init");
  }

  void line() {
    Fields fields(*text_, ':');
    const Field name = fields.next("a call");
    const std::uint64_t begin = fields.decimal("the begin of the call in us", kDigitsOfMicroseconds, kMostNumber);
    std::vector<Field> all;
    constexpr std::size_t kMostArguments = 64;
    while (!fields.at_end() && all.size() < kMostArguments) all.push_back(fields.next("an argument"));
    while (!fields.at_end()) all.back() = fields.next("an argument");
    if (all.empty()) text_->fail(fields.column(), "expected the end of the call in us");
    const std::uint64_t end =
        fields.decimal_of(all.back(), "the end of the call in us", kDigitsOfMicroseconds, kMostNumber);
    all.pop_back();
    computation(begin);
    time_ = std::max(time_, end);
    call(fields, name, all);
  }

  /// What lies between the call before and this one. A trace begins with its first call.
  void computation(std::uint64_t begin) {
    const std::uint64_t gap = is_first_ || begin <= time_ ? 0 : begin - time_;
    is_first_ = false;
    if (gap == 0) return;
    if (gap > kMostNanoseconds) text_->fail(1, "the computation before this call is longer than 2^52 ns");
    Step step;
    step.amount = gap;
    builder_.add(rank_, step, *text_, 1);
  }

  void call(const Fields& fields, const Field& name, const std::vector<Field>& all) {
    if (name.text == "MPI_Waitall") return builder_.finish_all(rank_, *text_, 1);
    if (name.text == "MPI_Sendrecv") return send_recv(fields, all);
    const auto* const layout =
        std::find_if(kLayouts.begin(), kLayouts.end(), [&](const Layout& one) { return one.name == name.text; });
    if (layout == kLayouts.end()) {
      if (moves_nothing(name.text)) return;
      text_->fail(name.column, fmt::format("the call \"{}\" is not converted", shown(name.text)));
    }
    expect_arguments(name.text, all.size(), layout->arguments);
    if (layout->kind == StepKind::wait) {
      builder_.finish(rank_, request(all[0]), *text_, 1);  // one that is no longer open was MPI_REQUEST_NULL
      return;
    }
    Step step;
    step.kind = layout->kind;
    const std::uint32_t comm = communicator(fields, argument(all, layout->comm));
    if (is_collective(step.kind)) {
      step.comm = comm;
      if (layout->count >= 0) step.amount = bytes(fields, all, layout->count, layout->type);
      if (layout->peer >= 0) step.peer = peer(fields, argument(all, layout->peer), "the root");
      builder_.add(rank_, step, *text_, 1);
      return;
    }
    message(fields, step, all, *layout, comm);
  }

  static const Field& argument(const std::vector<Field>& all, int at) { return all[static_cast<std::size_t>(at)]; }

  void expect_arguments(std::string_view name, std::size_t given, std::size_t expected) const {
    if (given != expected)
      text_->fail(1, fmt::format("{} has {} arguments between its times, but here are {}", name, expected, given));
  }

  void message(const Fields& fields, Step step, const std::vector<Field>& all, const Layout& layout,
               std::uint32_t comm) {
    const bool is_send = step.kind == StepKind::send || step.kind == StepKind::isend;
    const Field& partner = argument(all, layout.peer);
    const bool is_negative = !partner.text.empty() && partner.text[0] == '-';
    if (is_send && is_negative) return;  // to MPI_PROC_NULL
    step.peer = is_negative ? any(partner, comm) : peer(fields, partner, "the rank of the partner");
    const Field& tag = argument(all, layout.tag);
    step.any_tag = !is_send && tag.text == "-1";
    if (!step.any_tag) step.tag = fields.number_of(tag, "the tag", kMostTag32);
    if (step.any_tag) any(tag, comm);
    step.amount = bytes(fields, all, layout.count, layout.type);
    step.comm = comm;
    if (layout.request < 0) {
      builder_.add(rank_, step, *text_, 1);
    } else {
      builder_.start(rank_, request(argument(all, layout.request)), step, *text_, 1);
    }
  }

  /// SBUF SCOUNT STYPE DST STAG RBUF RCOUNT RTYPE SRC RTAG COMM STATUS
  void send_recv(const Fields& fields, const std::vector<Field>& all) {
    expect_arguments("MPI_Sendrecv", all.size(), 12);
    const std::uint32_t comm = communicator(fields, all[10]);
    const std::vector<Field> sent{all[0], all[1], all[2], all[3], all[4], all[10], {"sendrecv send", 1}};
    const std::vector<Field> received{all[5], all[6], all[7], all[8], all[9], all[10], {"sendrecv recv", 1}};
    Step step;
    step.kind = StepKind::isend;
    message(fields, step, sent, kLayouts[5], comm);
    step.kind = StepKind::irecv;
    message(fields, step, received, kLayouts[9], comm);
    for (const std::vector<Field>* const one : {&sent, &received})
      builder_.finish(rank_, request(one->back()), *text_, 1);
  }

  /// A source or tag that may be any: only -1 is, and only in the communicator of all ranks.
  std::uint32_t any(const Field& field, std::uint32_t comm) const {
    if (field.text != "-1")
      text_->fail(field.column, fmt::format("expected a number, or -1 for any, in place of \"{}\"", shown(field.text)));
    if (comm != 0)
      text_->fail(field.column,
                  "a receive from any source or of any tag is converted in the communicator of all ranks only");
    return kAnyRank;
  }

  std::uint32_t peer(const Fields& fields, const Field& field, const char* what) const {
    const std::uint64_t number = fields.number_of(field, what, kMostNumber);
    if (number >= comm_size_)
      text_->fail(field.column, fmt::format("there is no rank {}: the communicator has {}", number, comm_size_));
    return static_cast<std::uint32_t>(number);
  }

  /// COUNT and TYPE,SIZE,EXTENT.
  std::uint64_t bytes(const Fields& fields, const std::vector<Field>& all, int count_at, int type_at) const {
    const std::uint64_t count = fields.number_of(argument(all, count_at), "the number of elements", kMostBytes);
    const std::array<Field, 3> type = parts(argument(all, type_at), "the type, its size and its extent");
    const std::uint64_t size = fields.number_of(type[1], "the size of the type", kMostBytes);
    if (size != 0 && count > kMostBytes / size)
      text_->fail(argument(all, count_at).column, "the message has more than 2^40 bytes");
    return count * size;
  }

  /// The three parts of a field, between commas.
  std::array<Field, 3> parts(const Field& field, const char* what) const {
    const std::size_t first = field.text.find(',');
    const std::size_t second = first == std::string_view::npos ? first : field.text.find(',', first + 1);
    if (second == std::string_view::npos || field.text.find(',', second + 1) != std::string_view::npos)
      text_->fail(field.column, fmt::format("expected {} (three numbers) in place of \"{}\"", what, shown(field.text)));
    return {Field{field.text.substr(0, first), field.column},
            Field{field.text.substr(first + 1, second - first - 1), field.column + first + 1},
            Field{field.text.substr(second + 1), field.column + second + 1}};
  }

  /// COMM,RANK,SIZE: 0 for that of all ranks, otherwise the number that it will have in the program.
  std::uint32_t communicator(const Fields& fields, const Field& field) {
    const std::array<Field, 3> all = parts(field, "the communicator, the rank and the size");
    const auto own = static_cast<std::uint32_t>(fields.number_of(all[1], "the rank in the communicator", kMostRanks));
    comm_size_ = fields.number_of(all[2], "the size of the communicator", kMostNumber);
    if (comm_size_ > files_.size())
      text_->fail(all[2].column, fmt::format("the communicator has {} ranks, but the trace has {} (one file for each)",
                                             comm_size_, files_.size()));
    if (own >= comm_size_) text_->fail(all[1].column, "the rank is not in the communicator");
    if (comm_size_ == files_.size() && own == rank_) return 0;
    const auto [found, is_new] =
        numbers_.try_emplace({std::string(all[0].text), comm_size_}, communicators_.size() + 1);
    if (is_new) communicators_.push_back({comm_size_, {}, {text_->file(), text_->number(), field.column}});
    const auto [member, is_first] = communicators_[found->second - 1].members.emplace(own, rank_);
    if (member->second != rank_)
      text_->fail(field.column,
                  fmt::format("rank {} of this communicator is process {} here and process {} in another file", own,
                              rank_, member->second));
    return static_cast<std::uint32_t>(found->second);
  }

  ProgramBuilder::Request request(const Field& field) {
    return {requests_.try_emplace(std::string(field.text), requests_.size()).first->second, 0, 0};
  }

  /// Now all members of each communicator are known: partners become world ranks.
  void name_members() {
    Program& program = builder_.program();
    for (const Communicator& one : communicators_) {
      if (one.members.size() != one.size)
        throw InputError(one.place, fmt::format("only {} of the {} ranks of this communicator use it",
                                                one.members.size(), one.size));
      program.communicators.emplace_back();
      for (const auto& [number, rank] : one.members) program.communicators.back().push_back(rank);
    }
    for (RankSteps& rank : program.ranks) {
      for (Step& step : rank.steps) {
        if (step.comm == 0 || is_collective(step.kind)) continue;
        step.peer = program.communicators[step.comm][step.peer];
        step.tag += std::uint64_t{step.comm} << 32U;
        step.comm = 0;
      }
    }
  }

  const std::vector<std::string>& files_;
  const OpenTrace& open_;
  ProgramBuilder builder_;
  std::map<std::pair<std::string, std::uint64_t>, std::size_t> numbers_;  ///< by name and size
  std::vector<Communicator> communicators_;
  std::map<std::string, std::uint64_t> requests_;
  // The line at hand.
  const TraceText* text_ = nullptr;
  std::uint32_t rank_ = 0;
  std::uint64_t comm_size_ = 0;
  std::uint64_t time_ = 0;  ///< ns: end of the call before
  bool is_first_ = true;
};

bool recognises_liballprof(const std::vector<std::string_view>& lines) {
  for (const std::string_view line : lines) {
    if (!line.empty() && line[0] != '#') return line.substr(0, 4) == "MPI_" && line.find(':') != std::string_view::npos;
  }
  return false;
}

Program read_liballprof(const std::vector<std::string>& files, const OpenTrace& open, const TraceOptions& /*options*/) {
  return LiballprofReader(files, open).read();
}

void write_rank(const Program& program, std::size_t rank, LineWriter& lines) {
  const std::vector<Step>& steps = program.ranks[rank].steps;
  const std::string comm = fmt::format("0,{},{}", rank, program.ranks.size());
  std::uint64_t time = 0;
  const auto stamp = [&time] { return fmt::format("{}.{:03}", time / 1000, time % 1000); };
  lines.add("MPI_Init:{}:0:0:{}\n", stamp(), stamp());
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const Step& step = steps[k];
    const std::string when = stamp();
    switch (step.kind) {
      case StepKind::calc:
        time += step.amount;
        break;
      case StepKind::send:
        lines.add("MPI_Send:{}:0:{}:0,1,1:{}:{}:{}:{}\n", when, step.amount, step.peer, step.tag, comm, when);
        break;
      case StepKind::isend:
        lines.add("MPI_Isend:{}:0:{}:0,1,1:{}:{}:{}:{}:{}\n", when, step.amount, step.peer, step.tag, comm, k, when);
        break;
      case StepKind::recv:
        lines.add("MPI_Recv:{}:0:{}:0,1,1:{}:{}:{}:0:{}\n", when, step.amount, step.peer, step.tag, comm, when);
        break;
      case StepKind::irecv:
        lines.add("MPI_Irecv:{}:0:{}:0,1,1:{}:{}:{}:{}:{}\n", when, step.amount, step.peer, step.tag, comm, k, when);
        break;
      default:
        lines.add("MPI_Wait:{}:{}:0:{}\n", when, step.extra, when);
        break;
    }
  }
  lines.add("MPI_Finalize:{}:{}\n", stamp(), stamp());
}

void write_liballprof(const Program& program, const TraceOptions& /*options*/, const OpenSink& open) {
  check_point_to_point(program, "liballprof");
  check_tags(program, "liballprof");
  for (std::uint32_t rank = 0; rank < program.ranks.size(); ++rank) {
    LineWriter lines(open(rank));
    write_rank(program, rank, lines);
    lines.flush();
  }
}

}  // namespace

const TraceFormat kLiballprofFormat{"liballprof",
                                    "calls of MPI as text, one file for each rank",
                                    {},
                                    true,
                                    true,
                                    recognises_liballprof,
                                    read_liballprof,
                                    write_liballprof};

}  // namespace trenza::traces
