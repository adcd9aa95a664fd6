#include "dpi/proof_gate.h"

#include <fmt/core.h>

#include "microarch/deadlock_proof.h"
#include "topologies/proof.h"

namespace trenza::dpi {

void require_proof(const settings::RunConfiguration& run, const std::string& file) {
  const topologies::Proof proof = microarch::prove_deadlock_free(*run.topology, run.fabric);
  for (const topologies::Obligation& obligation : proof.obligations) {
    if (obligation.holds) continue;
    throw CanDeadlock(
        fmt::format("{}: {} can deadlock: {}: {}", file, run.topology->name(), obligation.name, obligation.evidence));
  }
}

}  // namespace trenza::dpi
