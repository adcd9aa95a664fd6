// Checks of a text file before the YAML parser reads it.
#pragma once

#include <string>

#include "settings/value.h"

namespace trenza::settings {

/// Throws ConfigError at the first byte that is not UTF-8, the first control character (other than tab and line ends),
/// or the first tab that indents a line.
/// `start` is the place of the text; without a line (an option) errors have none.
void check_text(const std::string& text, const Place& start);

}  // namespace trenza::settings
