// The engine for routers with at most 64 input VCs and 64 output VCs.
#include "tlm/cycle/worm_engine_parts.h"

namespace trenza::tlm {

template class WormEngineOf<microarch::RequestMask>;

}  // namespace trenza::tlm
