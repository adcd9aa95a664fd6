// A command whose MPI program is recorded.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace trenza::apps {

/// What is handed to the recorder by the environment of the command.
struct RecorderEnvironment {
  std::filesystem::path library;  ///< is preloaded
  std::filesystem::path folder;   ///< of the parts
  bool by_pcontrol = false;       ///< nothing is recorded before MPI_Pcontrol(1)
};

/// Runs the command to its end. Returns its exit status, 128 and the number of the signal that ended it. SIGTERM and
/// SIGHUP are passed on to it. Throws UsageError if there is no such program.
int run_recorded(const std::vector<std::string>& command, const RecorderEnvironment& environment);

}  // namespace trenza::apps
