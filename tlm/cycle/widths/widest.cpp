// The engine for routers with more input VCs or output VCs.
#include "tlm/cycle/worm_engine_parts.h"

namespace trenza::tlm {

template class WormEngineOf<microarch::WideMask<20>>;

}  // namespace trenza::tlm
