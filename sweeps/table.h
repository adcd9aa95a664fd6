// Tables of a sweep: of its points, of its points over seeds, of what stop and find found, and of what differs between
// two sweeps.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sweeps/index.h"
#include "sweeps/rows.h"

namespace trenza::sweeps {

/// Named columns and rows of values; null is nothing.
struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<nlohmann::ordered_json>> rows;
};

/// A row for each point: its choices, its quantities, its state.
Table point_table(const Rows& rows);

/// A quantity over the seeds that have it.
struct SeedMean {
  nlohmann::ordered_json value;      ///< the mean; of what is no number, the value if all agree, else null
  std::optional<double> half_width;  ///< of the 95 % interval, by Student's t over seeds; of one seed, that of its document
};

/// The points that differ in their seed alone.
struct SeedGroup {
  nlohmann::ordered_json at;  ///< without the seed
  std::size_t seeds = 0;      ///< points that have a document
  std::string state;          ///< of all, or how many have which
  std::vector<SeedMean> means;
};

/// The groups, in the order of their first points.
std::vector<SeedGroup> over_seeds(const Rows& rows);

/// A row for each group: the means, and half the widths of their intervals as "QUANTITY.half_width".
Table seed_table(const Rows& rows);

/// What stop or find found: a row for each line.
Table search_table(const Index& index);

/// What differs between two sweeps.
struct Difference {
  Table table;                     ///< a row for each quantity that differs, by more than the sum of both half widths
  std::size_t compared = 0;        ///< groups that both have
  std::vector<std::string> alone;  ///< groups that one of them lacks: "A alone has {...}"
};

/// Compares the points of equal choices, over their seeds. Quantities without an interval differ if they are not equal.
Difference difference(const Rows& one, const Rows& other);

}  // namespace trenza::sweeps
