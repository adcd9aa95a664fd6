#include "apps/proof_gate.h"

#include <fmt/core.h>

#include "apps/activity.h"
#include "microarch/deadlock_proof.h"

namespace trenza::apps {

topologies::Proof prove(const settings::RunConfiguration& run, bool show_progress) {
  Activity activity(show_progress, "proves that " + run.topology->name() + " cannot deadlock");
  return microarch::prove_deadlock_free(*run.topology, run.fabric, [&](double share) { activity.done(share); });
}

std::string counterexamples(const topologies::Proof& proof) {
  std::string text;
  for (const topologies::Obligation& obligation : proof.obligations) {
    if (!obligation.holds) text += fmt::format("  {}: {}\n", obligation.name, obligation.evidence);
  }
  return text;
}

}  // namespace trenza::apps
