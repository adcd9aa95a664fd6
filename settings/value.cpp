#include "settings/value.h"

#include <algorithm>

namespace trenza::settings {

const Entry* Value::entry(const std::string& key) const {
  if (!is_map()) return nullptr;
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.key == key; });
  return found == entries.end() ? nullptr : &*found;
}

Entry* Value::entry(const std::string& key) { return const_cast<Entry*>(static_cast<const Value*>(this)->entry(key)); }

const Value* Value::find(const std::string& path) const {
  const auto dot = path.find('.');
  const Entry* const child = entry(path.substr(0, dot));
  if (child == nullptr) return nullptr;
  return dot == std::string::npos ? &child->value : child->value.find(path.substr(dot + 1));
}

void Value::erase(const std::string& path) {
  const auto dot = path.find('.');
  const std::string key = path.substr(0, dot);
  if (dot != std::string::npos) {
    if (Entry* const child = entry(key)) child->value.erase(path.substr(dot + 1));
    return;
  }
  entries.erase(std::remove_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.key == key; }),
                entries.end());
}

void Value::set_layer(Layer new_layer) {
  layer = new_layer;
  for (Value& item : items) item.set_layer(new_layer);
  for (Entry& child : entries) child.value.set_layer(new_layer);
}

std::string Value::description() const {
  switch (kind) {
    case Kind::null:
      return "nothing";
    case Kind::list:
      return "a list";
    case Kind::map:
      return "a map";
    case Kind::scalar:
      break;
  }
  constexpr std::size_t kShown = 40;
  return "`" + (text.size() <= kShown ? text : text.substr(0, kShown) + "...") + "`" + (quoted ? " in quotes" : "");
}

void lay_over(Value& base, const Value& over, const std::vector<std::string>& whole, const std::string& path) {
  const bool replaced = std::find(whole.begin(), whole.end(), path) != whole.end();
  if (!base.is_map() || !over.is_map() || replaced) {
    base = over;
    return;
  }
  for (const Entry& entry : over.entries) {
    if (Entry* const same = base.entry(entry.key)) {
      same->place = entry.place;
      lay_over(same->value, entry.value, whole, path.empty() ? entry.key : path + "." + entry.key);
    } else {
      base.entries.push_back(entry);
    }
  }
}

}  // namespace trenza::settings
