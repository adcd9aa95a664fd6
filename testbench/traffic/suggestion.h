// Suggestions for misspelt names of parts.
#pragma once

#include <string>
#include <vector>

#include "testbench/experiment.h"
#include "testbench/traffic/part_kinds.h"

namespace trenza::testbench {

/// "; did you mean "NAME"?" or a list of what there is.
std::string suggestion(const std::string& word, const std::vector<PartKind>& kinds);

}  // namespace trenza::testbench
