// What a text file must satisfy before a YAML parser sees it.
#pragma once

#include <string>

namespace trenza::config {

/// Throws ConfigError at the first byte that is not UTF-8, the first control character (other than tab and line ends),
/// or the first tab that indents a line.
void check_text(const std::string& text, const std::string& source);

}  // namespace trenza::config
