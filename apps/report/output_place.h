// Where what is made of sweeps may be written.
#pragma once

#include <string>
#include <vector>

namespace trenza::apps {

/// The folder of a sweep holds nothing else: what is written there could be a document, and is strange to other
/// commands. Throws UsageError that begins with `option` for an output in one of them; "-" and no name lie in none.
void check_outside(const std::string& output, const std::vector<std::string>& sweeps, const char* option);

}  // namespace trenza::apps
