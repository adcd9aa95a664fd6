// No run without a proof of deadlock freedom.
#pragma once

#include <string>

#include "settings/configuration.h"
#include "topologies/proof.h"

namespace trenza::apps {

/// The proof for the network and the routers of a run. `show_progress`: on a terminal, if it takes long.
topologies::Proof prove(const settings::RunConfiguration& run, bool show_progress);

/// One line for each obligation that fails, with its counterexample; empty if the proof holds.
std::string counterexamples(const topologies::Proof& proof);

}  // namespace trenza::apps
