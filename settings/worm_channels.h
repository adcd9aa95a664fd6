// Settings of the flit-level machine whose defaults depend on its routes and its network.
#pragma once

#include "settings/settings.h"
#include "topologies/topology.h"

namespace trenza::settings {

/// Fills in `router.reallocation`, and, for routes by negative hops, how many virtual channels there are and, of
/// routing `duato_nbc`, how many of them are escape channels. Throws ConfigError for numbers that contradict each
/// other, and for keys that `router.escape: flit_bubble` does not go with.
void settle_worm_channels(Settings& settings, const topologies::Topology& network);

}  // namespace trenza::settings
