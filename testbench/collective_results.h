// How fast a collective was.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "microarch/fabric.h"
#include "testbench/experiment.h"

namespace trenza::testbench {

/// The speed of a collective, in the terms of NCCL's tests: the algorithm bandwidth is the size of the data of a member
/// over the time, and the bus bandwidth is what each member must send or receive at least, over the time; it can be
/// compared with the bandwidth of the links of a node whatever the number of members.
struct CollectiveResults {
  std::string kind;
  std::string algorithm;
  std::uint64_t members = 0;  ///< of a group
  std::uint64_t groups = 0;
  std::uint64_t repetitions = 0;
  double cycles = 0;               ///< of one repetition, on average
  double algorithm_bandwidth = 0;  ///< 10^9 bytes/s
  double bus_bandwidth = 0;        ///< 10^9 bytes/s
  /// What no algorithm can exceed: what a node can send and receive in packets of the largest size; for all_to_all of
  /// all processes also the bound of uniform traffic on minimal paths.
  double bus_bandwidth_bound = 0;
};

/// None for a barrier, for groups of one member, and for other traffic.
std::optional<CollectiveResults> collective_results(const Experiment& experiment, const microarch::Fabric& fabric,
                                                    std::uint64_t execution_picoseconds);

}  // namespace trenza::testbench
