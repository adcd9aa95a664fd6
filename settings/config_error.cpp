#include "settings/config_error.h"

#include <fmt/core.h>

#include "topologies/nearest_name.h"

namespace trenza::settings {

ConfigError::ConfigError(const Place& place, const std::string& message)
    : UserError(to_string(place) + ": " + message) {}

std::string to_string(const Place& place) {
  if (place.line > 0) {
    const std::string position = fmt::format("{}:{}:{}", place.source, place.line, place.column);
    return place.path.empty() ? position : position + ": " + place.path;
  }
  if (place.path.empty()) return place.source;
  if (place.source == "--set") return place.source + " " + place.path;
  const bool names_its_key = place.source.rfind("--", 0) == 0;
  return names_its_key ? place.source : place.source + ": " + place.path;
}

std::string suggestion(const std::string& word, const std::vector<std::string>& candidates) {
  const std::string near = topologies::nearest_name(word, candidates);
  return near.empty() ? "" : "; did you mean `" + near + "`?";
}

std::string listed(const std::vector<std::string>& words, const std::string& conjunction) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " " + conjunction + " " : ", ";
    text += "`" + words[i] + "`";
  }
  return text;
}

}  // namespace trenza::settings
