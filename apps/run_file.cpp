#include "apps/run_file.h"

#include <filesystem>

namespace trenza::apps {

std::string file_of_run(const std::string& file, const settings::Configuration& configuration, const std::string& run) {
  if (!configuration.compared) return file;
  const std::filesystem::path path(file);
  return (path.parent_path() / (path.stem().string() + "-" + run + path.extension().string())).string();
}

}  // namespace trenza::apps
