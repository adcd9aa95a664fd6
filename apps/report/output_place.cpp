#include "apps/report/output_place.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "apps/exit_status.h"
#include "apps/output_file.h"

namespace trenza::apps {

namespace fs = std::filesystem;

void check_outside(const std::string& output, const std::vector<std::string>& sweeps, const char* option) {
  if (output.empty() || is_standard_output(output)) return;
  std::error_code error;
  const fs::path place = fs::weakly_canonical(output, error);
  for (const std::string& sweep : sweeps) {
    const fs::path folder = fs::canonical(sweep, error);
    if (error) continue;  // who reads it says so
    const auto [end, unused] = std::mismatch(folder.begin(), folder.end(), place.begin(), place.end());
    if (end != folder.end()) continue;
    throw UsageError(
        fmt::format("{}: {} lies in {}, the folder of a sweep; expected a place outside", option, output, sweep));
  }
}

}  // namespace trenza::apps
