// The code of the engine for routers of any shape.
#include "tlm/exact/engine_advance.h"

namespace trenza::tlm {

template Engine::Code Engine::code_for<AnyShape>(bool defaults, bool observed);
template void Engine::decide_all<AnyShape>();

}  // namespace trenza::tlm
