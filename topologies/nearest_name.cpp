#include "topologies/nearest_name.h"

#include <algorithm>
#include <numeric>

namespace trenza::topologies {

int edit_distance(std::string_view a, std::string_view b) {
  std::vector<int> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    int diagonal = row[0];
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

std::string nearest_name(std::string_view word, const std::vector<std::string>& names) {
  std::string best;
  int best_distance = 0;
  for (const std::string& name : names) {
    const int distance = edit_distance(word, name);
    const int limit = std::max(2, static_cast<int>(name.size()) / 3);
    // Without this a word that has hardly anything in common with the name would be "corrected" into it.
    if (distance > limit || distance >= static_cast<int>(std::max(word.size(), name.size()))) continue;
    if (!best.empty() && distance >= best_distance) continue;
    best = name;
    best_distance = distance;
  }
  return best;
}

}  // namespace trenza::topologies
