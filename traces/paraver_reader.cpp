#include "traces/paraver_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <utility>

#include "traces/channels.h"
#include "traces/communicator_table.h"
#include "traces/numbered_collectives.h"
#include "traces/paraver_calls.h"
#include "traces/paraver_messages.h"
#include "traces/paraver_numbers.h"
#include "traces/trace_text.h"

namespace trenza::traces {

namespace {

using testbench::InputError;

constexpr std::uint64_t kNanosecondsPerMicrosecond = 1000;

/// What a call has to do with a message.
enum class Role : std::uint8_t { sends, receives, waits };

class ParaverReader {
 public:
  ParaverReader(const std::string& file, const OpenTrace& open) : text_(file, open_for_import(file, open)) {}

  Program read() {
    if (!text_.next()) text_.fail(1, "the trace is empty: expected \"#Paraver\"");
    header();
    while (text_.next()) {
      if (!text_.line().empty() && text_.line()[0] != '#') record();
    }
    make_calls();
    program_.left_out_messages = attach_messages(messages_, calls_);
    make_parts();
    for (std::uint32_t task = 0; task < calls_.size(); ++task) add_steps(task);
    settle_collectives(program_, communicators_, collectives_);
    drop_channels(program_);
    join_collectives(program_);
    return std::move(program_);
  }

 private:
  /// A call and a message that it sends, receives or waits for.
  struct Part {
    std::uint32_t call = 0;  ///< among those of the task
    Role role = Role::sends;
    std::uint32_t message = 0;

    bool operator<(const Part& other) const {
      return std::tie(call, role, message) < std::tie(other.call, other.role, other.message);
    }
  };

  void header();
  void unit(std::string_view duration, std::size_t column);
  void record();
  void event(Fields& fields);
  static std::optional<ParaverEventKind> event_kind(std::uint64_t type);
  std::uint64_t event_value(const Fields& fields, const Field& field, ParaverEventKind kind) const;
  void message(Fields& fields);
  void old_collective(Fields& fields);
  void communicator(Fields& fields);

  std::uint64_t time(Fields& fields, const char* what) { return fields.number(what, kMostNumber / unit_) * unit_; }
  std::uint32_t task_at(const Fields& fields, const Field& field) const {
    const std::uint64_t number = fields.number_of(field, "a task", kMostNumber);
    if (number == 0 || number > events_.size())
      text_.fail(field.column, fmt::format("there is no task {}: the trace has 1 to {}", number, events_.size()));
    return static_cast<std::uint32_t>(number - 1);
  }
  /// CPU:APP:TASK:THR; the first thread is the program.
  std::uint32_t object(Fields& fields, bool& is_first_thread) {
    fields.number("a cpu", kMostNumber);
    fields.number("an application", kMostNumber);
    const std::uint32_t task = task_at(fields, fields.next("a task"));
    is_first_thread = fields.number("a thread", kMostNumber) == 1;
    return task;
  }

  void make_calls() {
    for (std::size_t task = 0; task < events_.size(); ++task) {
      calls_.push_back(paraver_calls(std::move(events_[task]), text_.file()));
      attach_old_collectives(std::move(old_[task]), calls_.back());
    }
  }

  void make_parts() {
    parts_.resize(calls_.size());
    for (std::uint32_t k = 0; k < messages_.size(); ++k) {
      const ParaverMessage& message = messages_[k];
      parts_[message.from].push_back({message.send_call, Role::sends, k});
      parts_[message.to].push_back({message.recv_call, Role::receives, k});
      if (message.wait_call != ParaverMessage::kNoCall)
        parts_[message.to].push_back({message.wait_call, Role::waits, k});
    }
    for (std::vector<Part>& parts : parts_) std::sort(parts.begin(), parts.end());
    receives_.resize(messages_.size());
  }

  void add_steps(std::uint32_t task);
  void add_collective(std::uint32_t task, const ParaverCall& call);
  void add_parts(std::uint32_t task, const ParaverCall& call, const std::vector<Part>& parts);
  std::uint32_t add(std::uint32_t task, Step step, std::uint32_t line) {
    step.line = line;
    step.column = 1;
    program_.ranks[task].steps.push_back(step);
    return static_cast<std::uint32_t>(program_.ranks[task].steps.size() - 1);
  }

