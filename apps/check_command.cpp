#include "apps/check_command.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "apps/exit_status.h"
#include "apps/fabric_summary.h"
#include "apps/output_file.h"
#include "apps/output_plan.h"
#include "apps/proof_gate.h"
#include "apps/read_experiments.h"
#include "apps/rtl_fabric.h"
#include "apps/sweep/sweep_check.h"

namespace trenza::apps {

int check_command(const CheckOptions& options) {
  if (is_sweep(options)) return check_sweep(options);
  const settings::Configuration configuration = read_experiments(options.file, options.overrides, !options.quiet);
  check_rtl(configuration);
  OutputPlan plan;
  plan.reads(configuration);
  plan.writes(options.json, "--json");
  auto documents = nlohmann::ordered_json::array();
  std::string text;
  std::string failures;
  for (const settings::RunConfiguration& run : configuration.runs) {
    const topologies::Proof proof = prove(run, !options.quiet);
    documents.push_back(fabric_summary(run, proof));
    text += (text.empty() ? "" : "\n") + summary_text(documents.back());
    if (!proof.holds())
      failures +=
          fmt::format("trenza: {}: {} can deadlock\n{}", run.name, run.topology->name(), counterexamples(proof));
  }
  if (!options.quiet && !is_standard_output(options.json)) write_whole("-", text);
  if (!options.json.empty()) {
    const nlohmann::ordered_json document =
        configuration.compared ? nlohmann::ordered_json{{"runs", documents}} : documents[0];
    write_whole(options.json, document.dump(2) + "\n");
  }
  fmt::print(stderr, "{}", failures);
  return failures.empty() ? kDone : kFault;
}

}  // namespace trenza::apps
