// The choice of an allocator. The types are complete in allocators.h, which is included where they are called.
#pragma once

#include "microarch/policy.h"

namespace trenza::microarch {

using AllocatorPolicy = PolicyChoice<struct InputFirstAllocator,   //
                                     struct OutputFirstAllocator,  //
                                     struct IslipAllocator,        //
                                     struct PimAllocator,          //
                                     struct WavefrontAllocator,    //
                                     struct MaximumAllocator,      //
                                     struct OldestFirstAllocator>;

}  // namespace trenza::microarch
