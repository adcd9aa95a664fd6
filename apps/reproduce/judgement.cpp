#include "apps/reproduce/judgement.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "apps/reproduce/judge_functions.h"
#include "settings/form.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using settings::ConfigError;
using settings::Form;
using settings::Value;

/// Which rows a judgement is about.
std::vector<std::pair<std::string, Value>> read_where(const Value* where, const TableShape& shape) {
  std::vector<std::pair<std::string, Value>> all;
  if (where == nullptr) return all;
  if (!where->is_map())
    throw ConfigError(where->place, "is " + where->description() + "; expected a map such as {columns: 24}");
  for (const settings::Entry& entry : where->entries) {
    if (std::find(shape.columns.begin(), shape.columns.end(), entry.key) == shape.columns.end())
      throw ConfigError(entry.place, "is no column; expected one of " + settings::listed(shape.columns) +
                                         settings::suggestion(entry.key, shape.columns));
    if (!entry.value.is_list() || entry.value.items.empty()) settings::text_of(entry.value);
    for (const Value& item : entry.value.items) settings::text_of(item);
    all.emplace_back(entry.key, entry.value);
  }
  return all;
}

bool is_wanted(const DataTable& table, const TableRow& row, const std::vector<std::pair<std::string, Value>>& where) {
  constexpr double kEqual = 1e-9;
  const auto is = [](const Json& value, const Value& expected) {
    if (value.is_number()) {
      const Json wanted = Json::parse(expected.text, nullptr, false);
      return wanted.is_number() && std::fabs(value.get<double>() - wanted.get<double>()) < kEqual;
    }
    return cell_text(value) == expected.text;
  };
  return std::all_of(where.begin(), where.end(), [&](const auto& one) {
    const Json& value = table_cell(table, row, one.first);
    if (!one.second.is_list()) return is(value, one.second);
    return std::any_of(one.second.items.begin(), one.second.items.end(),
                       [&](const Value& item) { return is(value, item); });
  });
}

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
  const auto where = read_where(form.value("where"), shape);
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
  judgement.judge = [claim = judgement.claim, where, judge](const DataTable& table) {
    TableRows rows;
    for (const TableRow& row : table.rows) {
      if (is_wanted(table, row, where)) rows.push_back(&row);
    }
    Judged judged = judge(table, rows);
    judged.claim = claim;
    return judged;
  };
  return judgement;
}

}  // namespace trenza::apps
