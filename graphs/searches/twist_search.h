// The search for the best twist of a two-dimensional torus. Source: "Peripheral twists for torus topologies with
// arbitrary aspect ratio", section V.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "topologies/network.h"

namespace trenza::graphs {

/// Mean distance per dimension (x, y) over the N - 1 other nodes, in one way of averaging.
struct DimensionMeans {
  double x = 0;
  double y = 0;
  double largest() const { return x > y ? x : y; }
  double imbalance() const { return x + y > 0 ? 2 * largest() / (x + y) : 0; }
};

/// The torus of columns x rows in which the wraparound of y shifts x by `twist` (t_yx).
struct TwistPoint {
  int columns = 0;
  int rows = 0;
  int twist = 0;
  topologies::NodeId nodes = 0;
  int diameter = 0;
  std::int64_t distance_sum = 0;  ///< from one node to all others
  double mean = 0;
  double mean_with_self = 0;
  DimensionMeans by_path;      ///< every shortest path weighs the same
  DimensionMeans by_record;    ///< every distinct signed hop vector weighs the same
  DimensionMeans by_absolute;  ///< every distinct vector of absolute values weighs the same
};

/// Most rows plus columns: path counts of longer ways leave the range of double.
inline constexpr int kMaxTwistSearchSides = 2000;

/// One point. From the lattice of zero records, spanned by (columns, 0) and (-twist, rows): the records of a
/// destination are its shortest vectors, and a record (r_x, r_y) has (|r_x| + |r_y| choose |r_x|) paths. Throws
/// TopologyError for sides below 2, more than kMaxTwistSearchSides together, and a twist outside 0 .. columns - 1.
TwistPoint measure_twist(int columns, int rows, int twist);

struct TwistSearch {
  int rows = 12;
  int first_columns = 12;
  int last_columns = 48;
  /// Twists 0 .. columns - 1; otherwise 0 .. columns / 2, as t and columns - t are mirror images.
  bool all_twists = false;
};

enum class TwistMetric : std::uint8_t { diameter, mean_distance, largest_dimension_mean, imbalance };
enum class Averaging : std::uint8_t { any, path, record, absolute };

/// The names that tables use: "diameter", "avg_distance", "max_avg_per_dim", "imbalance"; "any", "path", "record",
/// "abs".
std::string metric_name(TwistMetric metric);
std::string averaging_name(Averaging averaging);

/// The least value of one metric over the twists of one size, beside the rules of thumb. Ratios are to the optimum.
struct TwistOptimum {
  int columns = 0;
  int rows = 0;
  Averaging averaging = Averaging::any;
  TwistMetric metric = TwistMetric::diameter;
  double value = 0;
  std::vector<int> twists;  ///< all that have it (within 1e-9), ascending
  double no_twist = 0;
  int mid_twist = 0;  ///< tw_mid: columns / 2
  double mid = 0;
  int rows_twist = 0;  ///< tw_rows: rows modulo columns, or its mirror image if that is smaller
  double rows_value = 0;
  double no_twist_ratio() const { return no_twist / value; }
  double mid_ratio() const { return mid / value; }
  double rows_ratio() const { return rows_value / value; }
  double aspect() const { return static_cast<double>(columns) / rows; }
};

struct TwistSearchResult {
  std::vector<TwistPoint> points;      ///< by columns, then twist
  std::vector<TwistOptimum> optimums;  ///< by columns: diameter and mean distance (any), then the others by averaging
};

/// Called after every number of columns, with the number of columns done and the number of all.
using TwistProgress = std::function<void(int done, int of)>;

/// All points and their optimums. Throws TopologyError like measure_twist, and if first_columns > last_columns.
TwistSearchResult search_twists(const TwistSearch& search, const TwistProgress& progress = {});

}  // namespace trenza::graphs
