// The patterns and arrival processes that there are, by name.
#pragma once

#include <string>
#include <vector>

namespace trenza::testbench {

/// Name and one-line description of a registered part, for the schema, the help and nearest-name suggestions.
struct PartKind {
  std::string name;
  std::string summary;
};
std::vector<PartKind> pattern_kinds();
std::vector<PartKind> arrival_kinds();

}  // namespace trenza::testbench
