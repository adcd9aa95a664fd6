// Whether the reset of a block is what its port map says, found out with random inputs when the plug is built.
#pragma once

#include "cosim/plug/plug_file.h"

namespace trenza::cosim {

/// For arbiters and allocators, which run on as fixed priorities if they stand in reset. Throws PlugError if the outputs of
/// the block depend on what was before only in reset, or do so out of reset and are the same in reset. A block that has no
/// reset or no history passes. `plug.file.path` is its shared object.
void check_reset(const Plug& plug);

}  // namespace trenza::cosim
