#include "testbench/goal/traffic_matrix.h"

#include <limits>
#include <map>
#include <utility>

#include "testbench/input_error.h"

namespace trenza::testbench {

std::uint64_t TrafficMatrix::messages() const {
  std::uint64_t sum = 0;
  for (const TrafficEntry& entry : entries) sum += entry.messages;
  return sum;
}

std::uint64_t TrafficMatrix::bytes() const {
  std::uint64_t sum = 0;
  for (const TrafficEntry& entry : entries) sum += entry.bytes;
  return sum;
}

TrafficMatrix traffic_matrix(const GoalTrace& trace) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, TrafficEntry> pairs;
  std::uint64_t left = std::numeric_limits<std::uint64_t>::max();
  for (std::uint32_t rank = 0; rank < trace.ranks; ++rank) {
    for (std::uint32_t k = trace.first[rank]; k < trace.first[rank + 1]; ++k) {
      const GoalOperation& operation = trace.operations[k];
      trace.store()->tick();
      if (operation.kind != OperationKind::send) continue;
      if (operation.amount > left)
        throw InputError(trace.position(k), "the bytes of all sends up to this one do not fit 64 bits");
      left -= operation.amount;
      TrafficEntry& entry = pairs[{rank, operation.peer}];
      ++entry.messages;
      entry.bytes += operation.amount;
    }
  }
  TrafficMatrix matrix;
  matrix.ranks = trace.ranks;
  for (auto& [pair, entry] : pairs) {
    entry.from = pair.first;
    entry.to = pair.second;
    matrix.entries.push_back(entry);
  }
  return matrix;
}

}  // namespace trenza::testbench
