#include "traces/paraver_reader.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <utility>

#include "traces/communicator_table.h"
#include "traces/paraver_calls.h"
#include "traces/paraver_messages.h"
#include "traces/trace_text.h"

namespace trenza::traces {

namespace {

using testbench::InputError;

constexpr std::uint64_t kMostTime = std::uint64_t{1} << 52;  // in the unit of the trace
constexpr std::uint64_t kNanosecondsPerMicrosecond = 1000;

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
    attach_messages(messages_, calls_, text_.file());
    for (std::uint32_t task = 0; task < calls_.size(); ++task) add_steps(task);
    join_collectives(program_);
    return std::move(program_);
  }

 private:
  void header();
  void record();
  void event(Fields& fields);
  void message(Fields& fields);
  void old_collective(Fields& fields);
  void communicator(Fields& fields);

  std::uint64_t time(Fields& fields, const char* what) { return fields.number(what, kMostTime) * unit_; }
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
    for (std::vector<ParaverEvent>& events : events_) calls_.push_back(paraver_calls(std::move(events), text_.file()));
    for (const auto& [task, event] : old_) {
      // The parameters of the collective that runs at that time.
      for (ParaverCall& call : calls_[task]) {
        if (!call.is_collective || call.has_parameters || event.time < call.begin || event.time > call.end) continue;
        call.has_parameters = true;
        call.sent = event.call.sent;
        call.received = event.call.received;
        call.comm = event.call.comm;
        call.is_root = event.call.is_root;
        break;
      }
    }
  }

  void add_steps(std::uint32_t task);
  void add_call(std::uint32_t task, const ParaverCall& call, std::map<std::uint32_t, std::uint32_t>& started);
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
  std::vector<std::vector<ParaverEvent>> events_;    ///< by task
  std::vector<std::pair<std::uint32_t, ParaverEvent>> old_;
  std::vector<ParaverMessage> messages_;
  std::vector<std::vector<ParaverCall>> calls_;
};

/// #Paraver (date):DURATION[_ns]:NODES[(..)]:APPLICATIONS:TASKS(threads:node,..)..
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
  const std::string_view duration = line.substr(at, nodes - 1 - at);
  if (duration.size() > 3 && duration.substr(duration.size() - 3) == "_ns") unit_ = 1;
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
  program_.files.push_back(text_.file());
  program_.ranks.resize(count);
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
  while (!fields.at_end()) members.push_back(task_at(fields, fields.next("a task")));
  if (members.size() != count)
    text_.fail(name.column, fmt::format("the communicator has {} members, but {} are listed", count, members.size()));
  communicators_.define(program_, id, std::move(members), text_, name.column);
}

void ParaverReader::event(Fields& fields) {
  bool is_first_thread = false;
  const std::uint32_t task = object(fields, is_first_thread);
  ParaverEvent event;
  event.time = time(fields, "the time");
  event.call.line = text_.number();
  bool is_call = false;
  while (!fields.at_end()) {
    const Field type_field = fields.next("the type of an event");
    const std::uint64_t type = fields.number_of(type_field, "the type of an event", kMostNumber);
    const Field value_field = fields.next("the value of an event");
    // Values of other events may be anything, also negative.
    const bool is_known = (type >= kPointToPointEvent && type <= kOneSidedEvent) || type == kApplicationEvent ||
                          (type >= kBytesSentEvent && type <= kCommunicatorEvent);
    if (!is_known) continue;
    const std::uint64_t value = fields.number_of(value_field, "the value of an event", kMostNumber);
    if (type == kOneSidedEvent && value != 0) text_.fail(type_field.column, "one-sided communication is not converted");
    if (type >= kPointToPointEvent && type <= kOtherEvent) {
      is_call = true;
      event.call.value = value;
      event.call.is_collective = type == kCollectiveEvent;
    } else if (type == kApplicationEvent) {
      event.is_application = true;
    } else if (type == kBytesSentEvent || type == kBytesReceivedEvent) {
      if (value > kMostBytes) text_.fail(value_field.column, "more than 2^40 bytes are not possible");
      (type == kBytesSentEvent ? event.call.sent : event.call.received) = value;
      event.call.has_parameters = true;
    } else if (type == kRootEvent) {
      event.call.is_root = value != 0;
    } else if (type == kCommunicatorEvent && value != 0) {
      event.call.comm = communicators_.number(value, text_, value_field.column);
    }
  }
  if (!is_call && !event.is_application) return;
  if (!is_first_thread) text_.fail(1, "calls of MPI in other threads than the first are not converted");
  event.is_application = event.is_application && !is_call;
  events_[task].push_back(std::move(event));
}

