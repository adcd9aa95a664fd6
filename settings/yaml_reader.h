// YAML text in, a tree of values with their places out.
#pragma once

#include <string>

#include "settings/value.h"

namespace trenza::settings {

/// Reads one YAML document. Anchors and aliases are followed; tags are ignored. Throws ConfigError, with the place, for
/// text that is not UTF-8, control characters, tabs that indent, wrong YAML, duplicate keys, keys that are not plain
/// text, more than one document, an alias inside its own anchor, and for trees that are too deep (32) or too large
/// (100,000 values, aliases counted as often as used). Empty text gives a null value.
Value read_yaml(const std::string& text, const std::string& source);

/// Reads a value of the command line (`option`, for example "--set") for the key `path`; places have no lines.
Value read_option_value(const std::string& text, const std::string& option, const std::string& path);

/// The whole file, at most 16 MiB. Throws ConfigError if it is missing, a directory, unreadable or larger.
std::string read_text_file(const std::string& file);

}  // namespace trenza::settings
