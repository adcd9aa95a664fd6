#include "testbench/collective_results.h"

#include <algorithm>
#include <limits>

#include "microarch/parameters.h"
#include "testbench/collectives/algorithm.h"
#include "testbench/goal/collective_trace.h"
#include "testbench/uniform_bound.h"

namespace trenza::testbench {

namespace {

/// Bytes of a member's data, and of those that it has to send or receive.
struct Sizes {
  double data = 0;
  double moved = 0;
};

Sizes sizes_of(const CollectiveTraffic& traffic, double members) {
  const auto bytes = static_cast<double>(traffic.bytes);
  switch (traffic.kind) {
    case CollectiveKind::all_reduce:
      return {bytes, 2 * (members - 1) / members * bytes};
    case CollectiveKind::bcast:
    case CollectiveKind::reduce:
    case CollectiveKind::scan:
      return {bytes, bytes};
    default:  // a part for, or of, each member
      return {members * bytes, (members - 1) * bytes};
  }
}

/// Phits a cycle that a node can send and receive.
double node_bound(const microarch::Fabric& fabric) {
  const topologies::Graph& graph = fabric.topology().graph();
  int links = std::numeric_limits<int>::max();
  for (topologies::NodeId node = 0; node < graph.nodes(); ++node) {
    int used = 0;
    for (topologies::PortId port = 0; port < graph.ports(); ++port) used += graph.has_out(node, port) ? 1 : 0;
    links = std::min(links, used);
  }
  return std::min({links, injection_limit(fabric.parameters(), 1), ejection_limit(fabric.parameters())});
}

/// Phits a cycle that the channels carry of what all nodes send to all; infinite if it is not known.
double all_to_all_bound(const Experiment& experiment, const microarch::Fabric& fabric) {
  const auto bound = is_even(experiment.mapping, fabric.topology().graph().nodes())
                         ? uniform_bound(fabric.topology(), fabric.parameters(), {})
                         : std::nullopt;
  return bound ? bound->load : std::numeric_limits<double>::infinity();
}

}  // namespace

std::optional<CollectiveResults> collective_results(const Experiment& experiment, const microarch::Fabric& fabric,
                                                    std::uint64_t execution_picoseconds) {
  if (!experiment.trace || !experiment.trace->collective || execution_picoseconds == 0) return std::nullopt;
  const CollectiveTraffic& traffic = *experiment.trace->collective;
  const std::vector<int>& grid = experiment.process_grid.empty() ? fabric.topology().sizes() : experiment.process_grid;
  const auto groups = process_groups(grid, traffic.dimensions);
  const std::size_t members = groups.front().size();
  if (traffic.kind == CollectiveKind::barrier || members < 2) return std::nullopt;

  CollectiveResults results;
  results.kind = facts_of(traffic.kind).name;
  Collective what;
  what.kind = traffic.kind;
  what.members = static_cast<std::uint32_t>(members);
  what.root = traffic.root;
  what.bytes = traffic.bytes;
  const std::string& chosen = experiment.trace->collectives[static_cast<std::size_t>(traffic.kind)];
  results.algorithm = chosen.empty() ? usual_algorithm(what).name : chosen;
  results.members = members;
  results.groups = groups.size();
  results.repetitions = traffic.repetitions;
  const double picoseconds = static_cast<double>(execution_picoseconds) / static_cast<double>(traffic.repetitions);
  const auto cycle = static_cast<double>(experiment.link.cycle_picoseconds());
  results.cycles = picoseconds / cycle;
  const Sizes sizes = sizes_of(traffic, static_cast<double>(members));
  constexpr double kGigabytes = 1e3;  // a byte in a picosecond is 1000 GB/s
  results.algorithm_bandwidth = kGigabytes * sizes.data / picoseconds;
  results.bus_bandwidth = kGigabytes * sizes.moved / picoseconds;
  double phits = node_bound(fabric);
  if (traffic.kind == CollectiveKind::all_to_all && groups.size() == 1)
    phits = std::min(phits, all_to_all_bound(experiment, fabric));
  const int flits = fabric.parameters().max_packet_flits;
  results.bus_bandwidth_bound =
      kGigabytes * phits * experiment.link.phit_bytes * (flits - 1) / (static_cast<double>(flits) * cycle);
  return results;
}

}  // namespace trenza::testbench