  TraceText text_;
  Program program_;
  CommunicatorTable communicators_;
  std::uint64_t unit_ = kNanosecondsPerMicrosecond;  ///< of times, in ns
  // By task.
  std::vector<std::vector<ParaverEvent>> events_;
  std::vector<std::vector<ParaverOldCollective>> old_;
  std::vector<std::vector<ParaverCall>> calls_;
  std::vector<std::vector<Part>> parts_;
  std::vector<ParaverMessage> messages_;
  std::vector<MemberRecord> collectives_;
  std::vector<std::uint32_t> receives_;  ///< by message: its receive among the steps of its task
};

/// #Paraver (date):DURATION[_UNIT]:NODES[(..)]:APPLICATIONS:TASKS(threads:node,..)..
void ParaverReader::header() {
  const std::string_view line = text_.line();
  if (line.substr(0, 8) != "#Paraver") text_.fail(1, "expected \"#Paraver\" at the begin of the trace");
  const auto after = [&](std::size_t from, char letter, const char* what) {
    const std::size_t at = line.find(letter, from);
    if (at == std::string_view::npos) text_.fail(line.size() + 1, fmt::format("expected {}", what));
    return at + 1;
  };
  std::size_t at = after(0, ')', "the date in parentheses");
  at = after(at, ':', "':' and the duration");
  const std::size_t nodes = after(at, ':', "':' and the nodes");
  unit(line.substr(at, nodes - 1 - at), at + 1);
  at = nodes;
  const std::size_t paren = line.find('(', at);
  const std::size_t colon = line.find(':', at);
  if (paren < colon) at = after(at, ')', "')' after the nodes");
  const std::size_t applications = after(at, ':', "':' and the number of applications");
  const std::size_t tasks = after(applications, ':', "':' and the tasks");
  const Fields fields(text_, ':');
  if (fields.number_of({line.substr(applications, tasks - 1 - applications), applications + 1},
                       "the number of applications", kMostNumber) != 1)
    text_.fail(applications + 1, "traces of several applications are not converted");
  const std::size_t open = after(tasks, '(', "the tasks and their threads, such as 2(1:1,1:1)");
  const std::size_t close = after(open, ')', "')' after the tasks");
  const std::uint64_t count =
      fields.number_of({line.substr(tasks, open - 1 - tasks), tasks + 1}, "the number of tasks", kMostRanks);
  const std::string_view listed = line.substr(open, close - 1 - open);
  const auto given = static_cast<std::uint64_t>(std::count(listed.begin(), listed.end(), ',')) + 1;
  if (count == 0 || count != given)
    text_.fail(tasks + 1, fmt::format("the number of tasks is {}, but {} are listed", count, given));
  events_.resize(count);
  old_.resize(count);
  program_.files.push_back(text_.file());
  program_.ranks.resize(count);
}

/// The unit of all times stands behind the duration; without one it is the microsecond.
void ParaverReader::unit(std::string_view duration, std::size_t column) {
  const std::size_t underscore = duration.find('_');
  if (underscore == std::string_view::npos) return;
  const std::string_view name = duration.substr(underscore + 1);
  if (name == "ns") {
    unit_ = 1;
  } else if (name == "ms") {
    unit_ = 1000 * kNanosecondsPerMicrosecond;
  } else if (name != "us") {
    text_.fail(column + underscore + 1, fmt::format("unknown unit of time \"{}\"; expected ns, us or ms", shown(name)));
  }
}

void ParaverReader::record() {
  Fields fields(text_, ':');
  const Field kind = fields.next("a record");
  if (kind.text == "c") return communicator(fields);
  if (kind.text == "i" || kind.text == "1") return;  // inter-communicators; states
  if (kind.text == "2") return event(fields);
  if (kind.text == "3") return message(fields);
  if (kind.text == "4") return old_collective(fields);
  text_.fail(kind.column, fmt::format("unknown record \"{}\"; expected 1, 2, 3, 4, c or i", shown(kind.text)));
}

void ParaverReader::communicator(Fields& fields) {
  fields.number("an application", kMostNumber);
  const Field name = fields.next("the communicator");
  const std::uint64_t id = fields.number_of(name, "the communicator", kMostNumber);
  const std::uint64_t count = fields.number("the number of members", kMostRanks);
  std::vector<std::uint32_t> members;
  while (!fields.at_end()) {
    const Field field = fields.next("a task");
    members.push_back(field.text == "-1" || field.text == "0" ? kUnknownMember : task_at(fields, field));
  }
  if (members.size() != count)
    text_.fail(name.column, fmt::format("the communicator has {} members, but {} are listed", count, members.size()));
  communicators_.define(program_, id, std::move(members), text_, name.column);
}

void ParaverReader::event(Fields& fields) {
  bool is_first_thread = false;
  const std::uint32_t task = object(fields, is_first_thread);
  ParaverEvent event;
  event.time = time(fields, "the time");
  event.line = text_.number();
  while (!fields.at_end()) {
    const Field type_field = fields.next("the type of an event");
    const std::uint64_t type = fields.number_of(type_field, "the type of an event", kMostNumber);
    const Field value_field = fields.next("the value of an event");
    if (type == kOneSidedEvent && value_field.text != "0")
      text_.fail(type_field.column, "one-sided communication is not converted");
    const std::optional<ParaverEventKind> kind = event_kind(type);
    if (!kind) continue;  // values of other events may be anything, also negative
    event.kind = *kind;
    event.value = event_value(fields, value_field, *kind);
    if (!is_first_thread && event.kind != ParaverEventKind::application)
      text_.fail(1, "calls of MPI in other threads than the first are not converted");
    if (is_first_thread) events_[task].push_back(event);
  }
}

std::optional<ParaverEventKind> ParaverReader::event_kind(std::uint64_t type) {
  static constexpr std::array<std::pair<std::uint64_t, ParaverEventKind>, 9> kKinds{
      {{kPointToPointEvent, ParaverEventKind::point_to_point},
       {kCollectiveEvent, ParaverEventKind::collective},
       {kOtherEvent, ParaverEventKind::other},
       {kInputOutputEvent, ParaverEventKind::input_output},
       {kApplicationEvent, ParaverEventKind::application},
       {kBytesSentEvent, ParaverEventKind::sent},
       {kBytesReceivedEvent, ParaverEventKind::received},
       {kRootEvent, ParaverEventKind::root},
       {kCommunicatorEvent, ParaverEventKind::communicator}}};
  const auto* const found =
      std::find_if(kKinds.begin(), kKinds.end(), [type](const auto& kind) { return kind.first == type; });
  if (found == kKinds.end()) return std::nullopt;
  return found->second;
}

std::uint64_t ParaverReader::event_value(const Fields& fields, const Field& field, ParaverEventKind kind) const {
  const std::uint64_t value = fields.number_of(field, "the value of an event", kMostNumber);
  const bool is_size = kind == ParaverEventKind::sent || kind == ParaverEventKind::received;
  if (is_size && value > kMostBytes) text_.fail(field.column, "more than 2^40 bytes are not possible");
  // 0: not named.
  if (kind == ParaverEventKind::communicator && value != 0) return communicators_.number(value, text_, field.column);
  return value;
}

void ParaverReader::message(Fields& fields) {
  bool sender = false;
  bool receiver = false;
  ParaverMessage message;
  message.line = text_.number();
  message.from = object(fields, sender);
  message.send_begin = time(fields, "the logical send time");
  message.send_end = time(fields, "the physical send time");
  message.to = object(fields, receiver);
  message.recv_begin = time(fields, "the logical receive time");
  message.recv_end = time(fields, "the physical receive time");
  message.bytes = fields.number("the size of the message in bytes", kMostBytes);
  message.tag = fields.number("the tag", kMostTag32);
  fields.expect_end("the tag");
  if (!sender || !receiver) text_.fail(1, "messages of other threads than the first are not converted");
  messages_.push_back(message);
}

/// 4:CPU:APP:TASK:THR:TIME:COMM:SENT:RECEIVED:OP:ROOT
void ParaverReader::old_collective(Fields& fields) {
  bool is_first_thread = false;
  const std::uint32_t task = object(fields, is_first_thread);
  ParaverOldCollective record;
  record.time = time(fields, "the time");
  const Field comm = fields.next("the communicator");
  record.comm = communicators_.number(fields.number_of(comm, "the communicator", kMostNumber), text_, comm.column);
  record.sent = fields.number("the bytes sent", kMostBytes);
  record.received = fields.number("the bytes received", kMostBytes);
  record.number = fields.number("the collective", kMostNumber);
  record.is_root = fields.number("the root", kMostNumber) == task;
  fields.expect_end("the root");
  old_[task].push_back(record);
}

void ParaverReader::add_steps(std::uint32_t task) {
  std::uint64_t cursor = 0;
  auto part = parts_[task].begin();
  for (std::uint32_t k = 0; k < calls_[task].size(); ++k) {
    const ParaverCall& call = calls_[task][k];
    if (call.begin > cursor) {
      Step step;
      step.amount = call.begin - cursor;
      if (step.amount > kMostNanoseconds)
        throw InputError({text_.file(), call.line, 1}, "the computation before this call is longer than 2^52 ns");
      add(task, step, call.line);
    }
    cursor = std::max(cursor, call.end);
    std::vector<Part> parts;
    for (; part != parts_[task].end() && part->call == k; ++part) parts.push_back(*part);
    if (call.is_collective) {
      add_collective(task, call);
    } else {
      add_parts(task, call, parts);
    }
  }
}

void ParaverReader::add_collective(std::uint32_t task, const ParaverCall& call) {
  const std::optional<StepKind> kind = paraver_collective(call.value);
  if (!kind)
    throw InputError({text_.file(), call.line, 1}, fmt::format("the collective call {} is not converted", call.value));
  if (*kind != StepKind::barrier && !call.has_sizes)
    throw InputError({text_.file(), call.line, 1}, "this collective has no sizes (events 50100001 and 50100002)");
  Step step;
  step.kind = *kind;
  step.comm = call.comm;
  step.amount = collective_bytes(*kind, call.sent, call.received, program_.members(call.comm));
  if (has_sizes(*kind)) step.extra = kEvenSizes;
  if (has_root(*kind)) step.peer = call.is_root ? communicators_.member(call.comm, task).value_or(kAnyRank) : kAnyRank;
  MemberRecord record;
  record.rank = task;
  record.is_acting_root = acts_as_root(*kind, call.sent, call.received);
  record.step = add(task, step, call.line);
  collectives_.push_back(record);
}

/// `parts`: those of the call.
void ParaverReader::add_parts(std::uint32_t task, const ParaverCall& call, const std::vector<Part>& parts) {
  const auto is_of = [&](Role role) {
    return std::any_of(parts.begin(), parts.end(), [role](const Part& part) { return part.role == role; });
  };
  const bool is_both = !paraver_is_immediate(call.value) && is_of(Role::sends) && is_of(Role::receives);
  const bool is_open = is_both || paraver_is_immediate(call.value);
  std::vector<std::uint32_t> ends;
  for (const Part& part : parts) {
    if (part.role == Role::waits) {
      ends.push_back(receives_[part.message]);
      continue;
    }
    const ParaverMessage& message = messages_[part.message];
    const bool is_send = part.role == Role::sends;
    Step step;
    step.peer = is_send ? message.to : message.from;
    step.amount = message.bytes;
    step.tag = in_channel(message.tag, std::uint64_t{part.message} + 1);
    step.kind = is_send ? (is_open ? StepKind::isend : StepKind::send) : (is_open ? StepKind::irecv : StepKind::recv);
    const std::uint32_t place = add(task, step, call.line);
    if (!is_send) receives_[part.message] = place;
    if (is_both) ends.push_back(place);
  }
  for (const std::uint32_t place : ends) {
    Step end;
    end.kind = StepKind::wait;
    end.extra = place;
    add(task, end, call.line);
  }
}

}  // namespace

Program read_paraver(const std::vector<std::string>& files, const OpenTrace& open, const TraceOptions& /*options*/) {
  return ParaverReader(files.front(), open).read();
}

}  // namespace trenza::traces
