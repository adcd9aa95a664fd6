// The same inputs to a block in Icarus Verilog.
#pragma once

#include <filesystem>

#include "cosim/plug/plug_sources.h"
#include "cosim/plug/replay_stimulus.h"
#include "rtl_models/twin/verilation.h"

namespace trenza::cosim {

/// The version of Icarus Verilog; empty if it is not installed.
std::string icarus_version(const std::filesystem::path& folder);

/// Runs a stimulus for `seconds` at most, in `folder`. Bits that Icarus does not know are x or z. The reason of an early
/// end has the tool's own words; a time that runs out while cycles go by is none: Replay::end is empty then.
Replay replay_in_icarus(const Plug& plug, const PlugSources& sources, const rtl_models::Verilation& design,
                        const Stimulus& stimulus, int seconds, const std::filesystem::path& folder);

}  // namespace trenza::cosim
