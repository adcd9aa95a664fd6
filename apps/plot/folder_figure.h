// A figure of what a folder holds: the points of a sweep, or a table that `trenza reproduce` computed.
#pragma once

#include <string>
#include <vector>

#include "apps/report/figure.h"

namespace trenza::apps {

/// What is drawn of a folder.
struct FolderFigureOptions {
  std::string x;      ///< an axis, or a column of the table; empty: `traffic.load`
  std::string y;      ///< "[NAME=]KEY,...": quantities of documents, or columns of the table
  std::string per;    ///< a quantity by which each y is divided, document by document; empty: none
  std::string bound;  ///< a quantity that is drawn dashed; empty: none
  std::string form =
      "curves";             ///< "curves"; "bars": one for each series, side by side; "stacked": the ys upon each other
  std::string logarithmic;  ///< "x", "y" or "xy"; empty: both axes are linear
  std::string x_title, y_title;    ///< empty: the name of what stands there, with its unit if that is known
  std::vector<std::string> where;  ///< "KEY=VALUE": points that made this choice along an axis
};

/// The figure. What differs along other axes than x and seeds makes series, and seeds make means with their intervals,
/// as in a report. Throws UsageError that names the option, sweeps::FolderError, and sweeps::ColumnError for a key path
/// that no document has.
Figure folder_figure(const std::string& folder, const FolderFigureOptions& options);

}  // namespace trenza::apps
