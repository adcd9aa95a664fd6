#include "settings/config_error.h"

#include <fmt/core.h>

#include "topologies/nearest_name.h"

namespace trenza::settings {

ConfigError::ConfigError(const Place& place, const std::string& message)
    : UserError(to_string(place) + ": " + message), place_(place), problem_(message) {}

Complaint parts_of(const std::string& problem) {
  static const std::string kExpected = "; expected ";
  static const std::string kNearest = "; did you mean `";
  static const std::string kEnd = "`?";
  Complaint parts;
  parts.wrong = problem;
  const auto nearest = parts.wrong.rfind(kNearest);
  const bool is_last = nearest != std::string::npos && parts.wrong.size() >= nearest + kNearest.size() + kEnd.size() &&
                       parts.wrong.compare(parts.wrong.size() - kEnd.size(), kEnd.size(), kEnd) == 0;
  if (is_last) {
    const auto begin = nearest + kNearest.size();
    parts.nearest = parts.wrong.substr(begin, parts.wrong.size() - kEnd.size() - begin);
    parts.wrong.erase(nearest);
  }
  const auto expected = parts.wrong.rfind(kExpected);
  if (expected != std::string::npos) {
    parts.expected = parts.wrong.substr(expected + kExpected.size());
    parts.wrong.erase(expected);
  }
  return parts;
}

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
