#include "apps/installed_library.h"

#include <vector>

namespace trenza::apps {

namespace fs = std::filesystem;

fs::path installed_library(const std::string& name) {
  std::error_code error;
  const fs::path root = fs::read_symlink("/proc/self/exe", error).parent_path().parent_path();
  std::vector<fs::path> folders = {root / "lib/trenza", root / "lib64/trenza"};
  for (fs::directory_iterator at(root / "lib", error), end; !error && at != end; at.increment(error))
    folders.push_back(at->path() / "trenza");
  for (const fs::path& folder : folders) {
    if (fs::exists(folder / name, error)) return folder / name;
  }
  return {};
}

}  // namespace trenza::apps
