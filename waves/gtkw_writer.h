// Writes GTKWave save files: which signals of a wave file are shown, how, and where the view begins.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "microarch/cycle.h"
#include "rtl_models/probe.h"

namespace trenza::waves {

/// The contents of a save file.
struct SaveFileOptions {
  std::string wave_file;   ///< the wave file; its ending tells how enumerations are stored
  std::string scope_glob;  ///< wave_selection.h: one router "r_3_2", the routers of a ring "r_0_2,r_1_2,r_2_2"; empty:
                           ///< everything
  std::optional<microarch::Cycle> marker;  ///< cycle that gets the marker, with the view around it
  std::uint64_t period_picoseconds = 1000;
  bool clock = true;  ///< shows the recorder's clk and cycle on top, and clocks of blocks
};

/// Writes a save file for the selected `probes`, in their order, in a group for each router and within it for each
/// port. Texts are shown as ASCII, enumerations by name, other numbers in decimal. The wave file is named relative to
/// the folder of `save_file`, so that the two can be moved together; there is no absolute path in the file. Throws
/// WaveError if the selection matches nothing or the file cannot be written.
void write_save_file(const std::string& save_file, const std::vector<rtl_models::Probe>& probes,
                     const SaveFileOptions& options);

}  // namespace trenza::waves
