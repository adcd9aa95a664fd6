// Claims of "Peripheral twists for torus topologies with arbitrary aspect ratio".
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

#include "apps/claims/claim.h"
#include "graphs/metrics/commutation.h"
#include "graphs/metrics/node_symmetry.h"
#include "graphs/searches/twist_search.h"
#include "topologies/torus_network.h"

namespace trenza::apps {

namespace {

using graphs::Averaging;
using graphs::TwistMetric;
using graphs::TwistOptimum;
using graphs::TwistPoint;

constexpr int kRows = 12;
constexpr int kFirstColumns = 12;
constexpr int kLastColumns = 48;

/// The tori of the paper's figures: 12 rows, 12 to 48 columns, every twist.
class Sweep {
 public:
  Sweep() : found_(graphs::search_twists({kRows, kFirstColumns, kLastColumns, false})) {}

  const TwistOptimum& optimum(int columns, TwistMetric metric, Averaging averaging = Averaging::path) const {
    const bool any = metric == TwistMetric::diameter || metric == TwistMetric::mean_distance;
    const auto found = std::find_if(found_.optimums.begin(), found_.optimums.end(), [&](const TwistOptimum& one) {
      return one.columns == columns && one.metric == metric && one.averaging == (any ? Averaging::any : averaging);
    });
    return *found;
  }
  /// How many numbers of columns satisfy a test.
  int count(const std::function<bool(int)>& test, int first = kFirstColumns, int last = kLastColumns) const {
    int number = 0;
    for (int columns = first; columns <= last; ++columns) number += test(columns) ? 1 : 0;
    return number;
  }
  /// The greatest of a value, and where it is.
  std::pair<double, int> greatest(const std::function<double(int)>& value, int first = kFirstColumns,
                                  int last = kLastColumns) const {
    std::pair<double, int> best{-1, 0};
    for (int columns = first; columns <= last; ++columns) best = std::max(best, {value(columns), columns});
    return best;
  }

