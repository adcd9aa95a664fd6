// The two models of `trenza model`.
#pragma once

#include "apps/graph/graph_commands.h"

namespace trenza::apps {

/// `trenza model rtt`: latency and throughput of RT(a) and RTT(a) with a mapping.
GraphCommand add_rtt_model(Command& model);
/// `trenza model duato-nbc`: latency of wormhole routers with negative-hop escape channels.
GraphCommand add_duato_nbc_model(Command& model);

}  // namespace trenza::apps
