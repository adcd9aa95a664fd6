// Judgements: functions of the table of a figure that say whether it is as the paper says.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "apps/claims/claim.h"
#include "apps/graph/data_table.h"
#include "settings/value.h"

namespace trenza::apps {

/// What came out.
struct Judged {
  std::string claim;               ///< what is claimed, in our words
  std::optional<Verdict> verdict;  ///< none: numbers are missing
  std::string computed;            ///< the numbers behind it
};

/// A judgement whose parameters have been read.
struct Judgement {
  std::string claim;
  std::vector<std::string> claims;  ///< ids of claims (apps/claims), which are judged by computations of their own
  std::function<Judged(const DataTable&)> judge;  ///< empty if it is about claims
};

/// Columns that a table will have, and those that tell its rows apart.
struct TableShape {
  std::vector<std::string> columns;
  std::vector<std::string> labels;
};

/// Reads {claims: [IDS]}, or {claim: TEXT, FUNCTION: {PARAMETERS}, where: {COLUMN: VALUE}}. Throws ConfigError for
/// functions, parameters, ids and columns that are wrong.
Judgement read_judgement(const settings::Value& value, const TableShape& shape);

/// The names of the functions, for pages.
std::vector<std::string> judgement_functions();

}  // namespace trenza::apps
