#include "settings/sweep_words.h"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "settings/schema.h"

namespace trenza::settings {

namespace {

using Json = nlohmann::ordered_json;

struct Word {
  std::string name;
  std::string accepts;
  std::string fallback;
  std::string summary;
};

const std::vector<Word>& words() {
  static const std::vector<Word> all = {
      {"series", "a list such as [{name: rt, topology: {rt: 8}}], or a map such as {network: [...], program: [...]}",
       "", "named series: each map is laid over the file; a map has several such axes, by their names"},
      {"zip", "a map such as {traffic.load: [0.1, 0.2], run.cycles: [9000, 5000]}, or a list of these", "",
       "keys that are varied together: lists of the same length"},
      {"seeds", "an integer from 1 to 10000", "", "how many seeds: `run.seed` from 1 to that number"},
      {"stop", "`saturation`, or a map such as {saturation: traffic.load}", "",
       "each line along this axis ends with its first saturated value; of seeds, half make a value saturated"},
      {"find", "a map such as {saturation: traffic.load, within: 0.005, from: 0, to: 1}", "",
       "look for the least saturated value by bisection, in steps of `within` above `from` (default: 0) up to `to` "
       "(default: 1)"},
      {"limit", "a number of seconds, above 0", "", "the time that a point may take; a point that takes more fails"},
      {"share_warmup", "on or off", "`off`",
       "runs of a trace that differ in `run.cycles` alone go on where the shorter one ended; the results are the same"},
  };
  return all;
}

}  // namespace

/// A list of values, or a range.
Json axis_schema() {
  const Json number = {{"type", "number"}, {"minimum", 0}};
  const Json range = {{"type", "object"},
                      {"properties", {{"from", number}, {"to", number}, {"step", number}}},
                      {"required", {"from", "to", "step"}},
                      {"additionalProperties", false}};
  return {{"oneOf", Json::array({{{"type", "array"}, {"minItems", 1}}, range})}};
}

namespace {

Json word_schema(const std::string& name) {
  const Json text = {{"type", "string"}, {"minLength", 1}};
  const Json number = {{"type", "number"}, {"minimum", 0}};
  if (name == "series") {
    const Json one = {
        {"type", "object"}, {"properties", {{"name", {{"type", {"string", "number"}}}}}}, {"required", {"name"}}};
    const Json list = {{"type", "array"}, {"minItems", 1}, {"items", one}};
    const Json map = {{"type", "object"}, {"additionalProperties", list}};
    return {{"oneOf", Json::array({list, map})}};
  }
  if (name == "zip") {
    const Json one = {{"type", "object"}, {"additionalProperties", Json{{"$ref", "#/$defs/axis"}}}};
    return {{"oneOf", Json::array({one, {{"type", "array"}, {"minItems", 1}, {"items", one}}})}};
  }
  if (name == "seeds") return {{"type", "integer"}, {"minimum", 1}, {"maximum", 10'000}};
  if (name == "stop") {
    const Json along = {{"type", "object"},
                        {"properties", {{"saturation", text}}},
                        {"required", {"saturation"}},
                        {"additionalProperties", false}};
    return {{"oneOf", Json::array({{{"const", "saturation"}}, along})}};
  }
  if (name == "find") {
    return {{"type", "object"},
            {"properties", {{"saturation", text}, {"within", number}, {"from", number}, {"to", number}}},
            {"required", {"saturation", "within"}},
            {"additionalProperties", false}};
  }
  if (name == "limit") return {{"type", "number"}, {"minimum", 0}};
  return {{"enum", {true, false, "on", "off", "yes", "no"}}};
}

}  // namespace

bool changes_results(const std::string& path) {
  for (const std::string none : {"waves", "rtl", "detail", "name", "run.view"}) {
    if (path == none || path.rfind(none + ".", 0) == 0) return false;
  }
  return true;
}

std::vector<std::string> sweep_words() {
  std::vector<std::string> names;
  for (const Word& word : words()) names.push_back(word.name);
  return names;
}

bool leads_into_a_word(const std::string& key) {
  return std::any_of(words().begin(), words().end(),
                     [&](const Word& word) { return key.rfind(word.name + ".", 0) == 0; });
}

Json sweep_schema() {
  Json properties = Json::object();
  for (const Word& word : words()) {
    properties[word.name] = word_schema(word.name);
    properties[word.name]["description"] = word.summary;
  }
  const auto add_axis = [&](const std::string& path, const std::string& summary) {
    if (path.empty() || !changes_results(path) || properties.contains(path)) return;
    properties[path] = {{"$ref", "#/$defs/axis"}};
    if (!summary.empty()) properties[path]["description"] = summary;
  };
  for (const Key& key : keys()) {
    for (auto dot = key.path.find('.'); dot != std::string::npos; dot = key.path.find('.', dot + 1))
      add_axis(key.path.substr(0, dot), "");
    add_axis(key.path, key.summary);
  }
  return {{"type", "object"},
          {"description", "axes of a sweep: a key of experiments with a list of values, or a range"},
          {"properties", properties},
          {"patternProperties", {{"^topology\\.", {{"$ref", "#/$defs/axis"}}}}},  // short forms
          {"additionalProperties", false}};
}

std::string sweep_rows() {
  std::string rows =
      "| `sweep.KEY` | a list of values, or a range {from: 0.1, to: 0.8, step: 0.1} |  | an axis of `trenza sweep`: "
      "the "
      "values of this key; `to` is inclusive |\n";
  for (const Word& word : words())
    rows += fmt::format("| `sweep.{}` | {} | {} | {} |\n", word.name, word.accepts, word.fallback, word.summary);
  return rows;
}

}  // namespace trenza::settings