 private:
  graphs::TwistSearchResult found_;
};

using SweepTest = Finding (*)(const Sweep&);

constexpr int kSizes = kLastColumns - kFirstColumns + 1;

Finding mid_for_diameter(const Sweep& sweep) {
  const int best = sweep.count([&](int d) { return sweep.optimum(d, TwistMetric::diameter).mid_ratio() < 1 + kEqual; });
  return judged(best == kSizes, fmt::format("optimal for {} of {} sizes", best, kSizes));
}

Finding diameter_gain(const Sweep& sweep) {
  const auto [gain, columns] =
      sweep.greatest([&](int d) { return 1 - 1 / sweep.optimum(d, TwistMetric::diameter).no_twist_ratio(); });
  return judged(gain > 0.4, fmt::format("at most {:.1f} %, at {} columns", 100 * gain, columns));
}

Finding diameters_meet(const Sweep& sweep) {
  const TwistOptimum& two = sweep.optimum(24, TwistMetric::diameter);
  return judged(two.mid == two.value && two.rows_value == two.value,
                fmt::format("24 columns: {} with the best twist, {} with columns / 2, {} with rows", two.value, two.mid,
                            two.rows_value));
}

Finding mid_for_mean(const Sweep& sweep) {
  const int best = sweep.count(
      [&](int d) { return sweep.optimum(d, TwistMetric::mean_distance).mid_ratio() < 1 + kEqual; }, kFirstColumns, 36);
  const auto [worst, at] =
      sweep.greatest([&](int d) { return sweep.optimum(d, TwistMetric::mean_distance).mid_ratio(); });
  const auto [low, low_at] = sweep.greatest(
      [&](int d) { return sweep.optimum(d, TwistMetric::mean_distance).mid_ratio(); }, kFirstColumns, 36);
  constexpr double kDrawn = 0.0015;  // what a figure shows as equal
  return judged(low < 1 + kDrawn, fmt::format("optimal for {} of 25 sizes up to 3:1, there at most {:.2f} % off (at "
                                              "{}); at most {:.2f} % off at {} columns",
                                              best, 100 * (low - 1), low_at, 100 * (worst - 1), at));
}

Finding mean_gain(const Sweep& sweep) {
  const double first = sweep.optimum(kFirstColumns, TwistMetric::mean_distance).no_twist_ratio() - 1;
  const double last = sweep.optimum(kLastColumns, TwistMetric::mean_distance).no_twist_ratio() - 1;
  return judged(first > 0.04 && last > 0.39, fmt::format("{:.1f} % at {} columns, {:.1f} % at {}", 100 * first,
                                                         kFirstColumns, 100 * last, kLastColumns));
}

Finding rows_for_mean(const Sweep& sweep) {
  const auto ratio = [&](int d) { return sweep.optimum(d, TwistMetric::mean_distance).rows_ratio() - 1; };
  const double below = sweep.greatest(ratio, kFirstColumns, 35).first;
  return judged(below < 0.05 && ratio(kLastColumns) > 0.13 && ratio(kLastColumns) < 0.145,
                fmt::format("at most {:.2f} % below 3:1; {:.2f} % at {} columns", 100 * below,
                            100 * ratio(kLastColumns), kLastColumns));
}

Finding untwisted_load(const Sweep& sweep) {
  const double ratio = sweep.optimum(kLastColumns, TwistMetric::largest_dimension_mean).no_twist_ratio();
  return judged(ratio > 1.8, fmt::format("{:.3f} times at {} columns", ratio, kLastColumns));
}

Finding rules_of_thumb(const Sweep& sweep) {
  const auto worse = [&](int d) {
    const TwistOptimum& one = sweep.optimum(d, TwistMetric::largest_dimension_mean);
    return std::max(one.mid_ratio(), one.rows_ratio()) - 1;
  };
  const auto [all, at] = sweep.greatest(worse);
  const auto [below, below_at] = sweep.greatest(worse, kFirstColumns, 35);
  return judged(all <= 0.1 && below <= 0.05, fmt::format("up to {:.1f} % off (at {}), below 3:1 {:.1f} % (at {})",
                                                         100 * all, at, 100 * below, below_at));
}

Finding linear_imbalance(const Sweep& sweep) {
  const auto value = [&](int d) { return sweep.optimum(d, TwistMetric::imbalance).no_twist; };
  const double first = value(24) - value(12);
  const double last = value(48) - value(36);
  constexpr double kStraight = 0.1;
  return judged(std::fabs(last - first) < kStraight * first,
                fmt::format("1:1 {:.3f}, 2:1 {:.3f}, 3:1 {:.3f}, 4:1 {:.3f}: it flattens", value(12), value(24),
                            value(36), value(48)));
}

Finding rows_for_imbalance(const Sweep& sweep) {
  const auto off = [&](Averaging averaging) {
    return sweep.greatest(
        [&, averaging](int d) {
          const TwistOptimum& one = sweep.optimum(d, TwistMetric::imbalance, averaging);
          return one.rows_ratio() - 1;
        },
        24);
  };
  const auto [record, record_at] = off(Averaging::record);
  const auto [path, path_at] = off(Averaging::path);
  constexpr double kNear = 0.01;
  return judged(std::max(record, path) < kEqual, std::max(record, path) < kNear,
                fmt::format("averaged over records at most {:.2f} % off (at {}), over paths {:.2f} % (at {})",
                            100 * record, record_at, 100 * path, path_at));
}

Finding best_twist_falls(const Sweep& sweep) {
  const auto twist = [&](int d) { return sweep.optimum(d, TwistMetric::largest_dimension_mean).twists.front(); };
  return judged(twist(24) == 12 && twist(36) < 18 && twist(48) < 24,
                fmt::format("16 columns: {}, 24: {}, 36: {}, 48: {}", twist(16), twist(24), twist(36), twist(48)));
}

Finding other_twist(const Sweep& sweep) {
  // The wraparound of x that shifts y is the torus with rows and columns exchanged.
  int better = 0;
  for (int columns = kFirstColumns; columns <= kLastColumns; columns += 6) {
    for (int twist = 0; twist < kRows; ++twist) {
      const TwistPoint point = graphs::measure_twist(kRows, columns, twist);
      const bool best =
          point.diameter < sweep.optimum(columns, TwistMetric::diameter).value - kEqual ||
          point.mean < sweep.optimum(columns, TwistMetric::mean_distance).value - kEqual ||
          point.by_path.largest() < sweep.optimum(columns, TwistMetric::largest_dimension_mean).value - kEqual ||
          point.by_path.imbalance() < sweep.optimum(columns, TwistMetric::imbalance).value - kEqual;
      better += best ? 1 : 0;
    }
  }
  return judged(better == 0,
                fmt::format("{} twists of x over y better in any metric, 12 to 48 columns in steps of 6", better));
}

/// The twists that are best in all four metrics.
bool has_common_optimum(const Sweep& sweep, int columns) {
  std::vector<int> common = sweep.optimum(columns, TwistMetric::diameter).twists;
  for (const TwistMetric metric :
       {TwistMetric::mean_distance, TwistMetric::largest_dimension_mean, TwistMetric::imbalance}) {
    const std::vector<int>& twists = sweep.optimum(columns, metric).twists;
    std::vector<int> both;
    std::set_intersection(common.begin(), common.end(), twists.begin(), twists.end(), std::back_inserter(both));
    common = both;
  }
  return !common.empty();
}

Finding no_single_optimum(const Sweep& sweep) {
  const int sizes = sweep.count([&](int d) { return has_common_optimum(sweep, d); });
  return judged(sizes < kSizes, fmt::format("one twist is best in all four metrics at {} of {} sizes", sizes, kSizes));
}

Finding two_to_one(const Sweep& sweep) {
  int best = 0;
  for (const TwistMetric metric : {TwistMetric::diameter, TwistMetric::mean_distance,
                                   TwistMetric::largest_dimension_mean, TwistMetric::imbalance}) {
    const auto& twists = sweep.optimum(24, metric).twists;
    best += std::count(twists.begin(), twists.end(), kRows) > 0 ? 1 : 0;
  }
  return judged(best == 4, fmt::format("24 columns: twist 12 is best in {} of 4 metrics", best));
}

/// Every set of twists of small tori of three dimensions, those with a dimension that twists and is twisted.
struct ConflictCount {
  int sets = 0;
  int commuting = 0;
  int symmetric = 0;
};

ConflictCount conflicts(const std::vector<int>& sizes) {
  ConflictCount count;
  for (int xy = 1; xy < sizes[1]; ++xy) {
    for (int yz = 1; yz < sizes[2]; ++yz) {
      const topologies::Network network = topologies::torus_network("", sizes, {{0, 1, xy}, {1, 2, yz}});
      ++count.sets;
      count.commuting += graphs::steps_commute(network) ? 1 : 0;
      const auto result = graphs::node_symmetric_exhaustive(network);
      count.symmetric += result.known && result.symmetric ? 1 : 0;
    }
  }
  return count;
}

Finding conflicting_steps() {
  const ConflictCount three = conflicts({3, 3, 3});
  const ConflictCount mixed = conflicts({4, 3, 4});
  return judged(three.commuting + mixed.commuting == 0,
                fmt::format("{} of {} sets of t_xy, t_yz on 3x3x3 and 4x3x4 commute", three.commuting + mixed.commuting,
                            three.sets + mixed.sets));
}

Finding conflicting_symmetry() {
  const ConflictCount three = conflicts({3, 3, 3});
  const ConflictCount two = conflicts({3, 2, 2});
  return judged(three.symmetric + two.symmetric == 0,
                fmt::format("3x3x3: {} of {} are node-symmetric; 3x2x2, with sizes of 2: {} of {}", three.symmetric,
                            three.sets, two.symmetric, two.sets));
}

Finding mutual_twists() {
  const topologies::Network network = topologies::torus_network("", {4, 4}, {{0, 1, 3}, {1, 0, 1}});
  const auto result = graphs::node_symmetric_exhaustive(network);
  return judged(result.known && !result.symmetric, fmt::format("4x4, t_xy = -1, t_yx = 1: {}", result.why));
}

/// Where both orders of a step in x+ and a step in y+ lead to from the source of the proof, on sizes d_x x d_y.
struct ProofEnds {
  std::vector<int> x_first;
  std::vector<int> y_first;
};

ProofEnds proof_ends(int columns, int rows, int t_xy, int t_yx) {
  const topologies::Network network = topologies::torus_network("", {columns, rows}, {{0, 1, t_xy}, {1, 0, t_yx}});
  constexpr topologies::PortId kX = 0;
  constexpr topologies::PortId kY = 2;
  const topologies::NodeId source = columns - 1 + columns * (rows - t_xy - 1);
  const auto coordinates = [&](topologies::NodeId node) { return std::vector<int>{node % columns, node / columns}; };
  return {coordinates(network.neighbour(network.neighbour(source, kX), kY)),
          coordinates(network.neighbour(network.neighbour(source, kY), kX))};
}

Finding proof_destinations() {
  constexpr int kProvedColumns = 7;
  constexpr int kProofRows = 5;
  int cases = 0;
  int printed = 0;
  int corrected = 0;
  for (int t_xy = 1; t_xy < kProofRows; ++t_xy) {
    for (int t_yx = 1; t_yx < kProvedColumns; ++t_yx) {
      const ProofEnds ends = proof_ends(kProvedColumns, kProofRows, t_xy, t_yx);
      ++cases;
      const bool other = ends.y_first == std::vector<int>{0, 0};
      printed += other && ends.x_first == std::vector<int>{t_xy, 0} ? 1 : 0;
      corrected += other && ends.x_first == std::vector<int>{t_yx, 0} ? 1 : 0;
    }
  }
  return judged(printed == cases,
                fmt::format("7x5, every t_xy, t_yx: (t_IJ, 0) and (0, 0) in {} of {} cases, (t_JI, 0) "
                            "and (0, 0) in {}",
                            printed, cases, corrected));
}

}  // namespace

ClaimGroup twist_claims() {
  const auto sweep = std::make_shared<std::unique_ptr<Sweep>>();
  const auto on = [sweep](SweepTest test) {
    return [sweep, test] {
      if (!*sweep) *sweep = std::make_unique<Sweep>();
      return test(**sweep);
    };
  };
  return {
      "Twisted tori of any aspect ratio (peripheral twist paper), 12 rows and 12 to 48 columns",
      {{"B1", "The twist columns / 2 always has the least diameter", on(mid_for_diameter)},
       {"B2", "A twist makes the diameter more than 40 % shorter", on(diameter_gain)},
       {"B3", "At 2:1 the best twist, columns / 2 and rows have the same diameter", on(diameters_meet)},
       {"B4", "Up to 3:1 the twist columns / 2 has the least mean distance", on(mid_for_mean)},
       {"B5", "The mean distance of the plain torus is longer by 5 % (1:1) to 40 % (4:1)", on(mean_gain)},
       {"B6", "The twist rows is within 5 % of the least mean distance below 3:1, 14 % off at 4:1", on(rows_for_mean)},
       {"B7", "The longest mean distance per dimension of the plain torus is more than 80 % longer at 4:1",
        on(untwisted_load)},
       {"B8", "In it columns / 2 and rows are within 10 % of the best twist, within 5 % below 3:1", on(rules_of_thumb)},
       {"B9", "The imbalance of the plain torus grows linearly with the aspect ratio", on(linear_imbalance)},
       {"B10", "From 2:1 on the twist rows has the least imbalance", on(rows_for_imbalance)},
       {"B11", "The best twist in it is columns / 2 at 2:1 and smaller than that beyond", on(best_twist_falls)},
       {"B12", "A twist of the rows does no better than one of the columns", on(other_twist)},
       {"B13", "No rule gives a twist that is best in all metrics at every size", on(no_single_optimum)},
       {"B14", "At 2:1 the twist rows is best in every metric", on(two_to_one)},
       {"B15", "Where a dimension twists and is twisted, steps do not commute", conflicting_steps},
       {"B16", "Where a dimension twists and is twisted, the network is not node-symmetric", conflicting_symmetry},
       {"B17", "The 4x4 torus with two mutual twists is not node-symmetric", mutual_twists},
       {"B18", "In the proof for two mutual twists (I = K) the two orders lead to (t_IJ, 0) and (0, 0)",
        proof_destinations}}};
}

}  // namespace trenza::apps
