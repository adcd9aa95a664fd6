// A shared object that `trenza plug` made: a verilated block with its port map and where both came from.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cosim/plug/port_map.h"
#include "rtl_models/twin/verilation.h"

namespace trenza::cosim {

/// Who says that the combinational loops of a block are computed rightly, over how many cycles; empty: it has no loops.
struct LoopJudge {
  std::string name;
  int cycles = 0;
};

/// What a plug says of itself.
struct PlugFile {
  std::filesystem::path path;  ///< absolute
  std::string name;            ///< as the user named it, for messages
  std::string slot;
  std::string top;
  std::string hash;   ///< of sources, parameters and port map: the same on every machine
  std::string tools;  ///< versions that built it
  Numbers numbers;    ///< of the fabric, as far as its parameters name them
  std::vector<rtl_models::ModelPort> ports;
  std::string map_name;  ///< file of the port map
  std::string map_text;
  LoopJudge loops = {};
};

/// A plug and its port map.
struct Plug {
  PlugFile file;
  PortMap map;
};

/// Reads a shared object. Errors: PlugError if it is missing, is none that `trenza plug` made, or is of another version.
PlugFile open_plug(const std::string& name, const std::filesystem::path& path);

/// C++ that makes a shared object of a model a plug: what open_plug() finds.
std::string plug_code(const PlugFile& file);

/// Throws PlugError if the plug was built for other numbers than those of a place (`place`: "RTT(2)").
void check_numbers(const PlugFile& file, const Numbers& numbers, const std::string& place);

}  // namespace trenza::cosim
