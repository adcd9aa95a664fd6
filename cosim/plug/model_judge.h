// What compilers make of a block can be wrong, most easily where it has combinational loops: another tool has to agree
// with the verilated model.
#pragma once

#include <filesystem>

#include "cosim/plug/plug_file.h"
#include "cosim/plug/plug_sources.h"
#include "rtl_models/twin/verilation.h"

namespace trenza::cosim {

/// A verilated block.
struct JudgedBlock {
  const Plug& plug;
  const PlugSources& sources;
  const rtl_models::Verilation& design;
  std::filesystem::path folder;  ///< to work in
  int icarus_seconds = 0;        ///< for Icarus at most
  bool loops = false;            ///< it has combinational loops
  bool trusted = false;          ///< accepted with loops if no tool can tell
};

/// The result of the judgement.
struct Verdict {
  ModelJudge judge;
  std::string remark;  ///< why a tool could not judge the block; may be empty
};

/// Drives the block with random inputs that its slot could give, for 2000 cycles if it has loops, else for 300, and
/// compares all outputs in all cycles with Icarus Verilog, except bits that are unknown there. If Icarus cannot judge
/// the block, Verilator at -O0 does; if that cannot either, the judge is "nobody". Errors: PlugError with the first
/// cycle and port that differ, or if no tool can judge a block with loops that is not `trusted`.
Verdict judge_model(const JudgedBlock& block);

}  // namespace trenza::cosim
