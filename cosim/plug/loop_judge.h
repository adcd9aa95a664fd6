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

/// What became of it.
struct LoopVerdict {
  LoopJudge judge;
  std::string remark;  ///< why others did not tell; may be empty
};

/// Compares all outputs in all cycles of random inputs with Icarus Verilog (bits that are unknown there apart), or with
/// Verilator at -O0 where Icarus does not tell. Errors: PlugError with the first cycle and port that differ, and where
/// neither tells.
LoopVerdict judge_loops(const LoopCase& block);

}  // namespace trenza::cosim
