#include "dpi/proof_gate.h"

#include <fmt/core.h>

#include "microarch/flow_control/flow_control.h"
#include "topologies/proof.h"

namespace trenza::dpi {

void require_proof(const settings::RunConfiguration& run, const std::string& file) {
  const topologies::Proof proof =
      topologies::prove_deadlock_free(*run.topology, microarch::FlowControl::of_proof(run.fabric));
  for (const topologies::Obligation& obligation : proof.obligations) {
    if (obligation.holds) continue;
    throw CanDeadlock(
        fmt::format("{}: {} can deadlock: {}: {}", file, run.topology->name(), obligation.name, obligation.evidence));
  }
}

}  // namespace trenza::dpi
