// Replays the same inputs on a block in Icarus Verilog.
#pragma once

#include <filesystem>

#include "cosim/plug/plug_sources.h"
#include "cosim/plug/replay_stimulus.h"
#include "rtl_models/twin/verilation.h"

namespace trenza::cosim {

/// The version of Icarus Verilog; empty if it is not installed.
std::string icarus_version(const std::filesystem::path& folder);

/// Runs a stimulus in `folder`, for `seconds` at most. Bits that Icarus does not know are x or z. If the run fails or
/// hangs, Replay::end gives the reason, as far as possible in the tool's own words. If the time runs out while cycles
/// still go by, Replay::end is empty and the replay has fewer cycles.
Replay replay_in_icarus(const Plug& plug, const PlugSources& sources, const rtl_models::Verilation& design,
                        const Stimulus& stimulus, int seconds, const std::filesystem::path& folder);

}  // namespace trenza::cosim
