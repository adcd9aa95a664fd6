// The order in which people count files.
#pragma once

#include <string_view>

namespace trenza::traces {

/// Whether `a` comes before `b`, numbers in them compared as numbers: rank-9 before rank-10.
bool natural_less(std::string_view a, std::string_view b);

}  // namespace trenza::traces
