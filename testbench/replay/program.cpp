#include "testbench/replay/program.h"

#include <algorithm>
#include <map>
#include <utility>

#include "testbench/goal/collective_trace.h"
#include "testbench/goal/expand_collectives.h"
#include "testbench/goal/mailboxes.h"
#include "testbench/goal/matching.h"
#include "testbench/goal/order_check.h"
#include "testbench/goal/rendezvous.h"
#include "testbench/input_error.h"
#include "testbench/integers.h"

namespace trenza::testbench {

namespace {

/// Copies each operation, and numbers the cpus of all ranks. The highest cpu number of a rank determines how many it
/// has.
void add_operations(const GoalTrace& trace, const TraceTraffic& traffic, ReplayProgram& program) {
  program.kind.reserve(trace.operations.size());
  program.cpu.reserve(trace.operations.size());
  program.amount.reserve(trace.operations.size());
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank) {
    std::uint32_t count = 0;
    for (std::uint32_t k = trace.first[rank]; k < trace.first[rank + 1]; ++k) {
      const GoalOperation& op = trace.operations[k];
      program.kind.push_back(op.kind);
      program.cpu.push_back(program.cpus + op.cpu);
      program.amount.push_back(op.kind == OperationKind::calc ? computation_time(op.amount, traffic) : 0);
      count = std::max(count, op.cpu + 1U);
      trace.store()->tick();
    }
    program.cpus += count;
  }
}

/// Numbers the messages in the order of their sends.
void add_messages(const GoalTrace& trace, const LargeArray<std::uint32_t>& partner, const Mailboxes& mailboxes,
                  ReplayProgram& program) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> routes;
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank) {
    for (std::uint32_t k = trace.first[rank]; k < trace.first[rank + 1]; ++k) {
      trace.store()->tick();
      const GoalOperation& op = trace.operations[k];
      if (op.kind != OperationKind::send) continue;
      ReplayMessage message{op.amount, partner[k], rank, op.peer};
      program.amount[k] = program.messages.size();
      if (partner[k] != kNoPartner) {
        program.amount[partner[k]] = program.messages.size();
      } else {
        const std::uint32_t mailbox = mailboxes.of(op, rank);
        const auto route = routes.emplace(std::pair{rank, mailbox}, static_cast<std::uint32_t>(routes.size())).first;
        message.recv = kInMailbox + static_cast<std::uint32_t>(program.mailbox_messages.size());
        program.mailbox_messages.push_back({op.tag, rank, mailbox, route->second});
      }
      if (message.bytes > program.largest.bytes) program.largest = message;
      program.messages.push_back(message);
    }
  }
  program.mailbox_routes = static_cast<std::uint32_t>(routes.size());
}

void add_mailbox_receives(const GoalTrace& trace, const Mailboxes& mailboxes, ReplayProgram& program) {
  program.mailboxes = mailboxes.size();
  if (program.mailboxes == 0) return;
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank) {
    for (std::uint32_t k = trace.first[rank]; k < trace.first[rank + 1]; ++k) {
      trace.store()->tick();
      const GoalOperation& op = trace.operations[k];
      const std::uint32_t mailbox = op.kind == OperationKind::recv ? mailboxes.of(op, rank) : Mailboxes::kNone;
      if (mailbox == Mailboxes::kNone) continue;
      program.amount[k] = kFromMailbox + program.mailbox_receives.size();
      program.mailbox_receives.push_back({op.tag, k, op.peer, mailbox, op.any_tag});
    }
  }
}

}  // namespace

Picoseconds computation_time(std::uint64_t nanoseconds, const TraceTraffic& traffic) {
  // ns * 1000 * 2000 * ppb / (mhz * 10^9) = ns * ppb / (mhz * 500)
  const Uint128 divisor = static_cast<Uint128>(traffic.processor_mhz) * 500;
  const Uint128 product = static_cast<Uint128>(nanoseconds) * traffic.computation_ppb;
  const Uint128 time = (product + divisor / 2) / divisor;
  return time < kMaxPicoseconds ? static_cast<Picoseconds>(time) : kMaxPicoseconds;
}

ReplayProgram build_program(GoalTrace trace, const TraceTraffic& traffic) {
  if (traffic.processor_mhz == 0)
    throw InputError(ExperimentPart::processors, "the clock of the processors must be at least 1 MHz");
  trace = expand_collectives(std::move(trace), traffic.collectives);
  if (traffic.eager_bytes) trace = with_rendezvous(std::move(trace), *traffic.eager_bytes);
  const Mailboxes mailboxes(trace);
  const LargeArray<std::uint32_t> partner = match_messages(trace, mailboxes);
  ReplayProgram program(trace.store());
  program.dependencies = link_dependencies(trace);
  trace.dependencies.drop();
  check_order(trace, partner, program.dependencies);
  trace.places.drop();
  trace.labels.drop();

  program.ranks = trace.ranks;
  program.ranks_line = trace.ranks_line;
  program.ranks_column = trace.ranks_column;
  program.nic_line = trace.nic_line;
  program.nic_column = trace.nic_column;
  program.first = trace.first;
  add_operations(trace, traffic, program);
  add_messages(trace, partner, mailboxes, program);
  add_mailbox_receives(trace, mailboxes, program);
  return program;
}

ReplayProgram load_program(const TraceTraffic& traffic, const std::vector<int>& grid) {
  return build_program(traffic.collective ? collective_trace(*traffic.collective, grid, traffic.memory_bytes)
                                          : read_goal(traffic.file, traffic.memory_bytes),
                       traffic);
}

}  // namespace trenza::testbench
