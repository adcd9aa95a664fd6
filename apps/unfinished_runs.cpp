#include "apps/unfinished_runs.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "apps/result_table.h"

namespace trenza::apps {

settings::Configuration finished_runs(const settings::Configuration& configuration, std::vector<RunReport>& reports) {
  settings::Configuration finished = configuration;
  finished.runs.clear();
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (!reports[i].interrupted) finished.runs.push_back(configuration.runs[i]);
  }
  const auto is_interrupted = [](const RunReport& report) { return report.interrupted; };
  reports.erase(std::remove_if(reports.begin(), reports.end(), is_interrupted), reports.end());
  return finished;
}

std::string interruption_text(const settings::Configuration& configuration, const std::vector<RunReport>& reports) {
  std::string stopped;
  std::size_t finished = 0;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (!reports[i].interrupted) {
      ++finished;
    } else if (const auto cycle = reports[i].results["cycles"].get<std::uint64_t>(); cycle > 0) {
      stopped += fmt::format("trenza: run {}: interrupted in cycle {}\n", configuration.runs[i].name, grouped(cycle));
    }
  }
  if (finished == reports.size()) return "";
  return fmt::format("trenza: interrupted; finished: {} of {} runs\n", finished, reports.size()) + stopped;
}

}  // namespace trenza::apps
