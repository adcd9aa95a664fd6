#include "graphs/searches/twist_search.h"

#include <algorithm>
#include <cstdlib>

#include "topologies/topology_error.h"

namespace trenza::graphs {

namespace {

/// Two values of a metric are the same optimum.
constexpr double kSameOptimum = 1e-9;

/// Pascal's triangle up to a row.
class Binomials {
 public:
  explicit Binomials(int last) : rows_(static_cast<std::size_t>(last + 1) * static_cast<std::size_t>(last + 2) / 2, 1) {
    for (int n = 2; n <= last; ++n) {
      for (int k = 1; k < n; ++k) rows_[index(n, k)] = (*this)(n - 1, k - 1) + (*this)(n - 1, k);
    }
  }
  double operator()(int n, int k) const { return rows_[index(n, k)]; }

 private:
  static std::size_t index(int n, int k) {
    return static_cast<std::size_t>(n) * static_cast<std::size_t>(n + 1) / 2 + static_cast<std::size_t>(k);
  }
  std::vector<double> rows_;
};

void check_sides(int columns, int rows) {
  for (const int side : {columns, rows}) {
    if (side >= 2) continue;
    throw topologies::TopologyError("a torus of " + std::to_string(columns) + " columns and " + std::to_string(rows) +
                                    " rows given; both must be at least 2");
  }
  if (std::int64_t{columns} + rows <= kMaxTwistSearchSides) return;
  throw topologies::TopologyError("a torus of " + std::to_string(columns) + " columns and " + std::to_string(rows) +
                                  " rows given; the search takes at most " + std::to_string(kMaxTwistSearchSides) +
                                  " columns and rows together");
}

/// Measures points; keeps its memory from point to point.
class TwistMeter {
 public:
  /// For sides whose sum is at most `sides`: no shortest way is longer than half of it.
  explicit TwistMeter(int sides) : paths_(sides / 2) {}

  TwistPoint measure(int columns, int rows, int twist) {
    TwistPoint point{columns, rows, twist, columns * rows, 0, 0, 0, 0, {}, {}, {}};
    for (int y = 0; y < rows; ++y) {
      for (int x = 0; x < columns; ++x) add(point, x, y);
    }
    const double others = point.nodes - 1;
    point.mean = static_cast<double>(point.distance_sum) / others;
    point.mean_with_self = static_cast<double>(point.distance_sum) / point.nodes;
    for (DimensionMeans* means : {&point.by_path, &point.by_record, &point.by_absolute}) {
      means->x /= others;
      means->y = point.mean - means->x;
    }
    return point;
  }

 private:
  /// Takes the vector (x, y) into the shortest ones: absolute x hops, once for each sign.
  void offer(int x, int y) {
    const int length = std::abs(x) + std::abs(y);
    if (length > shortest_) return;
    if (length < shortest_) {
      shortest_ = length;
      hops_.clear();
    }
    hops_.push_back(std::abs(x));
  }

  /// The shortest vectors that end at y after `turns` wraparounds of y; false if all are longer than what there is.
  bool offer_turns(const TwistPoint& point, int x, int y, int turns) {
    const int ry = y + turns * point.rows;
    if (std::abs(ry) > shortest_) return false;
    int rx = (x - turns * point.twist) % point.columns;
    if (rx < 0) rx += point.columns;
    offer(rx, ry);
    if (rx > 0) offer(rx - point.columns, ry);
    return true;
  }

  void add(TwistPoint& point, int x, int y) {
    shortest_ = point.columns + point.rows;
    hops_.clear();
    for (int turns = 0; offer_turns(point, x, y, turns);) ++turns;
    for (int turns = -1; offer_turns(point, x, y, turns);) --turns;
    point.diameter = std::max(point.diameter, shortest_);
    point.distance_sum += shortest_;
    if (hops_.size() == 1) {
      point.by_path.x += hops_[0];
      point.by_record.x += hops_[0];
      point.by_absolute.x += hops_[0];
      return;
    }
    double paths = 0;
    double path_hops = 0;
    int record_hops = 0;
    for (const int hops : hops_) {
      const double weight = paths_(shortest_, hops);
      paths += weight;
      path_hops += weight * hops;
      record_hops += hops;
    }
    point.by_path.x += path_hops / paths;
    point.by_record.x += static_cast<double>(record_hops) / static_cast<double>(hops_.size());
    std::sort(hops_.begin(), hops_.end());
    hops_.erase(std::unique(hops_.begin(), hops_.end()), hops_.end());
    int absolute_hops = 0;
    for (const int hops : hops_) absolute_hops += hops;
    point.by_absolute.x += static_cast<double>(absolute_hops) / static_cast<double>(hops_.size());
  }

