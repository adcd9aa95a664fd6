// The choice of a selection. The types are complete in selections.h, which is included where they are called.
#pragma once

#include "microarch/policy.h"

namespace trenza::microarch {

using SelectionPolicy = PolicyChoice<struct MostCreditsSelection,     //
                                     struct DimensionOrderSelection,  //
                                     struct RandomSelection>;

}  // namespace trenza::microarch
