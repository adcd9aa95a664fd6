// The choice of an arbiter. The types are complete in arbiters.h, which is included where they are called.
#pragma once

#include "microarch/policy.h"

namespace trenza::microarch {

using ArbiterPolicy = PolicyChoice<struct RandomArbiter,           //
                                   struct RoundRobinArbiter,       //
                                   struct AgeArbiter,              //
                                   struct MatrixArbiter,           //
                                   struct FixedArbiter,            //
                                   struct StrideArbiter,           //
                                   struct InverseWeightedArbiter,  //
                                   struct DeficitArbiter>;

}  // namespace trenza::microarch
