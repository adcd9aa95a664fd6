#include "apps/reproduce/judgement.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "apps/reproduce/judge_functions.h"
#include "apps/reproduce/row_filter.h"
#include "settings/form.h"

namespace trenza::apps {

namespace {

using settings::ConfigError;
using settings::Form;
using settings::Value;

Judgement read_claims(Form& form) {
  static const std::set<std::string> known = [] {
    std::set<std::string> ids;
    for (const ClaimGroup& group : all_claims()) {
      for (const Claim& claim : group.claims) ids.insert(claim.id);
    }
    return ids;
  }();
  Judgement judgement;
  judgement.claims = form.texts("claims");
  for (const std::string& id : judgement.claims) {
    if (known.count(id) == 0)
      throw ConfigError(form.place("claims"),
                        "`" + id + "` is no claim; expected ids that `trenza compare --claims` prints");
  }
  form.finish();
  return judgement;
}

}  // namespace

std::vector<std::string> judgement_functions() {
  std::vector<std::string> names;
  for (const JudgeFunction& function : judge_functions()) names.emplace_back(function.name);
  return names;
}

Judgement read_judgement(const Value& value, const TableShape& shape) {
  Form form(value, "{claim: ..., ratio: {of: simulated, to: model, at_least: 0.9}}");
  if (form.has("claims")) return read_claims(form);
  Judgement judgement;
  judgement.claim = form.text("claim");
  const Value* const where = form.value("where");
  const RowFilter filter = where == nullptr ? RowFilter() : RowFilter(*where, shape.columns);
  Judge judge;
  for (const JudgeFunction& function : judge_functions()) {
    const Value* const parameters = form.value(function.name);
    if (parameters == nullptr) continue;
    if (judge) throw ConfigError(parameters->place, "is a second judgement; expected one in each map");
    Form inner(*parameters, function.example);
    judge = function.read(inner, shape);
    inner.finish();
  }
  form.finish();
  if (!judge)
    throw ConfigError(form.place(),
                      "does not say how to judge; expected one of " + settings::listed(judgement_functions()));
  judgement.judge = [claim = judgement.claim, filter, judge](const DataTable& table) {
    DataRows rows;
    for (const DataRow& row : table.rows) {
      if (filter.keeps(table, row)) rows.push_back(&row);
    }
    Judged judged = judge(table, rows);
    judged.claim = claim;
    return judged;
  };
  return judgement;
}

}  // namespace trenza::apps
