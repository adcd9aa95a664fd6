// Combinational loops: Verilator can be silently wrong about them, so another tool has to agree.
#pragma once

#include <filesystem>

#include "cosim/plug/plug_file.h"
#include "cosim/plug/plug_sources.h"
#include "rtl_models/twin/verilation.h"

namespace trenza::cosim {

/// A verilated block with loops.
struct LoopCase {
  const Plug& plug;
  const PlugSources& sources;
  const rtl_models::Verilation& design;
  std::filesystem::path folder;  ///< to work in
  int icarus_seconds = 0;        ///< for Icarus at most
  bool trusted = false;          ///< accepted if no tool can tell
};

/// The result of the judgement.
struct LoopVerdict {
  LoopJudge judge;
  std::string remark;  ///< why a tool could not judge the loops; may be empty
};

/// Drives the block with random inputs and compares all outputs in all cycles with Icarus Verilog, except bits that are
/// unknown there. If Icarus cannot judge the block, Verilator at -O0 does. Errors: PlugError with the first cycle and
/// port that differ, or if no tool can judge a block that is not `trusted`.
LoopVerdict judge_loops(const LoopCase& block);

}  // namespace trenza::cosim
