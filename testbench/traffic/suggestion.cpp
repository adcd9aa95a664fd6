#include "testbench/traffic/suggestion.h"

#include "topologies/nearest_name.h"

namespace trenza::testbench {

std::string suggestion(const std::string& word, const std::vector<PartKind>& kinds) {
  std::vector<std::string> names;
  std::string list;
  for (const PartKind& kind : kinds) {
    names.push_back(kind.name);
    list += (list.empty() ? "" : ", ") + kind.name;
  }
  const std::string near = topologies::nearest_name(word, names);
  if (!near.empty()) return "; did you mean \"" + near + "\"?";
  return "; there are: " + list;
}

}  // namespace trenza::testbench