  Binomials paths_;
  int shortest_ = 0;
  std::vector<int> hops_;
};

const DimensionMeans& means_of(const TwistPoint& point, Averaging averaging) {
  if (averaging == Averaging::record) return point.by_record;
  return averaging == Averaging::absolute ? point.by_absolute : point.by_path;
}

double value_of(const TwistPoint& point, Averaging averaging, TwistMetric metric) {
  switch (metric) {
    case TwistMetric::diameter:
      return point.diameter;
    case TwistMetric::mean_distance:
      return point.mean;
    case TwistMetric::largest_dimension_mean:
      return means_of(point, averaging).largest();
    case TwistMetric::imbalance:
      break;
  }
  return means_of(point, averaging).imbalance();
}

/// `points` are the twists 0, 1, 2, ... of one size.
TwistOptimum optimum(const TwistPoint* points, std::size_t count, Averaging averaging, TwistMetric metric) {
  const auto value = [&](int twist) { return value_of(points[twist], averaging, metric); };
  TwistOptimum best;
  best.columns = points->columns;
  best.rows = points->rows;
  best.averaging = averaging;
  best.metric = metric;
  best.mid_twist = best.columns / 2;
  best.rows_twist = best.rows % best.columns;
  best.rows_twist = std::min(best.rows_twist, best.columns - best.rows_twist);
  best.value = value(0);
  for (std::size_t i = 1; i < count; ++i) best.value = std::min(best.value, value(points[i].twist));
  for (std::size_t i = 0; i < count; ++i) {
    if (value(points[i].twist) <= best.value + kSameOptimum) best.twists.push_back(points[i].twist);
  }
  best.no_twist = value(0);
  best.mid = value(best.mid_twist);
  best.rows_value = value(best.rows_twist);
  return best;
}

}  // namespace

std::string metric_name(TwistMetric metric) {
  switch (metric) {
    case TwistMetric::diameter:
      return "diameter";
    case TwistMetric::mean_distance:
      return "avg_distance";
    case TwistMetric::largest_dimension_mean:
      return "max_avg_per_dim";
    case TwistMetric::imbalance:
      break;
  }
  return "imbalance";
}

std::string averaging_name(Averaging averaging) {
  switch (averaging) {
    case Averaging::any:
      return "any";
    case Averaging::path:
      return "path";
    case Averaging::record:
      return "record";
    case Averaging::absolute:
      break;
  }
  return "abs";
}

TwistPoint measure_twist(int columns, int rows, int twist) {
  check_sides(columns, rows);
  if (twist < 0 || twist >= columns) {
    throw topologies::TopologyError("twist " + std::to_string(twist) + " given; it must be 0 to " +
                                    std::to_string(columns - 1) + " for " + std::to_string(columns) + " columns");
  }
  return TwistMeter(columns + rows).measure(columns, rows, twist);
}

TwistSearchResult search_twists(const TwistSearch& search, const TwistProgress& progress) {
  check_sides(search.first_columns, search.rows);
  if (search.first_columns > search.last_columns) {
    throw topologies::TopologyError("columns from " + std::to_string(search.first_columns) + " to " +
                                    std::to_string(search.last_columns) +
                                    " given; the first must not be above the last");
  }
  check_sides(search.last_columns, search.rows);
  TwistMeter meter(search.last_columns + search.rows);
  TwistSearchResult result;
  for (int columns = search.first_columns; columns <= search.last_columns; ++columns) {
    const std::size_t first = result.points.size();
    const int twists = search.all_twists ? columns : columns / 2 + 1;
    for (int twist = 0; twist < twists; ++twist) result.points.push_back(meter.measure(columns, search.rows, twist));
    const auto add = [&](Averaging averaging, TwistMetric metric) {
      result.optimums.push_back(
          optimum(result.points.data() + first, static_cast<std::size_t>(twists), averaging, metric));
    };
    add(Averaging::any, TwistMetric::diameter);
    add(Averaging::any, TwistMetric::mean_distance);
    for (const Averaging averaging : {Averaging::path, Averaging::record, Averaging::absolute}) {
      add(averaging, TwistMetric::largest_dimension_mean);
      add(averaging, TwistMetric::imbalance);
    }
    if (progress) progress(columns - search.first_columns + 1, search.last_columns - search.first_columns + 1);
  }
  return result;
}

}  // namespace trenza::graphs
