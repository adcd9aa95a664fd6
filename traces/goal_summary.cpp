#include "traces/goal_summary.h"

#include <algorithm>
#include <set>
#include <utility>

namespace trenza::traces {

using testbench::GoalOperation;
using testbench::OperationKind;

namespace {

void count_send(const GoalOperation& op, std::uint32_t rank, GoalSummary& summary) {
  summary.least_bytes = summary.sends == 0 ? op.amount : std::min(summary.least_bytes, op.amount);
  summary.most_bytes = std::max(summary.most_bytes, op.amount);
  ++summary.sends;
  if (op.peer == rank) ++summary.self_messages;
}

void count_receive(const GoalOperation& op, GoalSummary& summary) {
  ++summary.recvs;
  if (op.peer == testbench::kAnyRank) ++summary.recvs_any_source;
  if (op.any_tag) ++summary.recvs_any_tag;
}

}  // namespace

std::uint64_t GoalSummary::collective_records() const {
  std::uint64_t all = 0;
  for (const auto& [name, count] : collectives) all += count.records;
  return all;
}

GoalSummary summarise_goal(const testbench::GoalTrace& trace) {
  GoalSummary summary;
  summary.ranks = trace.ranks;
  summary.dependencies = trace.dependencies.size();
  summary.calc_ns.resize(trace.ranks);
  std::set<std::uint32_t> used;
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank) {
    for (std::uint32_t k = trace.first[rank]; k < trace.first[rank + 1]; ++k) {
      trace.store()->tick();
      const GoalOperation& op = trace.operations[k];
      switch (op.kind) {
        case OperationKind::calc:
          summary.calc_ns[rank] += op.amount;
          ++summary.calcs;
          break;
        case OperationKind::send:
          count_send(op, rank, summary);
          break;
        case OperationKind::recv:
          count_receive(op, summary);
          break;
        case OperationKind::collective: {
          CollectiveCount& count = summary.collectives[testbench::facts_of(op.collective).keyword];
          ++count.records;
          if (trace.communicators[op.peer].ranks.front() == rank) ++count.instances;
          used.insert(op.peer);
          break;
        }
      }
    }
  }
  summary.matrix = traffic_matrix(trace);
  if (!trace.communicators.empty()) summary.communicators = trace.communicators.size() - 1;
  summary.used_communicators = used.size();
  return summary;
}

Locality locality(const testbench::TrafficMatrix& matrix, const std::vector<int>& sizes) {
  Locality result;
  for (const testbench::TrafficEntry& entry : matrix.entries) {
    std::uint32_t from = entry.from;
    std::uint32_t to = entry.to;
    std::uint64_t distance = 0;
    for (const int size : sizes) {
      const auto span = static_cast<std::uint32_t>(size);
      const std::uint32_t apart = (from % span + span - to % span) % span;
      distance += std::min(apart, span - apart);
      from /= span;
      to /= span;
    }
    result.bytes += entry.bytes;
    if (distance == 1) result.bytes_near += entry.bytes;
    result.byte_hops += entry.bytes * distance;
  }
  return result;
}

}  // namespace trenza::traces
