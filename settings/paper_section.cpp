#include "settings/paper_section.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "settings/form.h"

namespace trenza::settings {

namespace {

using Json = nlohmann::ordered_json;

const std::vector<std::string> kKinds = {"figure", "table", "section"};
const char* const kExample = "{name: ibt, figure: 1, title: ..., says: ...}";

void read_number(Form& form, PaperSection& section) {
  for (const std::string& kind : kKinds) {
    const Value* const value = form.value(kind);
    if (value == nullptr) continue;
    if (!section.kind.empty())
      throw ConfigError(value->place, fmt::format("`{}` and `{}` are both given; expected one of {}", section.kind,
                                                  kind, listed(kKinds)));
    section.kind = kind;
    section.number = text_of(*value);
  }
  if (section.kind.empty())
    throw ConfigError(form.place(), "does not say which part of the paper it is; expected one of " + listed(kKinds));
}

void read_columns(const Value* columns, PaperSection& section) {
  if (columns == nullptr) return;
  if (!columns->is_map() || columns->entries.empty())
    throw ConfigError(columns->place,
                      "is " + columns->description() + "; expected a map such as {throughput: measure.value}");
  for (const Entry& entry : columns->entries)
    section.columns.push_back({entry.key, text_of(entry.value), entry.value.place});
}

void read_relative(const Value* relative, PaperSection& section) {
  const char* const example = "{of: cycles, to: {network: RT id}}";
  if (relative == nullptr) return;
  if (!relative->is_map() || relative->entries.empty())
    throw ConfigError(relative->place,
                      fmt::format("is {}; expected a map such as {{time: {}}}", relative->description(), example));
  for (const Entry& entry : relative->entries) {
    Form form(entry.value, example);
    PaperRelative column;
    column.name = entry.key;
    column.place = entry.value.place;
    column.of = form.text("of");
    const Value& to = form.needed("to", "an axis and the choice along it, such as {network: RT id}");
    if (!to.is_map() || to.entries.empty())
      throw ConfigError(to.place, "is " + to.description() + "; expected a map such as {network: RT id}");
    for (const Entry& choice : to.entries) column.to.emplace_back(choice.key, text_of(choice.value));
    column.average = form.text("average", "");
    form.finish();
    section.relative.push_back(std::move(column));
  }
}

void read_picture(const Value* picture, PaperSection& section) {
  if (picture == nullptr) return;
  Form form(*picture, "{x: columns, y: [diameter]}");
  section.picture.given = true;
  section.picture.place = picture->place;
  section.picture.x = form.text("x");
  section.picture.y = form.texts("y");
  section.picture.series = form.text("series", "");
  section.picture.bound = form.text("bound", "");
  section.picture.x_title = form.text("x_title", section.picture.x);
  section.picture.y_title = form.text("y_title", section.picture.y.front());
  section.picture.logarithmic = form.boolean("logarithmic", false);
  section.picture.equal_steps = form.boolean("equal_steps", false);
  if (const Value* const where = form.value("where")) section.picture.where = *where;
  section.picture.y_from = form.number_if_given("y_from").value_or(0);
  if (section.picture.logarithmic && form.has("y_from"))
    throw ConfigError(form.place("y_from"), "does not apply to a logarithmic axis; expected one of the two");
  form.finish();
}

void read_judge(const Value& judge, PaperSection& section) {
  if (!judge.is_list() || judge.items.empty())
    throw ConfigError(judge.place, "is " + (judge.is_list() ? "an empty list" : judge.description()) +
                                       "; expected a list of judgements");
  for (const Value& one : judge.items) {
    if (!one.is_map())
      throw ConfigError(one.place, "is " + one.description() + "; expected a map such as {claims: [B1]}");
    section.judge.push_back(one);
  }
}

}  // namespace

PaperSection take_paper_section(Value& top) {
  const Entry* const entry = top.entry(kPaperSection);
  if (entry == nullptr)
    throw ConfigError(Place{top.place.source, 0, 0, kPaperSection},
                      fmt::format("missing; expected a section such as {}", kExample));
  const Value value = entry->value;
  top.erase(kPaperSection);
  Form form(value, kExample);
  PaperSection section;
  section.place = value.place;
  section.name = form.text("name");
  read_number(form, section);
  section.part = form.text("part", "");
  section.title = form.text("title");
  section.says = form.text("says");
  section.remark = form.text("remark", "");
  if (const Value* const compute = form.value("compute")) {
    if (!compute->is_map() || compute->entries.size() != 1)
      throw ConfigError(compute->place, "is no single computation; expected a map such as {table_1: {sources: 512}}");
    section.compute = *compute;
  }
  read_columns(form.value("columns"), section);
  read_relative(form.value("relative"), section);
  read_picture(form.value("picture"), section);
  read_judge(form.needed("judge", "a list of judgements, such as [{claims: [B1]}]"), section);
  form.finish();
  return section;
}

Json paper_schema() {
  const Json text = {{"type", {"string", "number"}}, {"minLength", 1}};
  const Json texts = {{"oneOf", Json::array({text, {{"type", "array"}, {"minItems", 1}, {"items", text}}})}};
  const Json map = {{"type", "object"}};
  Json picture = {{"type", "object"}, {"required", {"x", "y"}}, {"additionalProperties", false}};
  picture["properties"] = {{"x", text},
                           {"y", texts},
                           {"series", text},
                           {"bound", text},
                           {"x_title", text},
                           {"y_title", text},
                           {"logarithmic", {{"enum", {true, false, "on", "off"}}}},
                           {"y_from", {{"type", "number"}}},
                           {"equal_steps", {{"enum", {true, false, "on", "off"}}}},
                           {"where", map}};
  Json relative = {{"type", "object"}, {"required", {"of", "to"}}, {"additionalProperties", false}};
  relative["properties"] = {{"of", text}, {"to", map}, {"average", text}};
  Json schema = {{"type", "object"},
                 {"description", "the figure or table of a paper that this file reproduces, for `trenza reproduce`"},
                 {"required", {"name", "title", "says", "judge"}},
                 {"additionalProperties", false}};
  schema["properties"] = {{"name", text},
                          {"figure", text},
                          {"table", text},
                          {"section", text},
                          {"part", text},
                          {"title", text},
                          {"says", text},
                          {"remark", text},
                          {"compute", map},
                          {"columns", map},
                          {"relative", {{"type", "object"}, {"additionalProperties", relative}}},
                          {"picture", picture},
                          {"judge", {{"type", "array"}, {"minItems", 1}, {"items", map}}}};
  return schema;
}

std::string paper_rows() {
  return "| `paper` | a map such as {name: ibt, figure: 1, title: ..., says: ..., judge: [...]} |  | the figure or "
         "table "
         "of a paper that the file reproduces, for `trenza reproduce` (papers.md) |\n";
}

}  // namespace trenza::settings
