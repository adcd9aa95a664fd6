// Checks with random inputs, when a plug is built, whether the reset of the block is what its port map says.
#pragma once

#include "cosim/plug/plug_file.h"

namespace trenza::cosim {

/// Checks arbiters and allocators only: if they are held in reset, they run on as blocks with fixed priorities. Throws
/// PlugError in two cases: the outputs depend on earlier inputs only while the reset is active; or they depend on
/// earlier inputs while it is inactive, and the reset changes no output. A block without a reset or without a history
/// passes. `plug.file.path` is its shared object.
void check_reset(const Plug& plug);

}  // namespace trenza::cosim
