// How packets move: registry of `router.switching`.
#pragma once

#include "microarch/policy.h"

namespace trenza::microarch {

struct VirtualCutThrough {
  static constexpr PolicyInfo kInfo{"virtual_cut_through", "a header moves when its whole packet fits downstream"};
};
struct Wormhole {
  static constexpr PolicyInfo kInfo{"wormhole", "flit by flit, with credits by the flit"};
};
using SwitchingPolicy = PolicyChoice<VirtualCutThrough, Wormhole>;

}  // namespace trenza::microarch
