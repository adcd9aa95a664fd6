// SystemVerilog and a port map in, a plug out: what `trenza plug` does.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cosim/plug/plug_file.h"
#include "cosim/plug/plug_sources.h"

namespace trenza::cosim {

struct PlugRequest {
  PlugSources sources;
  PortMap map;           ///< its `top` says which module
  std::string map_text;  ///< as it was read
  Numbers numbers;       ///< of the fabric that it is for; may be empty
  std::filesystem::path output;
  bool trust_loops = false;  ///< takes a block with loops that no tool can judge
  int icarus_seconds = 60;   ///< for Icarus to judge loops
};

struct PlugReport {
  PlugFile file;
  std::string loop_remark;  ///< why not all tools judged the loops; may be empty
  std::string warnings;     ///< what Verilator said
};

/// Builds the plug. Errors: PlugError for what is wrong with the block or its map, and for loops that no replay clears;
/// rtl_models::RtlError when the tools fail.
PlugReport build_plug(const PlugRequest& request);

/// The checks of a slot on the ports of a block (requesters and the like are taken from their widths). Errors: PlugError.
void check_slot(const Plug& plug);

}  // namespace trenza::cosim
