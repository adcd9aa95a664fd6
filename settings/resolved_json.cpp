#include "settings/resolved_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "settings/applicability.h"
#include "settings/decimal.h"
#include "settings/profile.h"
#include "settings/schema.h"

namespace trenza::settings {

namespace {

using Json = nlohmann::ordered_json;

struct ToJson {
  Json operator()(std::monostate) const { return nullptr; }
  Json operator()(std::uint64_t integer) const { return integer; }
  Json operator()(const Billionths& decimal) const { return json_number(decimal.value); }
  Json operator()(bool on) const { return on; }
  Json operator()(const std::string& text) const { return text; }
  Json operator()(const PolicyValue& policy) const { return policy.name; }
  Json operator()(Automatic) const { return "auto"; }
  Json operator()(const std::vector<int>& integers) const { return integers; }
  Json operator()(const std::vector<bool>& booleans) const { return booleans; }
  Json operator()(const std::vector<std::string>& texts) const { return texts; }
  Json operator()(const std::map<std::string, int>& twists) const {
    Json object = Json::object();
    for (const auto& [name, amount] : twists) object[name] = amount;
    return object;
  }
  Json operator()(const MappingSource& mapping) const {
    if (!mapping.is_file) return mapping.text;
    Json object = {{"file", mapping.text}};
    if (!mapping.grid.empty()) object["grid"] = mapping.grid;
    return object;
  }
  Json operator()(const std::vector<testbench::PacketLength>& lengths) const {
    if (lengths.size() == 1) return lengths[0].flits;
    Json list = Json::array();
    for (const auto& length : lengths) list.push_back({{"flits", length.flits}, {"weight", length.weight}});
    return list;
  }
  Json operator()(const testbench::MeasureRequest& measure) const {
    const char* const name = testbench::measure_names()[static_cast<std::size_t>(measure.kind)].name;
    if (measure.kind != testbench::MeasureKind::maximum_throughput) return name;
    Json settings = {{"within", json_number(measure.within_ppb)}};
    if (measure.accepted_ppb != testbench::MeasureRequest{}.accepted_ppb)
      settings["accepted"] = json_number(measure.accepted_ppb);
    return {{name, settings}};
  }
  Json operator()(const std::vector<Name>& names) const {
    Json list = Json::array();
    for (const Name& name : names) {
      list.push_back(name.module.empty() ? Json(name.text) : Json{{"module", name.module}, {"routers", name.text}});
    }
    return list;
  }
};

}  // namespace

Json json_number(std::uint64_t billionths) {
  if (billionths % kBillion == 0) return billionths / kBillion;
  std::istringstream stream(decimal_text(billionths));
  stream.imbue(std::locale::classic());
  double number = 0;
  stream >> number;
  return number;
}

namespace {

/// `{NAME: {PARAMETER: VALUE}}`, or the name of a policy without a parameter.
Json policy_json(const Key& key, const PolicyValue& value) {
  for (const microarch::PolicyInfo& policy : key.policies) {
    if (policy.name != value.name || policy.parameter.name.empty()) continue;
    Json parameter = value.parameter;
    if (policy.parameter.is_word()) parameter = policy.parameter.text(value.parameter);
    if (policy.parameter.bare) return {{value.name, parameter}};
    return {{value.name, {{std::string(policy.parameter.name), parameter}}}};
  }
  return value.name;
}

/// A block from outside decides for itself.
bool has_foreign_block(const Settings& settings, const Key& key) {
  if (key.kind != KeyKind::blocks || !settings.has(key.path)) return false;
  const auto& names = settings.get<std::vector<Name>>(key.path);
  return std::any_of(names.begin(), names.end(), [](const Name& name) { return !name.module.empty(); });
}

}  // namespace

Json resolved_json(const Settings& settings) {
  Json document = Json::object();
  const std::string& switching = *choice_of(settings.at("router.switching"));
  for (const Key& key : keys()) {
    if (!key.switching.empty() && key.switching != switching) continue;
    const bool changes_results = has_foreign_block(settings, key) ||
                                 (key.path.compare(0, 6, "waves.") != 0 && key.path.compare(0, 4, "rtl.") != 0 &&
                                  key.path.compare(0, 7, "detail.") != 0 && key.path != "run.view");
    if (!changes_results || !settings.has(key.path) || key.path == kProfileKey) continue;
    std::string pointer = "/" + key.path;
    for (char& letter : pointer) letter = letter == '.' ? '/' : letter;
    const Typed& value = settings.at(key.path).value;
    const auto* const policy = std::get_if<PolicyValue>(&value);
    document[Json::json_pointer(pointer)] = policy == nullptr ? std::visit(ToJson{}, value) : policy_json(key, *policy);
  }
  return document;
}

}  // namespace trenza::settings
