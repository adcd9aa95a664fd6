#include "traces/liballprof_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "traces/liballprof_calls.h"
#include "traces/liballprof_communicators.h"
#include "traces/liballprof_requests.h"
#include "traces/program_builder.h"
#include "traces/trace_text.h"

namespace trenza::traces {

namespace {

using testbench::InputError;

bool begins(std::string_view text, std::string_view head) { return text.substr(0, head.size()) == head; }

constexpr int kDigitsOfMicroseconds = 3;  // of a microsecond
constexpr std::string_view kNoTime = "-";
constexpr std::string_view kAnyTag = "-1";

/// The numbers of a library of MPI for what is no rank.
struct NoRanks {
  std::string_view any_source;
  std::string_view nobody;  ///< MPI_PROC_NULL
};
constexpr NoRanks kOpenMpi{"-1", "-2"};
constexpr NoRanks kMpich{"-2", "-1"};

/// Whether a handle is one of MPICH: an int whose upper bits say what it names, as 0x44000000 for MPI_COMM_WORLD. Those
/// of Open MPI are addresses, or small numbers in Fortran.
bool is_mpich_communicator(std::string_view handle) {
  std::uint64_t number = 0;
  const bool is_negative = begins(handle, "-");
  if (is_negative) handle.remove_prefix(1);
  const auto [end, error] = std::from_chars(handle.data(), handle.data() + handle.size(), number);
  if (error != std::errc() || end != handle.data() + handle.size()) return false;
  if (is_negative) number = ~number + 1;
  const std::uint64_t upper = number >> 32U;
  if (upper != 0 && upper != 0xffff'ffffU) return false;  // an int is written with or without its sign
  constexpr std::uint64_t kCommunicator = 1;
  return (number >> 30U & 3U) != 0 && (number >> 26U & 15U) == kCommunicator;
}

/// The address MPI_IN_PLACE in Open MPI and in MPICH.
constexpr std::array<std::string_view, 2> kInPlace{"1", "18446744073709551615"};

class LiballprofReader {
 public:
  LiballprofReader(const std::vector<std::string>& files, const OpenTrace& open)
      : files_(files), open_(open), communicators_(files.size()) {}

  Program read() {
    if (files_.size() > kMostRanks) throw InputError({files_.front(), 0, 0}, "a trace has at most 2^18 ranks");
    for (rank_ = 0; rank_ < files_.size(); ++rank_) read_file();
    communicators_.settle(builder_.program());
    requests_.resolve(builder_.program());
    return builder_.take();
  }

 private:
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
    fields_ = &fields;
    const Field name = fields.next("a call");
    const Field begin = fields.next("the begin of the call in us");
    all_.clear();
    constexpr std::size_t kMostArguments = 64;
    while (!fields.at_end() && all_.size() < kMostArguments) all_.push_back(fields.next("an argument"));
    while (!fields.at_end()) all_.back() = fields.next("an argument");
    if (all_.empty()) text_->fail(fields.column(), "expected the end of the call in us");
    const Field end = all_.back();
    all_.pop_back();
    // MPI has no clock before MPI_Init and after MPI_Finalize.
    if (begin.text != kNoTime || !begins(name.text, "MPI_Init"))
      computation(fields.decimal_of(begin, "the begin of the call in us", kDigitsOfMicroseconds, kMostNumber));
    if (end.text != kNoTime || name.text != "MPI_Finalize") {
      time_ = std::max(time_, fields.decimal_of(end, "the end of the call in us", kDigitsOfMicroseconds, kMostNumber));
    }
    is_first_ = false;
    call(name);
  }

  /// What lies between the call before and this one. A trace begins with its first call.
  void computation(std::uint64_t begin) {
    const std::uint64_t gap = is_first_ || begin <= time_ ? 0 : begin - time_;
    if (gap == 0) return;
    if (gap > kMostNanoseconds) text_->fail(1, "the computation before this call is longer than 2^52 ns");
    Step step;
    step.amount = gap;
    add(step);
  }

  std::uint32_t add(const Step& step) { return builder_.add(rank_, step, *text_, 1); }

  void call(const Field& name) {
    if (const LiballprofWait* const wait = find_liballprof_wait(name.text)) return wait_for(*wait);
    if (name.text == "MPI_Comm_split") return split();
    if (name.text == "MPI_Sendrecv") return send_recv();
    if (name.text == "MPI_Sendrecv_replace") return send_recv_replace();
    const LiballprofCall* const found = find_liballprof_call(name.text);
    if (found == nullptr) {
      if (liballprof_call_moves_nothing(name.text)) return;
      text_->fail(name.column, fmt::format("the call \"{}\" is not converted", shown(name.text)));
    }
    if (found->kind == StepKind::reduce_scatter && all_.size() + 1 == found->arguments && found->arguments == 7)
      text_->fail(
          1, "this MPI_Reduce_scatter has no counts, as some versions of liballprof write it: its size is not known");
    expect_arguments(name.text, found->arguments);
    if (is_collective(found->kind)) {
      collective(*found);
    } else {
      message(*found, all_);
    }
  }

  static const Field& argument(const std::vector<Field>& all, int at) { return all[static_cast<std::size_t>(at)]; }
  const Field& argument(int at) const { return argument(all_, at); }

  void expect_arguments(std::string_view name, std::size_t expected) const {
    if (all_.size() != expected)
      text_->fail(1,
                  fmt::format("{} has {} arguments between its times, but here are {}", name, expected, all_.size()));
  }

  /// [COUNT] ADDRESS ..
  void wait_for(const LiballprofWait& wait) {
    const std::size_t at = wait.has_count ? 1 : 0;
    if (all_.size() <= at)
      text_->fail(1, fmt::format("expected {} after the begin of {}",
                                 wait.has_count ? "a number of requests and their address" : "the address of a request",
                                 wait.name));
    const std::uint64_t count = wait.has_count ? fields_->number_of(all_[0], "the number of requests", kMostBytes) : 1;
    const std::uint64_t address = request(all_[at]);
    if (count == 0) return;
    Step step;
    step.kind = StepKind::wait;
    requests_.name(rank_, add(step), address, count, wait.use);
  }

  std::uint64_t request(const Field& field) const {
    return fields_->number_of(field, "the address of a request", kMostNumber);
  }

  /// Adds a send or receive; nothing if its partner is nobody (MPI_PROC_NULL).
  std::optional<std::uint32_t> message(const LiballprofCall& layout, const std::vector<Field>& all) {
    const bool is_send = layout.kind == StepKind::send || layout.kind == StepKind::isend;
    Step step;
    step.kind = layout.kind;
    step.comm = communicator(argument(all, layout.comm));
    step.amount = bytes(argument(all, layout.count), argument(all, layout.type));
    const Field& partner = argument(all, layout.peer);
    const NoRanks& numbers = is_mpich_ ? kMpich : kOpenMpi;
    if (partner.text == numbers.nobody) return std::nullopt;
    step.peer = !is_send && partner.text == numbers.any_source ? kAnyRank : peer(partner, "the rank of the partner");
    const Field& tag = argument(all, layout.tag);
    step.any_tag = !is_send && tag.text == kAnyTag;
    if (!step.any_tag) step.tag = fields_->number_of(tag, "the tag", kMostTag32);
    const std::uint32_t place = add(step);
    if (layout.request >= 0) requests_.start(rank_, place, request(argument(all, layout.request)));
    return place;
  }

  /// COMM COLOR KEY NEWCOMM
  void split() {
    expect_arguments("MPI_Comm_split", 4);
    const std::uint32_t parent = communicator(all_[0]);
    communicators_.split(parent, own_, rank_, integer(all_[1], "the color"), integer(all_[2], "the key"));
  }

  std::int64_t integer(Field field, const char* what) const {
    constexpr std::uint64_t kMost = std::uint64_t{1} << 31;  // of an int of C
    const bool is_negative = begins(field.text, "-");
    if (is_negative) field.text.remove_prefix(1);
    const auto number = static_cast<std::int64_t>(fields_->number_of(field, what, kMost));
    return is_negative ? -number : number;
  }

  /// SBUF SCOUNT STYPE DST STAG RBUF RCOUNT RTYPE SRC RTAG COMM STATUS
  void send_recv() {
    expect_arguments("MPI_Sendrecv", 12);
    exchange({all_[0], all_[1], all_[2], all_[3], all_[4], all_[10]},
             {all_[5], all_[6], all_[7], all_[8], all_[9], all_[10]});
  }

  /// BUF COUNT TYPE DST STAG SRC RTAG COMM STATUS
  void send_recv_replace() {
    expect_arguments("MPI_Sendrecv_replace", 9);
    exchange({all_[0], all_[1], all_[2], all_[3], all_[4], all_[7]},
             {all_[0], all_[1], all_[2], all_[5], all_[6], all_[7]});
  }

  /// A send and a receive at the same time, both with the arguments of MPI_Send, and a wait for both.
  void exchange(const std::vector<Field>& sent, const std::vector<Field>& received) {
    LiballprofCall layout = *find_liballprof_call("MPI_Send");
    layout.kind = StepKind::isend;
    const std::optional<std::uint32_t> send = message(layout, sent);
    layout.kind = StepKind::irecv;
    const std::optional<std::uint32_t> recv = message(layout, received);
    Step wait;
    wait.kind = StepKind::wait;
    const std::uint32_t place = add(wait);
    for (const std::optional<std::uint32_t>& one : {send, recv}) {
      if (one) requests_.end(rank_, place, *one);
    }
  }

  void collective(const LiballprofCall& layout) {
    Step step;
    step.kind = layout.kind;
    step.comm = communicator(argument(layout.comm));
    if (layout.peer >= 0) step.peer = peer(argument(layout.peer), "the root");
    const bool is_scatter = layout.kind == StepKind::scatter;
    const bool is_in_place = is_buffer_in_place(is_scatter ? layout.count - 1 : 0);
    const bool is_root = has_root(layout.kind) && step.peer == own_;
    if (has_sizes(layout.kind)) {
      add_sizes(layout, step, is_in_place);
    } else if (layout.count >= 0) {
      // At a root in place the other buffer has as many, and so have all other ranks where there is no root.
      const bool takes_other = is_in_place && layout.other_count >= 0 && (is_root || !has_root(layout.kind));
      if (takes_other) {
        step.amount = other_bytes(layout);
      } else if (!is_in_place || !is_root) {
        step.amount = bytes(argument(layout.count), argument(layout.type));
      }
    }
    add(step);
  }

  bool is_buffer_in_place(int at) const {
    return std::find(kInPlace.begin(), kInPlace.end(), argument(at).text) != kInPlace.end();
  }

  /// The part of this rank in the other buffer.
  std::uint64_t other_bytes(const LiballprofCall& layout) const {
    const Field& count = argument(layout.other_count);
    const Field& type = argument(layout.other_type);
    if (count.text.find(',') == std::string_view::npos) return bytes(count, type);
    return bytes(numbers(count)[own_], type);
  }

  void add_sizes(const LiballprofCall& layout, Step& step, bool is_in_place) {
    const bool takes_other = is_in_place && layout.other_count >= 0;
    const Field& list = argument(takes_other ? layout.other_count : layout.count);
    const Field& type = argument(takes_other ? layout.other_type : layout.type);
    const bool is_block = layout.name == "MPI_Reduce_scatter_block";
    std::vector<std::uint64_t> sizes;
    if (is_block) {
      sizes.assign(comm_size_, bytes(list, type));
    } else {
      for (const Field& count : numbers(list)) sizes.push_back(bytes(count, type));
    }
    Program& program = builder_.program();
    step.extra = static_cast<std::uint32_t>(program.sizes.size());
    program.sizes.push_back(std::move(sizes));
  }

  /// A list of a number for each rank of the communicator.
  std::vector<Field> numbers(const Field& field) const {
    std::vector<Field> found;
    std::size_t begin = 0;
    while (begin <= field.text.size()) {
      const std::size_t end = std::min(field.text.find(',', begin), field.text.size());
      found.push_back({field.text.substr(begin, end - begin), field.column + begin});
      begin = end + 1;
    }
    if (found.size() != comm_size_)
      text_->fail(field.column,
                  fmt::format("expected {} numbers, one for each rank of the communicator, but here are {}", comm_size_,
                              found.size()));
    return found;
  }

  std::uint32_t peer(const Field& field, const char* what) const {
    const std::uint64_t number = fields_->number_of(field, what, kMostNumber);
    if (number >= comm_size_)
      text_->fail(field.column, fmt::format("there is no rank {}: the communicator has {}", number, comm_size_));
    return static_cast<std::uint32_t>(number);
  }

  /// COUNT and TYPE,SIZE,EXTENT.
  std::uint64_t bytes(const Field& count_field, const Field& type_field) const {
    const std::uint64_t count = fields_->number_of(count_field, "the number of elements", kMostBytes);
    const std::array<Field, 3> type = parts(type_field, "the type, its size and its extent");
    const std::uint64_t size = fields_->number_of(type[1], "the size of the type", kMostBytes);
    if (size != 0 && count > kMostBytes / size) text_->fail(count_field.column, "the message has more than 2^40 bytes");
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

  /// COMM,RANK,SIZE: its number among the communicators of the trace.
  std::uint32_t communicator(const Field& field) {
    const std::array<Field, 3> all = parts(field, "the communicator, the rank and the size");
    own_ = static_cast<std::uint32_t>(fields_->number_of(all[1], "the rank in the communicator", kMostRanks));
    comm_size_ = fields_->number_of(all[2], "the size of the communicator", kMostNumber);
    if (comm_size_ > files_.size())
      text_->fail(all[2].column, fmt::format("the communicator has {} ranks, but the trace has {} (one file for each)",
                                             comm_size_, files_.size()));
    is_mpich_ = is_mpich_communicator(all[0].text);
    if (own_ >= comm_size_) text_->fail(all[1].column, "the rank is not in the communicator");
    return communicators_.use(std::string(all[0].text), comm_size_, own_, rank_,
                              {text_->file(), text_->number(), field.column});
  }

  const std::vector<std::string>& files_;
  const OpenTrace& open_;
  ProgramBuilder builder_;
  LiballprofCommunicators communicators_;
  LiballprofRequests requests_;
  // The line at hand.
  const TraceText* text_ = nullptr;
  const Fields* fields_ = nullptr;
  std::vector<Field> all_;  ///< arguments
  std::uint32_t rank_ = 0;
  std::uint32_t own_ = 0;  ///< rank in the communicator
  std::uint64_t comm_size_ = 0;
  bool is_mpich_ = false;
  std::uint64_t time_ = 0;  ///< ns: end of the call before
  bool is_first_ = true;
};

}  // namespace

Program read_liballprof(const std::vector<std::string>& files, const OpenTrace& open, const TraceOptions& /*options*/) {
  return LiballprofReader(files, open).read();
}

}  // namespace trenza::traces
