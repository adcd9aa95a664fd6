#pragma once

#include <string>

namespace trenza::test {

/// Number of times that a text contains another.
inline int occurrences(const std::string& text, const std::string& part) {
  int number = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++number;
  return number;
}

}  // namespace trenza::test
