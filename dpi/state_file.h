// Files of saved states: a header with a checksum around the bytes of an archive.
#pragma once

#include <string>

namespace trenza::dpi {

/// The file appears as a whole or not at all. Throws CallError.
void write_state_file(const std::string& file, const std::string& bytes);

/// The bytes given to write_state_file(). Throws CallError for a file that is no saved state, is cut off or is damaged.
std::string read_state_file(const std::string& file);

}  // namespace trenza::dpi
