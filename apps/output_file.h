// Outputs of the commands: texts for files and for standard output. The rule for files is in microarch/output_file.h.
#pragma once

#include <string>

namespace trenza::apps {

/// Whether an output of this name goes to standard output: "-", /dev/stdout and what leads there.
bool is_standard_output(const std::string& file);

/// Writes the text, whole or not at all. Throws UsageError if the file cannot be written; nothing is left behind then.
void write_whole(const std::string& file, const std::string& text);

}  // namespace trenza::apps
