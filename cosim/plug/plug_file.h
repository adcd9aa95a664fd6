// A shared object that `trenza plug` made: a verilated block with its port map and where both came from.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cosim/plug/port_map.h"
#include "rtl_models/twin/verilation.h"

namespace trenza::cosim {

/// The tool that agreed with the verilated model of a block, and the number of cycles that were compared.
struct ModelJudge {
  std::string name;
  int cycles = 0;
};

/// The description that a plug contains.
struct PlugFile {
  std::filesystem::path path;  ///< absolute
  std::string name;            ///< as the user named it, for messages
  std::string slot;
  std::string top;
  std::string hash;   ///< of sources, parameters and port map: the same on every machine
  std::string tools;  ///< versions of the tools that built it
  Numbers numbers;    ///< of the fabric: those that its parameters name
  std::vector<rtl_models::ModelPort> ports;
  std::string map_name;  ///< file of the port map
  std::string map_text;
  bool loops = false;  ///< the block has combinational loops
  ModelJudge judge = {};
};

/// A plug and its port map.
struct Plug {
  PlugFile file;
  PortMap map;
};

/// Reads the description in a shared object. Errors: PlugError if the file is missing, was not made by `trenza plug`,
/// or was made by another version of Trenza.
PlugFile open_plug(const std::string& name, const std::filesystem::path& path);

/// C++ code that turns the shared object of a model into a plug: it contains the description that open_plug() reads.
std::string plug_code(const PlugFile& file);

/// Throws PlugError if the plug was built for other numbers than those of a network. `place` names the network in the
/// message, for example "RTT(2)".
void check_numbers(const PlugFile& file, const Numbers& numbers, const std::string& place);

}  // namespace trenza::cosim
