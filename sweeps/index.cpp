#include "sweeps/index.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "sweeps/document.h"

namespace trenza::sweeps {

namespace {

using Json = nlohmann::ordered_json;

const std::string kStart = "{\n  \"trenza_sweep\": 1,\n";

/// A list with an item on each line.
template <class Items, class ToJson>
std::string list_text(const Items& items, ToJson to_json) {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "\n    " : ",\n    ") + to_json(item).dump();
  return "[" + text + (text.empty() ? "]" : "\n  ]");
}

}  // namespace

std::string index_text(const Index& index) {
  const auto point = [](const IndexPoint& one) {
    Json json = {{"point", one.name}, {"at", Json::parse(one.at)}};
    if (!one.failure.empty()) json["failure"] = one.failure;
    if (one.left_out) json["left_out"] = true;
    return json;
  };
  const auto search = [](const IndexSearch& one) {
    return Json{{"at", Json::parse(one.at)},
                {"key", one.key},
                {"above", Json::parse(one.above)},
                {"at_most", Json::parse(one.at_most)}};
  };
  std::string text = kStart;
  text += "  \"contract\": " + std::to_string(index.contract) + ",\n";
  text += "  \"name\": " + Json(index.name).dump() + ",\n";
  text += "  \"keys\": " + Json(index.keys).dump() + ",\n";
  text += "  \"points\": " + list_text(index.points, point);
  if (!index.searches.empty()) text += ",\n  \"searches\": " + list_text(index.searches, search);
  return sealed(text + "\n}");
}

Index parse_index(const std::string& text) {
  if (const std::string fault = seal_fault(text, kStart); !fault.empty()) throw std::runtime_error(fault);
  const Json json = Json::parse(text);
  Index index;
  index.contract = json["contract"].get<int>();
  index.name = json["name"].get<std::string>();
  index.keys = json["keys"].get<std::vector<std::string>>();
  for (const Json& one : json["points"]) {
    index.points.push_back({one["point"].get<std::string>(), one["at"].dump(), one.value("failure", ""),
                            one.value("left_out", false)});
  }
  if (json.contains("searches")) {
    for (const Json& one : json["searches"]) {
      index.searches.push_back(
          {one["at"].dump(), one["key"].get<std::string>(), one["above"].dump(), one["at_most"].dump()});
    }
  }
  return index;
}

}  // namespace trenza::sweeps
