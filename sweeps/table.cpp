#include "sweeps/table.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "sweeps/axis.h"
#include "testbench/statistics/student.h"

namespace trenza::sweeps {

namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> without_seed(std::vector<std::string> keys) {
  keys.erase(std::remove(keys.begin(), keys.end(), kSeedKey), keys.end());
  return keys;
}

std::vector<Json> choices(const Json& at, const std::vector<std::string>& keys) {
  std::vector<Json> cells;
  for (const std::string& key : keys) cells.push_back(at.contains(key) ? at[key] : Json());
  return cells;
}

Json half_width_json(const std::optional<double>& half_width) { return half_width ? Json(*half_width) : Json(); }

SeedMean numbers_mean(const std::vector<const Quantity*>& values) {
  const auto count = static_cast<double>(values.size());
  if (values.size() == 1) return {values.front()->value, values.front()->half_width};
  double sum = 0;
  for (const Quantity* const one : values) sum += one->value.get<double>();
  const double mean = sum / count;
  double squares = 0;
  for (const Quantity* const one : values) squares += std::pow(one->value.get<double>() - mean, 2);
  const double error = std::sqrt(squares / (count - 1) / count);
  return {mean, testbench::student_t95(values.size() - 1) * error};
}

SeedMean mean_of(const std::vector<const Quantity*>& values) {
  if (values.empty()) return {};
  if (std::all_of(values.begin(), values.end(), [](const Quantity* one) { return one->value.is_number(); }))
    return numbers_mean(values);
  const bool agree = std::all_of(values.begin(), values.end(),
                                 [&](const Quantity* one) { return one->value == values.front()->value; });
  return {agree ? values.front()->value : Json(), std::nullopt};
}

/// "finished", or "4 finished, 1 failed".
std::string joint_state(const std::vector<const Row*>& rows) {
  std::vector<std::pair<std::string, std::size_t>> states;
  for (const Row* const row : rows) {
    const std::string state = row->state.substr(0, row->state.find(':'));
    const auto known = std::find_if(states.begin(), states.end(), [&](const auto& one) { return one.first == state; });
    if (known == states.end()) {
      states.emplace_back(state, 1);
    } else {
      ++known->second;
    }
  }
  if (states.size() == 1) return states.front().first;
  std::string text;
  for (const auto& [state, count] : states) text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + state;
  return text;
}

/// Whether two means differ by more than their intervals allow.
bool differ(const SeedMean& one, const SeedMean& other) {
  if (!one.value.is_number() || !other.value.is_number()) return one.value != other.value;
  const double apart = std::fabs(one.value.get<double>() - other.value.get<double>());
  if (!one.half_width && !other.half_width) return one.value != other.value;
  return apart > one.half_width.value_or(0) + other.half_width.value_or(0);
}

}  // namespace

Table point_table(const Rows& rows) {
  Table table;
  table.columns = rows.keys;
  table.columns.insert(table.columns.end(), rows.quantities.begin(), rows.quantities.end());
  table.columns.emplace_back("state");
  for (const Row& row : rows.rows) {
    std::vector<Json> cells = choices(row.at, rows.keys);
    for (const Quantity& quantity : row.quantities) cells.push_back(quantity.value);
    cells.emplace_back(row.state);
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::vector<SeedGroup> over_seeds(const Rows& rows) {
  std::vector<std::vector<const Row*>> members;
  std::vector<SeedGroup> groups;
  std::map<std::string, std::size_t> group_by_choice;
  for (const Row& row : rows.rows) {
    Json at = row.at;
    at.erase(kSeedKey);
    const auto [found, is_new] = group_by_choice.emplace(at.dump(), groups.size());
    if (is_new) {
      groups.push_back({std::move(at), 0, "", {}});
      members.emplace_back();
    }
    members[found->second].push_back(&row);
  }
  for (std::size_t k = 0; k < groups.size(); ++k) {
    groups[k].state = joint_state(members[k]);
    for (const Row* const row : members[k]) groups[k].seeds += row->has_document() ? 1 : 0;
    for (std::size_t quantity = 0; quantity < rows.quantities.size(); ++quantity) {
      std::vector<const Quantity*> values;
      for (const Row* const row : members[k]) {
        if (!row->quantities[quantity].value.is_null()) values.push_back(&row->quantities[quantity]);
      }
      groups[k].means.push_back(mean_of(values));
    }
  }
  return groups;
}

Table seed_table(const Rows& rows) {
  Table table;
  const std::vector<std::string> keys = without_seed(rows.keys);
  table.columns = keys;
  table.columns.emplace_back("seeds");
  for (const std::string& quantity : rows.quantities) {
    table.columns.push_back(quantity);
    table.columns.push_back(quantity + ".half_width");
  }
  table.columns.emplace_back("state");
  for (const SeedGroup& group : over_seeds(rows)) {
    std::vector<Json> cells = choices(group.at, keys);
    cells.emplace_back(group.seeds);
    for (const SeedMean& mean : group.means) {
      cells.push_back(mean.value);
      cells.push_back(half_width_json(mean.half_width));
    }
    cells.emplace_back(group.state);
    table.rows.push_back(std::move(cells));
  }
  return table;
}

Table search_table(const Index& index) {
  Table table;
  if (index.searches.empty()) return table;
  std::vector<std::string> keys;
  const Json first = Json::parse(index.searches.front().at);
  for (const auto& [key, value] : first.items()) keys.push_back(key);
  table.columns = keys;
  table.columns.insert(table.columns.end(), {"saturation of", "above", "at most"});
  for (const IndexSearch& search : index.searches) {
    std::vector<Json> cells = choices(Json::parse(search.at), keys);
    cells.emplace_back(search.key);
    cells.push_back(Json::parse(search.above));
    cells.push_back(Json::parse(search.at_most));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

Difference difference(const Rows& one, const Rows& other) {
  Difference result;
  const std::vector<std::string> keys = without_seed(one.keys);
  result.table.columns = keys;
  result.table.columns.insert(result.table.columns.end(),
                              {"quantity", "A", "A.half_width", "B", "B.half_width", "B - A"});
  std::map<std::string, SeedGroup> others;
  std::vector<std::string> order;
  for (SeedGroup& group : over_seeds(other)) {
    order.push_back(group.at.dump());
    others.emplace(order.back(), std::move(group));
  }
  for (const SeedGroup& group : over_seeds(one)) {
    const auto partner = others.find(group.at.dump());
    if (partner == others.end()) {
      result.alone.push_back("A alone has " + group.at.dump());
      continue;
    }
    ++result.compared;
    for (std::size_t k = 0; k < one.quantities.size(); ++k) {
      const auto place = std::find(other.quantities.begin(), other.quantities.end(), one.quantities[k]);
      if (place == other.quantities.end()) continue;
      const SeedMean& a = group.means[k];
      const SeedMean& b = partner->second.means[static_cast<std::size_t>(place - other.quantities.begin())];
      if (!differ(a, b)) continue;
      std::vector<Json> cells = choices(group.at, keys);
      const bool numbers = a.value.is_number() && b.value.is_number();
      cells.insert(cells.end(), {one.quantities[k], a.value, half_width_json(a.half_width), b.value,
                                 half_width_json(b.half_width),
                                 numbers ? Json(b.value.get<double>() - a.value.get<double>()) : Json()});
      result.table.rows.push_back(std::move(cells));
    }
    others.erase(partner);
  }
  for (const std::string& at : order) {
    if (others.count(at) > 0) result.alone.push_back("B alone has " + at);
  }
  return result;
}

}  // namespace trenza::sweeps
