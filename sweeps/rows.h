// The results of a sweep as rows, read from its folder: what tables and comparisons are made of.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "sweeps/folder.h"
#include "sweeps/index.h"
#include "topologies/user_error.h"

namespace trenza::sweeps {

/// A column that no document has. what() begins with the name of the column.
class ColumnError : public topologies::UserError {
 public:
  using UserError::UserError;
};

/// One quantity of a point.
struct Quantity {
  nlohmann::ordered_json value;      ///< null: the document has none
  std::optional<double> half_width;  ///< of its 95 % interval, if the document has one
};

/// A point of a sweep.
struct Row {
  nlohmann::ordered_json at;  ///< its choice along each axis
  std::string state;          ///< the outcome of its run; "missing", "left out", "failed: why", "damaged: why"
  std::vector<Quantity> quantities;

  bool has_document() const;
};

struct Rows {
  std::vector<std::string> keys;        ///< of the axes
  std::vector<std::string> quantities;  ///< key paths in the documents
  std::vector<Row> rows;                ///< in the order of the sweep
};

/// What is to be said of a point instead of an outcome: "missing", "left out", "failed: why", "damaged: why".
/// Precondition: `document` is not good.
std::string state_without_document(const Folder& folder, const IndexPoint& point, const FileState& document);

/// Reads what the index of a folder lists. `quantities` are key paths such as "latency.mean", "classes.0.packets" or
/// "config.traffic.load" (also without `config`); if there are none, the usual ones that any document has. Throws
/// FolderError, and ColumnError for a path that no document has.
Rows read_rows(const Folder& folder, const std::vector<std::string>& quantities);

}  // namespace trenza::sweeps
