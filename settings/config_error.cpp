#include "settings/config_error.h"

#include <fmt/core.h>

#include "topologies/nearest_name.h"

namespace trenza::settings {

namespace {

/// A character 0 would end what().
std::string without_zeros(std::string text) {
  for (auto at = text.find('\0'); at != std::string::npos; at = text.find('\0', at)) text.replace(at, 1, "\\x00");
  return text;
}

}  // namespace

ConfigError::ConfigError(const Place& place, const std::string& message)
    : std::runtime_error(without_zeros(to_string(place) + ": " + message)) {}

std::string to_string(const Place& place) {
  if (place.line > 0) {
    const std::string position = fmt::format("{}:{}:{}", place.source, place.line, place.column);
    return place.path.empty() ? position : position + ": " + place.path;
  }
  if (place.path.empty()) return place.source;
  const bool option = place.source.rfind("--", 0) == 0;
  return place.source + (option ? " " : ": ") + place.path;
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
