// Wave files by the ending of their names.
#pragma once

#include <memory>
#include <string>

#include "waves/wave_writer.h"

namespace trenza::waves {

/// Opens `file` as FST or VCD according to its ending (.fst, .vcd). Throws WaveError if the ending is
/// another, the format is not in this build, or the file cannot be opened.
std::unique_ptr<WaveWriter> open_wave_writer(const std::string& file);

/// Throws what open_wave_writer would throw for the name alone, without touching the file.
void check_wave_file_name(const std::string& file);

/// Whether this build writes and reads .fst.
bool fst_supported();

}  // namespace trenza::waves
