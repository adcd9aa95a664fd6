// The functions that judge rows of a table, by their names in files.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/reproduce/judgement.h"
#include "settings/form.h"

namespace trenza::apps {

using DataRow = std::vector<nlohmann::ordered_json>;
using DataRows = std::vector<const DataRow*>;

/// Judges rows of a table; the claim is left empty.
using Judge = std::function<Judged(const DataTable&, const DataRows&)>;

struct JudgeFunction {
  const char* name;
  const char* example;  ///< of its parameters
  Judge (*read)(settings::Form&, const TableShape&);
};

/// ratio, difference, value, all, crossing, against, order, least, lowest, highest: docs/papers.md says what each does.
const std::vector<JudgeFunction>& judge_functions();

}  // namespace trenza::apps
