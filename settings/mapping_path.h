// Whether a mapping is written down or lies in a file.
#pragma once

#include <string>

namespace trenza::settings {

/// Whether the text of a mapping is a path and not an expression: a path has a folder, or ends in .txt or .map.
bool is_mapping_path(const std::string& text);

}  // namespace trenza::settings
