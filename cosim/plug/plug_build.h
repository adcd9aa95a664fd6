// Makes a plug from SystemVerilog and a port map: the work of `trenza plug`.
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
  int icarus_seconds = 60;   ///< for Icarus to judge the model
};

struct PlugReport {
  PlugFile file;
  std::string remark;    ///< why not all tools judged the model; may be empty
  std::string warnings;  ///< what Verilator said
};

/// Builds the plug. Errors: PlugError if the block or its map is wrong, if another tool disagrees with its model, or if
/// none can judge its combinational loops; rtl_models::RtlError if a tool fails.
PlugReport build_plug(const PlugRequest& request);

/// Checks the ports of a block against its slot. Sizes such as the number of requesters are taken from the widths of
/// the ports. Errors: PlugError.
void check_slot(const Plug& plug);

}  // namespace trenza::cosim
