// What a GOAL trace contains, in numbers.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "testbench/goal/goal_trace.h"
#include "testbench/goal/traffic_matrix.h"

namespace trenza::traces {

/// Collectives of one kind.
struct CollectiveCount {
  std::uint64_t records = 0;    ///< over all ranks
  std::uint64_t instances = 0;  ///< each counted once, on the first member of its communicator
};

struct GoalSummary {
  std::uint32_t ranks = 0;
  std::uint64_t calcs = 0;
  std::uint64_t sends = 0;
  std::uint64_t recvs = 0;
  std::uint64_t recvs_any_source = 0;
  std::uint64_t recvs_any_tag = 0;
  std::uint64_t dependencies = 0;
  std::uint64_t least_bytes = 0;  ///< of messages
  std::uint64_t most_bytes = 0;
  std::uint64_t self_messages = 0;
  std::vector<std::uint64_t> calc_ns;  ///< by rank
  testbench::TrafficMatrix matrix;
  std::map<std::string, CollectiveCount> collectives;  ///< by keyword
  std::uint64_t communicators = 0;                     ///< defined in the trace; that of all ranks is none of them
  std::uint64_t used_communicators = 0;                ///< by collectives

  std::uint64_t collective_records() const;
  std::uint64_t operations() const { return calcs + sends + recvs + collective_records(); }
};

/// Counts what a trace consists of, its collectives not expanded.
GoalSummary summarise_goal(const testbench::GoalTrace& trace);

/// Where the bytes of a trace go on a torus in which consecutive ranks fill row by row, the first size first.
struct Locality {
  std::uint64_t bytes = 0;       ///< in all
  std::uint64_t bytes_near = 0;  ///< at distance 1
  std::uint64_t byte_hops = 0;   ///< bytes times distance
  double share_near() const { return bytes == 0 ? 0 : static_cast<double>(bytes_near) / static_cast<double>(bytes); }
  double mean_distance() const { return bytes == 0 ? 0 : static_cast<double>(byte_hops) / static_cast<double>(bytes); }
};
/// Precondition: the product of the sizes is at least the number of ranks.
Locality locality(const testbench::TrafficMatrix& matrix, const std::vector<int>& sizes);

}  // namespace trenza::traces
