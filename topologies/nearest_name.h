// Finds the name that was probably meant by a misspelt word, for error messages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trenza::topologies {

/// Insertions, deletions and replacements of a character that turn `a` into `b`.
int edit_distance(std::string_view a, std::string_view b);

/// The name nearest to `word`, if it is near enough to be meant (a third of its length, at least 2 edits); empty
/// otherwise.
std::string nearest_name(std::string_view word, const std::vector<std::string>& names);

}  // namespace trenza::topologies
