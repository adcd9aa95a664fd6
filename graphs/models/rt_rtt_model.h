// Base latency and maximum throughput of RT(a) and RTT(a) for applications that talk to neighbours and to all. Source:
// "Task Mapping in Rectangular Twisted Tori", sections 3.1 to 3.4.
//
// A fraction alpha of what a process sends goes in equal parts to its neighbours in the logical grid of the mapping
// (four in a torus, as in the paper), the rest uniformly to all processes. Messages within a node travel no hop. Rates
// are phits per cycle and node, all processes of a node together; latencies are hops.
#pragma once

#include <array>
#include <optional>

#include "graphs/mapping/dilation.h"
#include "graphs/mapping/ideal_split.h"
#include "graphs/models/rt_routes.h"
#include "topologies/mapping/mapping.h"

namespace trenza::graphs {

/// The destinations of the uniform part of the traffic.
enum class UniformOver {
  others,  ///< the P - 1 other processes
  all,     ///< all P processes, the sender too
};

/// The model by enumeration of the routes: any mapping, any a.
class RtRttModel {
 public:
  /// Throws TopologyError for a < 2, networks that are too large, a mapping for another number of nodes or without a
  /// process grid of two dimensions.
  RtRttModel(RtKind kind, int a, const topologies::Mapping& mapping, RouteSplit split = RouteSplit::path,
             LogicalGrid grid = LogicalGrid::torus);

  /// The neighbour traffic alone, alpha = 1. Its link classes are E_hi, E_hp, E_vi, E_vp, in this order, with tau_j.
  const Dilation& local() const { return local_; }

  /// Mean hops (tau). Throws TopologyError unless 0 <= alpha <= 1; so do the next two.
  double base_latency(double alpha, UniformOver over = UniformOver::others) const;
  /// Greatest load of a channel per unit that each node sends.
  double max_link_load(double alpha, UniformOver over = UniformOver::others) const;
  /// 1 / max_link_load; infinite if nothing leaves a node.
  double maximum_throughput(double alpha, UniformOver over = UniformOver::others) const;
  /// The bound if all links of a dimension carried the same: 2 / max(tau_h, tau_v).
  double dimension_bound(double alpha, UniformOver over = UniformOver::others) const;

 private:
  static constexpr std::size_t kPorts = 4;

  /// Part of a node's uniform traffic that goes to one other node.
  double uniform_rate(UniformOver over) const;

  topologies::Network network_;
  double concentration_ = 0;
  double processes_ = 0;
  Dilation local_;
  /// Hops from a node to all nodes, one message each, by port. Nodes are alike, so this is also the load that one
  /// message from every node to every node puts on each channel of a port.
  std::array<double, kPorts> hops_to_all_{};
};

/// What every node sends for a share alpha of local traffic, per unit that it sends; what stays in the node is part of
/// the unit and no demand. The mapping may be for any network with these nodes. Throws TopologyError unless 0 <= alpha
/// <= 1, and for a mapping without a process grid.
DemandMatrix mixed_demands(topologies::NodeId nodes, const topologies::Mapping& mapping, double alpha,
                           UniformOver over = UniformOver::others);

/// The throughput with the best split of traffic over all shortest paths, in place of the even one of RtRttModel.
/// Throws TopologyError as RtRttModel does.
IdealSplit rt_rtt_ideal_throughput(RtKind kind, int a, const topologies::Mapping& mapping, double alpha,
                                   UniformOver over = UniformOver::others);

/// The results of the paper's formulas.
struct RtRttClosedForm {
  double base_latency = 0;        ///< tau
  double maximum_throughput = 0;  ///< max_th
};

/// The closed forms of sections 3.3 and 3.4, which exist for: RT with id and f_v(2); RTT with id, f_d, f_v(2),
/// f_d . f_v(2) and f_t(2), however they are written. None for other mappings. They use the averages of Table 1 (hops
/// to all nodes; approximate for RTT and for odd a). Throws TopologyError unless 0 <= alpha <= 1 and a >= 2.
std::optional<RtRttClosedForm> rt_rtt_closed_form(RtKind kind, int a, const topologies::Mapping& mapping, double alpha);

}  // namespace trenza::graphs
