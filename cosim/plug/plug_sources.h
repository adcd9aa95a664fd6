// The files of a block and how they are read.
#pragma once

#include <string>
#include <vector>

namespace trenza::cosim {

struct PlugSources {
  std::vector<std::string> files;            ///< in the order in which they are read
  std::vector<std::string> library_files;    ///< read for modules that are missing
  std::vector<std::string> include_folders;  ///< of included files, and of modules that are missing
  std::vector<std::string> extensions;       ///< of files with such modules, besides .v and .sv: ".vlib"
  std::vector<std::string> defines;          ///< "NAME" or "NAME=VALUE"
  std::string top;                           ///< as a file list names it; may be empty
};

/// Adds what a file list says. `from_its_folder`: its paths are relative to its own folder (-F), not to the present one
/// (-f). Errors: PlugError with file and line.
void read_file_list(const std::string& file, bool from_its_folder, PlugSources& sources);

/// The same words for both tools, with absolute paths. Errors: PlugError for a file that is not there.
std::vector<std::string> verilator_arguments(const PlugSources& sources);
std::vector<std::string> icarus_arguments(const PlugSources& sources);

}  // namespace trenza::cosim
