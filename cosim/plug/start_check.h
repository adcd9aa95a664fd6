// Checks, when a plug is built, that its reset leaves nothing unknown.
#pragma once

#include "cosim/plug/plug_file.h"

namespace trenza::cosim {

/// Two copies of the block, whose registers start with different random values, get the same random inputs that the
/// slot could give. Throws PlugError if after the reset an output that the slot reads differs: what it depends on is
/// not reset, and hardware can start either way. A block that stops the simulation passes: a run will say so.
/// `plug.file.path` is its shared object.
void check_start(const Plug& plug);

}  // namespace trenza::cosim
