// The code of the engine for routers of three-dimensional tori.
#include "tlm/exact/engine_advance.h"

namespace trenza::tlm {

template Engine::Code Engine::code_for<FixedShape<6, 3, 1, 1>>(bool defaults, bool observed);

}  // namespace trenza::tlm
