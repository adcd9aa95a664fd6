// The section `paper` of a file: which figure or table of a paper its experiment reproduces, what the paper says of it,
// and how what comes out is judged. `trenza reproduce` reads it; to every other reader of the file it is a comment.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "settings/value.h"

namespace trenza::settings {

/// Its key at the top of a file.
inline constexpr const char* kPaperSection = "paper";

/// A value of a document under a name of the file's own.
struct PaperColumn {
  std::string name;
  std::string path;  ///< key path in the documents, such as "measure.value"
  Place place;
};

/// A column of quotients: of each point, and of the one with the same seed and choices but for those of `to`.
struct PaperRelative {
  std::string name;
  std::string of;                                       ///< a column of `columns`
  std::vector<std::pair<std::string, std::string>> to;  ///< axis, and the choice along it that the quotients are to
  std::string average;                                  ///< an axis over which there are means; empty: none
  Place place;
};

/// What is drawn: columns over a column.
struct PaperPicture {
  bool given = false;
  std::string x;
  std::vector<std::string> y;
  std::string series;  ///< the column whose values make curves; empty: none
  std::string bound;   ///< the column that is drawn dashed beside each curve; empty: none
  std::string x_title, y_title;
  bool logarithmic = false;
  double y_from = 0;         ///< where the axis of y begins, at most
  bool equal_steps = false;  ///< places of x stand at equal distances, also where they are numbers
  Value where;               ///< which rows are drawn: {COLUMN: VALUE}; null: all
  Place place;
};

struct PaperSection {
  std::string name;    ///< of the paper: "task-mapping"
  std::string kind;    ///< "figure", "table" or "section"
  std::string number;  ///< of it: "7", "IV"
  std::string part;    ///< which part of it: "latency"; empty: all
  std::string title;   ///< what is shown
  std::string says;    ///< what the paper says of it, in our words, with its numbers
  std::string remark;  ///< what has to be known of how it is reproduced; may be empty
  Value compute;       ///< a map of one computation to its parameters; null: none
  std::vector<PaperColumn> columns;
  std::vector<PaperRelative> relative;
  PaperPicture picture;
  std::vector<Value> judge;  ///< one map for each judgement
  Place place;
};

/// Takes the section out of the top of a file. Throws ConfigError if it is missing or wrong; what stands in `compute`
/// and `judge` is for the program, which knows computations and judgements.
PaperSection take_paper_section(Value& top);

/// The section as a JSON schema.
nlohmann::ordered_json paper_schema();

/// Rows for the table of keys (schema_export.h).
std::string paper_rows();

}  // namespace trenza::settings
