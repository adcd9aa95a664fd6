#include "settings/dotted_keys.h"

#include <fmt/core.h>

#include <utility>
#include <vector>

#include "settings/config_error.h"

namespace trenza::settings {

namespace {

std::string joined(const std::string& map, const std::string& key) { return map.empty() ? key : map + "." + key; }

/// The place of the first word of a dotted key.
Place place_of_word(const Entry& entry, std::size_t rest) {
  Place place = entry.place;
  if (place.path.size() >= rest) place.path.resize(place.path.size() - rest);
  return place;
}

[[noreturn]] void fail_twice(const Place& place, const Place& other) {
  throw ConfigError(place, other.line > 0 ? fmt::format("duplicate key; it is in line {}, column {} already",
                                                        other.line, other.column)
                                          : std::string("duplicate key"));
}

class Nesting {
 public:
  explicit Nesting(const HasPath& has_path) : has_path_(has_path) {}

  void nest(Value& value, const std::string& path) const {
    for (Value& item : value.items) nest(item, path + "[]");
    std::vector<Entry> entries = std::move(value.entries);
    value.entries.clear();
    for (Entry& entry : entries) put(value, path, std::move(entry));
    for (Entry& entry : value.entries) nest(entry.value, joined(path, entry.key));
  }

 private:
  void put(Value& map, const std::string& path, Entry entry) const {
    const auto dot = entry.key.find('.');
    if (dot != std::string::npos && has_path_(path, entry.key)) return put(map, path, in_a_map(std::move(entry), dot));
    Entry* const same = map.entry(entry.key);
    if (same == nullptr) {
      map.entries.push_back(std::move(entry));
    } else if (same->value.is_map() && entry.value.is_map()) {
      for (Entry& one : entry.value.entries) put(same->value, joined(path, entry.key), std::move(one));
    } else {
      fail_twice(entry.place, same->place);
    }
  }

  /// `a.b: 1` as `a: {b: 1}`.
  static Entry in_a_map(Entry entry, std::size_t dot) {
    Entry inner{entry.key.substr(dot + 1), entry.place, std::move(entry.value)};
    if (dot == 0 || inner.key.empty()) throw ConfigError(entry.place, "is not a key; expected words joined by dots");
    entry.place = place_of_word(entry, entry.key.size() - dot);
    entry.key.resize(dot);
    entry.value = Value();
    entry.value.kind = Value::Kind::map;
    entry.value.place = entry.place;
    entry.value.layer = inner.value.layer;
    entry.value.entries.push_back(std::move(inner));
    return entry;
  }

  const HasPath& has_path_;
};

}  // namespace

void nest_dotted_keys(Value& value) {
  nest_dotted_keys(value, [](const std::string&, const std::string&) { return true; });
}

void nest_dotted_keys(Value& value, const HasPath& has_path) { Nesting(has_path).nest(value, ""); }

}  // namespace trenza::settings