void ParaverReader::message(Fields& fields) {
  bool sender = false;
  bool receiver = false;
  ParaverMessage message;
  message.line = text_.number();
  message.from = object(fields, sender);
  message.sent = time(fields, "the logical send time");
  time(fields, "the physical send time");
  message.to = object(fields, receiver);
  message.received = time(fields, "the logical receive time");
  message.there = time(fields, "the physical receive time");
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
  ParaverEvent event;
  event.time = time(fields, "the time");
  const Field comm = fields.next("the communicator");
  event.call.comm = communicators_.number(fields.number_of(comm, "the communicator", kMostNumber), text_, comm.column);
  event.call.sent = fields.number("the bytes sent", kMostBytes);
  event.call.received = fields.number("the bytes received", kMostBytes);
  fields.number("the collective", kMostNumber);
  event.call.is_root = fields.number("the root", kMostNumber) == task;
  fields.expect_end("the root");
  old_.emplace_back(task, event);
}

void ParaverReader::add_steps(std::uint32_t task) {
  std::map<std::uint32_t, std::uint32_t> started;  // messages, and their irecv among the steps
  std::uint64_t cursor = 0;
  for (const ParaverCall& call : calls_[task]) {
    if (call.begin > cursor) {
      Step step;
      step.amount = call.begin - cursor;
      if (step.amount > kMostNanoseconds)
        throw InputError({text_.file(), call.line, 1}, "the computation before this call is longer than 2^52 ns");
      add(task, step, call.line);
    }
    cursor = std::max(cursor, call.end);
    add_call(task, call, started);
  }
}

void ParaverReader::add_call(std::uint32_t task, const ParaverCall& call,
                             std::map<std::uint32_t, std::uint32_t>& started) {
  if (call.is_collective) {
    const std::optional<StepKind> kind = paraver_collective(call.value);
    if (!kind)
      throw InputError({text_.file(), call.line, 1},
                       fmt::format("the collective call {} is not converted", call.value));
    if (*kind != StepKind::barrier && !call.has_parameters)
      throw InputError({text_.file(), call.line, 1}, "this collective has no sizes (events 50100001 and 50100002)");
    Step step;
    step.kind = *kind;
    step.comm = call.comm;
    step.amount = *kind == StepKind::barrier   ? 0
                  : *kind == StepKind::bcast   ? std::max(call.sent, call.received)
                  : *kind == StepKind::scatter ? call.received
                                               : call.sent;
    if (has_sizes(*kind)) step.extra = kEvenSizes;
    if (has_root(*kind))
      step.peer = call.is_root ? communicators_.member(call.comm, task).value_or(kAnyRank) : kAnyRank;
    add(task, step, call.line);
    return;
  }
  std::vector<Step> ends;
  const bool is_both = call.send != ParaverCall::kNoMessage && call.recv != ParaverCall::kNoMessage;
  const auto add_message = [&](std::uint32_t k, bool is_send) {
    Step step;
    step.peer = is_send ? messages_[k].to : messages_[k].from;
    step.amount = messages_[k].bytes;
    step.tag = messages_[k].tag;
    const bool is_open = is_both || paraver_is_immediate(call.value);
    step.kind = is_send ? (is_open ? StepKind::isend : StepKind::send) : (is_open ? StepKind::irecv : StepKind::recv);
    const std::uint32_t place = add(task, step, call.line);
    if (is_both) {
      Step end;
      end.kind = StepKind::wait;
      end.extra = place;
      ends.push_back(end);
    } else if (!is_send && is_open) {
      started[k] = place;
    }
  };
  if (call.send != ParaverCall::kNoMessage) add_message(call.send, true);
  if (call.recv != ParaverCall::kNoMessage) add_message(call.recv, false);
  for (const Step& end : ends) add(task, end, call.line);
  for (const std::uint32_t k : call.ended) {
    const auto found = started.find(k);
    if (found == started.end()) continue;
    Step end;
    end.kind = StepKind::wait;
    end.extra = found->second;
    add(task, end, call.line);
  }
}

}  // namespace

Program read_paraver(const std::vector<std::string>& files, const OpenTrace& open, const TraceOptions& /*options*/) {
  return ParaverReader(files.front(), open).read();
}

}  // namespace trenza::traces
