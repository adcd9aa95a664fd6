// Suggestions for misspelt names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "testbench/experiment.h"

namespace trenza::testbench {

/// Number of characters to insert, delete or replace to get from one word to the other.
int edit_distance(std::string_view a, std::string_view b);

/// The name nearest to `word`, if it is near enough to be meant (a third of its length, at least 2 edits); empty
/// otherwise.
std::string nearest_name(std::string_view word, const std::vector<std::string>& names);

/// ", did you mean "NAME"?" or a list of what there is.
std::string suggestion(const std::string& word, const std::vector<PartKind>& kinds);

}  // namespace trenza::testbench
