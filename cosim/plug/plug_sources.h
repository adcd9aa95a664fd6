// The files of a block and how they are read.
#pragma once

#include <string>
#include <vector>

namespace trenza::cosim {

struct PlugSources {
  std::vector<std::string> files;            ///< in the order in which they are read
  std::vector<std::string> library_files;    ///< read for modules that are missing
  std::vector<std::string> include_folders;  ///< of included files, and of modules that are missing
  std::vector<std::string> extensions;       ///< of files with missing modules, besides .v and .sv: ".vlib"
  std::vector<std::string> defines;          ///< "NAME" or "NAME=VALUE"
  std::string top;                           ///< as a file list names it; may be empty
};

/// Adds the content of a file list to `sources`. With `from_its_folder` (-F), its paths are relative to the folder of
/// the list; otherwise (-f) they are relative to the working directory. Errors: PlugError with file and line.
void read_file_list(const std::string& file, bool from_its_folder, PlugSources& sources);

/// The command-line arguments that give these sources to each tool, with absolute paths. Errors: PlugError for a file
/// that does not exist.
std::vector<std::string> verilator_arguments(const PlugSources& sources);
std::vector<std::string> icarus_arguments(const PlugSources& sources);

}  // namespace trenza::cosim
