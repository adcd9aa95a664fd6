// How far two words are apart, for suggestions in error messages.
#pragma once

#include <cstddef>
#include <string>

namespace trenza::topologies {

/// Insertions, deletions and replacements of a character that turn `a` into `b`.
std::size_t edit_distance(const std::string& a, const std::string& b);

}  // namespace trenza::topologies
