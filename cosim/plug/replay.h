// The same stimulus to the verilated block and to Icarus Verilog: Verilator can be silently wrong where it sees
// combinational loops.
#pragma once

#include <filesystem>

#include "cosim/plug/plug_file.h"

namespace trenza::cosim {

/// Runs random inputs (of a fixed seed) through both, in `folder`, and compares every output in every cycle, bits that are
/// unknown in Icarus apart. Returns the number of cycles. Errors: PlugError with the first cycle and port that differ, and
/// where Icarus is missing, does not read the block, or does not settle.
int replay_in_icarus(const Plug& plug, const rtl_models::Verilation& design, const std::filesystem::path& folder);

}  // namespace trenza::cosim
