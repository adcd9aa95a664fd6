// Claims of "Task Mapping in Rectangular Twisted Tori", section 2.
#include <fmt/core.h>

#include <cmath>
#include <cstdlib>
#include <numeric>

#include "apps/claims/claim.h"
#include "graphs/metrics/breadth_first.h"
#include "graphs/metrics/summary.h"
#include "graphs/models/rt_routes.h"
#include "graphs/models/rt_rtt_model.h"
#include "topologies/mapping/mapping.h"
#include "topologies/rt_records.h"

namespace trenza::apps {

namespace {

using graphs::NetworkMetrics;
using graphs::RtKind;
using topologies::NodeId;

constexpr int kSmallestA = 2;
constexpr int kLargestA = 16;

NetworkMetrics metrics_of(RtKind kind, int a) {
  graphs::MetricOptions options;
  options.symmetry_nodes = 0;
  return graphs::measure(graphs::rt_network(kind, a), options);
}

/// Whether something is so for all a, or all even a.
template <typename Test>
bool for_sizes(Test test, int step = 1) {
  for (int a = kSmallestA; a <= kLargestA; a += step) {
    if (!test(a)) return false;
  }
  return true;
}

Finding rt_diameter() {
  const auto diameter = [](int a) { return metrics_of(RtKind::rt, a).distances.diameter; };
  const bool even = for_sizes([&](int a) { return diameter(a) == 3 * a / 2; }, 2);
  return judged(even, fmt::format("{} for a = 4, {} for a = 8; odd a: {} for a = 7, which is (3a - 1) / 2", diameter(4),
                                  diameter(8), diameter(7)));
}

Finding rt_mean() {
  const auto mean = [](int a) { return metrics_of(RtKind::rt, a).distances.mean_with_self; };
  const bool even = for_sizes([&](int a) { return std::fabs(mean(a) - 0.75 * a) < kEqual; }, 2);
  return judged(
      even,
      fmt::format("{:.4f} for a = 4, {:.4f} for a = 8, over all nodes; {:.4f} and {:.4f} over the others", mean(4),
                  mean(8), metrics_of(RtKind::rt, 4).distances.mean, metrics_of(RtKind::rt, 8).distances.mean));
}

Finding rtt_diameter() {
  const bool all = for_sizes([](int a) { return metrics_of(RtKind::rtt, a).distances.diameter == a; });
  return judged(all, fmt::format("{} every a from {} to {}", all ? "a for" : "not a for", kSmallestA, kLargestA));
}

Finding rtt_mean() {
  const auto exact = for_sizes(
      [](int a) { return std::fabs(metrics_of(RtKind::rtt, a).distances.mean_with_self - 2.0 * a / 3) < kEqual; });
  const auto between = for_sizes([](int a) {
    const auto distances = metrics_of(RtKind::rtt, a).distances;
    return distances.mean_with_self < 2.0 * a / 3 && 2.0 * a / 3 < distances.mean;
  });
  const auto four = metrics_of(RtKind::rtt, 4).distances;
  return judged(exact, between,
                fmt::format("{:.4f} over all nodes and {:.4f} over the others for a = 4: 2a/3 lies between",
                            four.mean_with_self, four.mean));
}

Finding per_dimension() {
  const auto near_to = [](RtKind kind, int a, double x, double y) {
    const NetworkMetrics metrics = metrics_of(kind, a);
    const double scale = metrics.distances.mean_with_self / metrics.distances.mean;
    return std::fabs(metrics.by_path->mean[0] * scale - x) + std::fabs(metrics.by_path->mean[1] * scale - y);
  };
  double worst = 0;
  for (int a = 2; a <= kLargestA; a += 2) {
    worst = std::max(worst, near_to(RtKind::rt, a, a / 2.0, a / 4.0));
  }
  const double rtt = near_to(RtKind::rtt, 4, 4.0 / 3, 4.0 / 3);
  constexpr double kRounding = 0.1;
  return judged(worst < kEqual && rtt < kEqual, worst < kEqual && rtt < kRounding,
                fmt::format("RT exactly a/2 and a/4 for even a, over all nodes; RTT(4): {:.4f} from a/3 in sum", rtt));
}

Finding symmetric(RtKind kind, bool node) {
  constexpr NodeId kLargest = 128;
  bool all = true;
  int last = 0;
  for (int a = 3; 2 * a * a <= kLargest; ++a) {  // a = 2 has parallel links
    const topologies::Network network = graphs::rt_network(kind, a);
    const auto result = node ? graphs::node_symmetric_exhaustive(network) : graphs::edge_symmetric_exhaustive(network);
    all = all && result.known && result.symmetric;
    last = a;
  }
  return judged(all,
                fmt::format("{} every a from 3 to {}, by search for automorphisms", all ? "yes for" : "not for", last));
}

Finding node_symmetry() {
  const Finding rt = symmetric(RtKind::rt, true);
  const Finding rtt = symmetric(RtKind::rtt, true);
  return judged(rt.verdict == Verdict::holds && rtt.verdict == Verdict::holds,
                "RT: " + rt.computed + "; RTT: " + rtt.computed);
}

Finding edge_symmetry() {
  const Finding rt = symmetric(RtKind::rt, false);
  const Finding rtt = symmetric(RtKind::rtt, false);
  return judged(rt.verdict == Verdict::fails && rtt.verdict == Verdict::holds,
                "RTT: " + rtt.computed + "; RT: " + rt.computed);
}

Finding link_numbers() {
  const auto right = [](int a) {
    const NetworkMetrics metrics = metrics_of(RtKind::rtt, a);
    std::vector<double> inside(2, 0);
    std::vector<double> outside(2, 0);
    for (const auto& one : metrics.link_classes)
      (one.kind == "mesh" ? inside : outside)[static_cast<std::size_t>(one.dimension)] += one.links;
    return metrics.links == 2 * metrics.nodes && inside[0] == 2 * a * a - a && inside[1] == 2 * a * a - 2 * a &&
           outside[0] == a && outside[1] == 2 * a;
  };
  const bool all = for_sizes(right);
  return judged(all, fmt::format("counted for every a from {} to {}", kSmallestA, kLargestA));
}

Finding records_are_minimal() {
  int wrong = 0;
  int pairs = 0;
  for (const RtKind kind : {RtKind::rt, RtKind::rtt}) {
    for (int a = kSmallestA; a <= kLargestA; ++a) {
      const topologies::Network network = graphs::rt_network(kind, a);
      graphs::BreadthFirst search(network);
      search.run(0);
      for (NodeId node = 0; node < network.nodes; ++node) {
        const auto records = kind == RtKind::rt ? topologies::rt_records(a, node % (2 * a), node / (2 * a))
                                                : topologies::rtt_records(a, node % (2 * a), node / (2 * a));
        for (const auto& record : records) {
          const int hops =
              std::accumulate(record.begin(), record.end(), 0, [](int sum, int x) { return sum + std::abs(x); });
          ++pairs;
          if (hops != search.distance(node)) ++wrong;
        }
      }
    }
  }
  return judged(wrong == 0,
                fmt::format("{} of {} records are too long, with a remainder that is never negative", wrong, pairs));
}

Finding ties() {
  const auto mapping = topologies::parse_mapping("id", {8, 4});
  const auto bound = [&](RtKind kind, graphs::RouteSplit split) {
    return graphs::RtRttModel(kind, 4, mapping, split).maximum_throughput(0);
  };
  const double one = bound(RtKind::rtt, graphs::RouteSplit::algorithm_xy);
  const double all = bound(RtKind::rtt, graphs::RouteSplit::path);
  return judged(
      one > all - kEqual,
      fmt::format("RTT(4), uniform traffic: {:.4f} with the one record and X before Y, {:.4f} with all", one, all));
}

Finding gain() {
  const auto ratio = [](int a) {
    return metrics_of(RtKind::rtt, a).uniform->throughput / metrics_of(RtKind::rt, a).uniform->throughput;
  };
  const bool all = for_sizes([&](int a) { return ratio(a) >= 1.5; });
  return judged(all, fmt::format("{:.4f} times for a = 2, {:.4f} for a = 4, {:.4f} for a = 8, {:.4f} for a = 16",
                                 ratio(2), ratio(4), ratio(8), ratio(16)));
}

Finding link_share() {
  // k_j = k_x |E_hj| / |E_h| is what link loads give; |E| in the place of |E_h| halves it.
  const auto mapping = topologies::parse_mapping("id", {8, 4});
  const double a = 4;
  const NetworkMetrics metrics = metrics_of(RtKind::rt, 4);
  const double k_x = metrics.by_path->mean[0];
  const double printed = k_x * (2 * a * a - a) / (4 * a * a);
  const double right = k_x * (2 * a * a - a) / (2 * a * a);
  const double load = metrics.uniform->largest_load * 2 * (2 * a * a - a) / metrics.nodes;
  return judged(std::fabs(printed - load) < kEqual,
                fmt::format("RT(4): links give {:.4f}; with |E| {:.4f}, with |E_h| {:.4f}", load, printed, right));
}

}  // namespace

ClaimGroup rtt_claims() {
  return {"Rectangular tori and rectangular twisted tori (RTT mapping paper, section 2)",
          {{"A1", "RT(a) has diameter 3a/2 (even a)", rt_diameter},
           {"A2", "RT(a) has mean distance 3a/4 (even a)", rt_mean},
           {"A3", "RTT(a) has diameter a", rtt_diameter},
           {"A4", "RTT(a) has mean distance 2a/3", rtt_mean},
           {"A5", "Mean distances per dimension: RT a/2 and a/4, RTT a/3 and a/3", per_dimension},
           {"A6", "RT and RTT are node-symmetric", node_symmetry},
           {"A7", "RTT is edge-symmetric, RT is not", edge_symmetry},
           {"A8", "There are 2N links: 2a^2 - a and 2a^2 - 2a inside rows and columns, a and 2a on the periphery",
            link_numbers},
           {"A9", "The routing algorithms give minimal records", records_are_minimal},
           {"A10", "One record for each destination carries uniform traffic as well as all minimal records do", ties},
           {"A11", "RTT carries 50 % more uniform traffic than RT", gain},
           {"A12", "The hops inside rows are k_x |E_hi| / |E|", link_share}}};
}

}  // namespace trenza::apps
