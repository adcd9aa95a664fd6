// Messages of several communicators in the one space of tags that GOAL has.
#pragma once

#include <cstdint>

#include "traces/program.h"

namespace trenza::traces {

/// Only sends and receives of one channel match: a communicator, or what else a trace joins them by. While a program is
/// read, the tag of a message is that of the trace, of 32 bits, and above it the number of its channel.
constexpr std::uint64_t in_channel(std::uint64_t tag, std::uint64_t channel) { return tag | (channel << 32U); }

/// Leaves the channel out of the tags of a stream (from, to, tag) where it decides nothing: there is only one, or the
/// k-th send and the k-th receive are of the same. Throws InputError for a receive of any tag on a rank to which
/// messages of several channels go: GOAL cannot say that it takes those of one.
void drop_channels(Program& program);

}  // namespace trenza::traces
