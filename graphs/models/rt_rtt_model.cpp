#include "graphs/models/rt_rtt_model.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "topologies/topology_error.h"

namespace trenza::graphs {

namespace {

void check_alpha(double alpha) {
  if (alpha >= 0 && alpha <= 1) return;
  throw topologies::TopologyError(
      fmt::format("alpha, the fraction of local traffic, is {}; it must be from 0 to 1", alpha));
}

void check_grid(const topologies::Mapping& mapping) {
  if (mapping.process_grid.empty() || mapping.process_grid.size() == 2) return;
  throw topologies::TopologyError(
      fmt::format("mapping {}: the process grid has {} dimensions; the model of RT and RTT is for 2", mapping.name,
                  mapping.process_grid.size()));
}

}  // namespace

RtRttModel::RtRttModel(RtKind kind, int a, const topologies::Mapping& mapping, RouteSplit split, LogicalGrid grid)
    : network_(rt_network(kind, a)),
      concentration_(mapping.concentration),
      processes_(static_cast<double>(mapping.processes())) {
  check_grid(mapping);
  local_ = dilation(network_, mapping, *rt_routes(network_, kind, a, split), grid);
  std::vector<Demand> all;
  for (topologies::NodeId node = 1; node < network_.nodes; ++node) all.push_back({node, 1.0});
  const auto uniform = rt_routes(network_, kind, a, split);
  uniform->add(0, all);
  for (std::size_t link = 0; link < uniform->loads().size(); ++link)
    hops_to_all_[link % kPorts] += uniform->loads()[link];
}

double RtRttModel::uniform_rate(UniformOver over) const {
  return concentration_ / (over == UniformOver::others ? processes_ - 1 : processes_);
}

double RtRttModel::base_latency(double alpha, UniformOver over) const {
  check_alpha(alpha);
  double uniform = 0;
  for (const double hops : hops_to_all_) uniform += hops;
  return alpha * local_.mean + (1 - alpha) * uniform_rate(over) * uniform;
}

double RtRttModel::max_link_load(double alpha, UniformOver over) const {
  check_alpha(alpha);
  const double rate = (1 - alpha) * uniform_rate(over);
  double most = 0;
  for (std::size_t link = 0; link < local_.link_loads.size(); ++link) {
    most = std::max(most, alpha * local_.link_loads[link] + rate * hops_to_all_[link % kPorts]);
  }
  return most;
}

double RtRttModel::maximum_throughput(double alpha, UniformOver over) const {
  const double most = max_link_load(alpha, over);
  return most > 0 ? 1 / most : std::numeric_limits<double>::infinity();
}

double RtRttModel::dimension_bound(double alpha, UniformOver over) const {
  check_alpha(alpha);
  const double rate = (1 - alpha) * uniform_rate(over);
  constexpr std::size_t kChannels = 2;  // of a node in a dimension, and classes of links
  double most = 0;
  for (std::size_t first = 0; first < kPorts; first += kChannels) {
    const double local = local_.classes[first].mean_hops + local_.classes[first + 1].mean_hops;
    most = std::max(most, alpha * local + rate * (hops_to_all_[first] + hops_to_all_[first + 1]));
  }
  return most > 0 ? kChannels / most : std::numeric_limits<double>::infinity();
}

DemandMatrix mixed_demands(topologies::NodeId nodes, const topologies::Mapping& mapping, double alpha,
                           UniformOver over) {
  check_alpha(alpha);
  const auto node_of = [&](std::int64_t process) { return mapping.node_of_process[static_cast<std::size_t>(process)]; };
  DemandMatrix demands(static_cast<std::size_t>(nodes));
  const auto processes = static_cast<double>(mapping.processes());
  const double partners = over == UniformOver::others ? processes - 1 : processes;
  const double uniform = (1 - alpha) * mapping.concentration / partners;
  for (topologies::NodeId from = 0; from < nodes; ++from) {
    for (topologies::NodeId to = 0; to < nodes; ++to) {
      if (to != from) demands[static_cast<std::size_t>(from)].push_back({to, uniform});
    }
  }
  const double weight = alpha / (mapping.concentration * 2.0 * static_cast<double>(mapping.process_grid.size()));
  each_logical_neighbour(mapping, LogicalGrid::torus, [&](std::int64_t process, std::int64_t neighbour) {
    if (node_of(process) != node_of(neighbour))
      demands[static_cast<std::size_t>(node_of(process))].push_back({node_of(neighbour), weight});
  });
  return demands;
}

IdealSplit rt_rtt_ideal_throughput(RtKind kind, int a, const topologies::Mapping& mapping, double alpha,
                                   UniformOver over) {
  const topologies::Network network = rt_network(kind, a);
  check_grid(mapping);
  if (std::int64_t{network.nodes} * mapping.concentration != mapping.processes())
    throw topologies::TopologyError(
        fmt::format("mapping {}: {} processes, {} to a node, are not for the {} nodes of {}", mapping.name,
                    mapping.processes(), mapping.concentration, network.nodes, network.name));
  return ideal_split(network, mixed_demands(network.nodes, mapping, alpha, over));
}

std::optional<RtRttClosedForm> rt_rtt_closed_form(RtKind kind, int a, const topologies::Mapping& mapping,
                                                  double alpha) {
  check_alpha(alpha);
  if (a < 2) throw topologies::TopologyError(fmt::format("{}: a is {}; it must be at least 2", rt_name(kind, a), a));
  /// tau = dilation alpha + k (1 - alpha) with k of Table 1; max_th = 4 / (local alpha + uniform (1 - alpha)).
  struct Known {
    RtKind kind;
    const char* mapping;
    double dilation;
    double local;
  };
  const std::array<Known, 7> known = {{
      {RtKind::rt, "id", 1.0, 1.0},                       // 3.3.1
      {RtKind::rtt, "id", 1.5 - 1.0 / a, 2.0},            // 3.3.2
      {RtKind::rtt, "f_d", 1.5, 2.0},                     // 3.3.3
      {RtKind::rt, "f_v(2)", 0.75, 1.0},                  // 3.4.1
      {RtKind::rtt, "f_v(2)", 1.0 - 1.0 / (2 * a), 1.0},  // 3.4.2
      {RtKind::rtt, "f_d . f_v(2)", 1.0, 1.5},            // 3.4.3
      {RtKind::rtt, "f_t(2)", 1.0, 1.0},                  // 3.4.4
  }};
  const double distance = kind == RtKind::rt ? 3.0 * a / 4 : 2.0 * a / 3;
  const double uniform = kind == RtKind::rt ? 1.0 * a : 2.0 * a / 3;  // 2 max(k_x, k_y)
  for (const Known& form : known) {
    if (form.kind != kind) continue;
    const topologies::Mapping paper = topologies::parse_mapping(form.mapping, {2 * a, a});
    if (paper.process_grid != mapping.process_grid || paper.node_of_process != mapping.node_of_process) continue;
    return RtRttClosedForm{alpha * form.dilation + (1 - alpha) * distance,
                           4 / (alpha * form.local + (1 - alpha) * uniform)};
  }
  return std::nullopt;
}

}  // namespace trenza::graphs
