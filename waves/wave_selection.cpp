#include "waves/wave_selection.h"

#include <algorithm>
#include <set>
#include <utility>

#include "waves/wave_error.h"

namespace trenza::waves {
namespace {

using Components = std::vector<std::string>;

Components split(const std::string& text, char separator) {
  Components parts;
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = text.find(separator, begin);
    parts.push_back(text.substr(begin, end == std::string::npos ? end : end - begin));
    if (end == std::string::npos) return parts;
    begin = end + 1;
  }
}

std::string trim(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// The number of components of `glob` that match those of `path` from `begin` on.
std::size_t matched_from(const Components& glob, const Components& path, std::size_t begin) {
  std::size_t matched = 0;
  while (matched < glob.size() && begin + matched < path.size() &&
         component_matches(glob[matched], path[begin + matched])) {
    ++matched;
  }
  return matched;
}

bool matches(const Components& glob, const Components& path) {
  for (std::size_t begin = 0; begin + glob.size() <= path.size(); ++begin) {
    if (matched_from(glob, path, begin) == glob.size()) return true;
  }
  return false;
}

/// Edits that turn `name` into something `pattern` matches; characters taken by `*` and `?` are free.
int distance(const std::string& pattern, const std::string& name) {
  std::vector<int> row(name.size() + 1);
  for (std::size_t j = 0; j <= name.size(); ++j) row[j] = static_cast<int>(j);
  for (const char symbol : pattern) {
    int diagonal = row[0];
    row[0] += symbol == '*' ? 0 : 1;
    for (std::size_t j = 1; j <= name.size(); ++j) {
      const int above = row[j];
      if (symbol == '*') {
        row[j] = std::min(above, row[j - 1]);
      } else {
        const int change = symbol == '?' || symbol == name[j - 1] ? 0 : 1;
        row[j] = std::min({diagonal + change, above + 1, row[j - 1] + 1});
      }
      diagonal = above;
    }
  }
  return row.back();
}

std::string nearest(const std::string& pattern, const std::set<std::string>& names) {
  constexpr std::size_t kOffered = 5;
  std::vector<std::pair<int, std::string>> ranked;
  for (const std::string& name : names) ranked.emplace_back(distance(pattern, name), name);
  std::sort(ranked.begin(), ranked.end());
  std::string list;
  for (std::size_t i = 0; i < std::min(kOffered, ranked.size()); ++i) list += (i > 0 ? ", " : "") + ranked[i].second;
  return list;
}

/// The message for a glob that selects nothing: what the part that does match leads to, or else the nearest names of
/// all.
std::string unmatched(const std::string& glob_text, const Components& glob, const std::vector<Components>& paths) {
  std::size_t best = 0;
  std::set<std::string> next;
  for (const Components& path : paths) {
    for (std::size_t begin = 0; begin < path.size(); ++begin) {
      const std::size_t matched = matched_from(glob, path, begin);
      if (matched > best) {
        best = matched;
        next.clear();
      }
      if (matched == best && begin + matched < path.size()) next.insert(path[begin + matched]);
    }
  }
  std::string message = "no signal matches '" + glob_text + "'";
  if (next.empty()) return best > 0 ? message + ": nothing lies below '" + glob[best - 1] + "'" : message;
  message += best > 0 ? "; nearest to '" + glob[best] + "' below '" + glob[best - 1] + "': " : "; nearest: ";
  return message + nearest(glob[best], next);
}

}  // namespace

bool component_matches(const std::string& pattern, const std::string& name) {
  std::size_t p = 0;
  std::size_t n = 0;
  std::size_t star = std::string::npos;
  std::size_t resume = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p;
      ++n;
    } else if (star != std::string::npos) {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::vector<std::size_t> select_probes(const std::vector<rtl_models::Probe>& probes, const std::string& globs) {
  std::vector<std::size_t> selected;
  if (trim(globs).empty()) {
    for (std::size_t i = 0; i < probes.size(); ++i) selected.push_back(i);
    return selected;
  }
  std::vector<Components> paths;
  paths.reserve(probes.size());
  for (const rtl_models::Probe& probe : probes) paths.push_back(split(probe.path, '.'));

  std::vector<bool> chosen(probes.size(), false);
  for (const std::string& part : split(globs, ',')) {
    const std::string glob_text = trim(part);
    const Components glob = split(glob_text, '.');
    if (std::find(glob.begin(), glob.end(), "") != glob.end()) {
      throw WaveError("signal selection '" + globs + "': a glob, or a component between its dots, is empty");
    }
    bool any = false;
    for (std::size_t i = 0; i < probes.size(); ++i) {
      if (!matches(glob, paths[i])) continue;
      chosen[i] = true;
      any = true;
    }
    if (!any) throw WaveError(unmatched(glob_text, glob, paths));
  }
  for (std::size_t i = 0; i < probes.size(); ++i) {
    if (chosen[i]) selected.push_back(i);
  }
  return selected;
}

}  // namespace trenza::waves
