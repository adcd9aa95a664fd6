// The sizes of receives: the count of a receive of MPI is the room for its message, which may be shorter.
#pragma once

#include <cstdint>

#include "traces/program.h"

namespace trenza::traces {

/// Step::amount of a receive that does not say how much room it has.
inline constexpr std::uint64_t kAnyRoom = ~std::uint64_t{0};

/// Gives each receive the size of its message: the k-th send of (from, to, tag) goes with the k-th receive. What a
/// receive from any source or of any tag could take finds its receive only in the replay, so such receives keep their
/// room; without one they get that of the greatest message to their rank. Receives without a message keep theirs, or
/// get 0. Throws InputError, with the place of the receive, for a message that is larger than its room.
void size_receives(Program& program);

}  // namespace trenza::traces
