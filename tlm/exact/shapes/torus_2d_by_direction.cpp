// The code of the engine for routers of two-dimensional tori with an injector for each direction.
#include "tlm/exact/engine_advance.h"

namespace trenza::tlm {

template Engine::Code Engine::code_for<FixedShape<4, 3, 4, 4>>(bool defaults, bool observed);

}  // namespace trenza::tlm
