#include "testbench/replay/program.h"

#include <algorithm>

#include "testbench/goal/order_check.h"
#include "testbench/integers.h"

namespace trenza::testbench {

namespace {

/// Numbers the cpus of all ranks; a rank has as many as its highest number says.
void number_cpus(const GoalTrace& trace, ReplayProgram& program) {
  program.cpu.resize(trace.operations.size());
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank) {
    std::uint32_t count = 0;
    for (std::uint32_t k = trace.first[rank]; k < trace.first[rank + 1]; ++k) {
      program.cpu[k] = program.cpus + trace.operations[k].cpu;
      count = std::max(count, trace.operations[k].cpu + 1U);
    }
    program.cpus += count;
  }
}

void link_dependencies(const GoalTrace& trace, ReplayProgram& program) {
  program.dependencies.assign(trace.operations.size(), 0);
  program.successors_begin.assign(trace.operations.size() + 1, 0);
  for (const GoalDependency& dependency : trace.dependencies) {
    ++program.dependencies[dependency.operation];
    ++program.successors_begin[dependency.on + 1];
  }
  for (std::size_t k = 1; k < program.successors_begin.size(); ++k)
    program.successors_begin[k] += program.successors_begin[k - 1];
  program.successors.resize(trace.dependencies.size());
  std::vector<std::size_t> fill(program.successors_begin.begin(), program.successors_begin.end() - 1);
  for (const GoalDependency& dependency : trace.dependencies)
    program.successors[fill[dependency.on]++] = 2 * dependency.operation + (dependency.on_start ? 1 : 0);
}

}  // namespace

Picoseconds computation_time(std::uint64_t nanoseconds, const TraceTraffic& traffic) {
  // ns * 1000 * 2000 * ppb / (mhz * 10^9) = ns * ppb / (mhz * 500)
  const Uint128 divisor = static_cast<Uint128>(traffic.processor_mhz) * 500;
  const Uint128 product = static_cast<Uint128>(nanoseconds) * traffic.computation_ppb;
  const Uint128 time = (product + divisor / 2) / divisor;
  return time < kMaxPicoseconds ? static_cast<Picoseconds>(time) : kMaxPicoseconds;
}

ReplayProgram build_program(const GoalTrace& trace, const TraceTraffic& traffic) {
  if (traffic.processor_mhz == 0) throw InputError("the clock of the processors must be at least 1 MHz");
  const std::vector<MatchedMessage> messages = match_messages(trace);
  check_order(trace, messages);

  ReplayProgram program;
  program.ranks = trace.ranks;
  program.ranks_line = trace.ranks_line;
  program.ranks_column = trace.ranks_column;
  program.first = trace.first;
  program.kind.reserve(trace.operations.size());
  program.amount.reserve(trace.operations.size());
  for (const GoalOperation& op : trace.operations) {
    program.kind.push_back(op.kind);
    program.amount.push_back(op.kind == OperationKind::calc ? computation_time(op.amount, traffic) : 0);
  }
  number_cpus(trace, program);
  link_dependencies(trace, program);
  program.messages.reserve(messages.size());
  for (const MatchedMessage& message : messages) {
    program.amount[message.send] = program.messages.size();
    program.amount[message.recv] = program.messages.size();
    const GoalOperation& send = trace.operations[message.send];
    program.messages.push_back(
        ReplayMessage{send.amount, message.recv, trace.operations[message.recv].peer, send.peer});
  }
  return program;
}

ReplayProgram load_program(const TraceTraffic& traffic) { return build_program(read_goal(traffic.file), traffic); }

}  // namespace trenza::testbench
