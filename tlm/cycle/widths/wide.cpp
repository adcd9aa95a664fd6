// The engine for routers with at most 256 input VCs and 256 output VCs.
#include "tlm/cycle/worm_engine_parts.h"

namespace trenza::tlm {

template class WormEngineOf<microarch::WideMask<4>>;

}  // namespace trenza::tlm
