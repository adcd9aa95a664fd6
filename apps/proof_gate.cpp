#include "apps/proof_gate.h"

#include <fmt/core.h>

#include "apps/activity.h"

namespace trenza::apps {

topologies::Proof prove(const settings::RunConfiguration& run, bool show_progress) {
  topologies::EscapeParameters escape;
  escape.buffer_packets = run.fabric.buffer_packets;
  escape.slots_to_enter = run.fabric.bubble ? 2 : 1;
  escape.slots_to_continue = 1;
  Activity activity(show_progress, "proves that " + run.topology->name() + " cannot deadlock");
  return topologies::prove_deadlock_free(*run.topology, escape, [&](double share) { activity.done(share); });
}

std::string counterexamples(const topologies::Proof& proof) {
  std::string text;
  for (const topologies::Obligation& obligation : proof.obligations) {
    if (!obligation.holds) text += fmt::format("  {}: {}\n", obligation.name, obligation.evidence);
  }
  return text;
}

}  // namespace trenza::apps
