// Files that appear whole or not at all.
#pragma once

#include <string>

namespace trenza::apps {

/// The reason why a file of this name cannot be created or replaced: its folder is missing, permission is missing, or
/// it is a folder itself. Empty if it can be.
std::string writing_fault(const std::string& file);

/// Throws UsageError if a document of --json could not be written at the end. "-" and "" always pass.
void check_json_output(const std::string& file);

/// Writes the text under a temporary name in the same folder and renames it. "-" is standard output. Throws UsageError
/// if the file cannot be written; nothing is left behind then.
void write_whole(const std::string& file, const std::string& text);

}  // namespace trenza::apps
