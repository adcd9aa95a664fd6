// SystemVerilog and a port map in, a plug out: what `trenza plug` does.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cosim/plug/plug_file.h"

namespace trenza::cosim {

struct PlugSources {
  std::vector<std::string> files;  ///< in the order in which Verilator reads them
  std::vector<std::string> include_folders;
  std::vector<std::string> defines;  ///< "NAME" or "NAME=VALUE"
};

struct PlugRequest {
  PlugSources sources;
  PortMap map;           ///< its `top` says which module
  std::string map_text;  ///< as it was read
  Numbers numbers;       ///< of the fabric that it is for; may be empty
  std::filesystem::path output;
};

struct PlugReport {
  PlugFile file;
  bool loops = false;       ///< Verilator sees combinational loops (UNOPTFLAT)
  int replayed_cycles = 0;  ///< compared with Icarus; 0: no need
  std::string warnings;     ///< what Verilator said
};

/// Builds the plug. Errors: PlugError for what is wrong with the block or its map, and for loops that no replay clears;
/// rtl_models::RtlError when the tools fail.
PlugReport build_plug(const PlugRequest& request);

/// The checks of a slot on the ports of a block (requesters and the like are taken from their widths). Errors: PlugError.
void check_slot(const Plug& plug);

}  // namespace trenza::cosim
