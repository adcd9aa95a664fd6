// Which operations of a recording belong to each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "recorder/communicators.h"
#include "recorder/part.h"

namespace trenza::recorder {

/// What becomes of an operation.
struct Fate {
  bool written = false;     ///< all its ends lie in the region of interest
  bool known = false;       ///< of a receive: it has ended, or was posted without any source and any tag
  std::int32_t source = 0;  ///< of a receive: who sent, world rank
  std::int32_t tag = 0;     ///< of a receive: the tag that came
  std::uint64_t bytes = 0;  ///< of a message: what was sent
};

struct Matching {
  std::vector<std::vector<Fate>> fates;  ///< by rank and number of the operation
  std::uint64_t messages = 0;            ///< written
  std::uint64_t collectives = 0;         ///< written, one for all its members
  std::uint64_t cut_messages = 0;        ///< of which only one end lies in the region
  std::uint64_t cut_collectives = 0;     ///< of which not all members' parts lie in the region
};

/// The k-th send of (source, destination, communicator, tag) goes with the k-th receive that took such a message, in
/// the order in which they were posted; so does MPI. The k-th collective of a communicator is the same on all its
/// members. Throws RecordingError if these differ in kind or root.
Matching match_operations(const std::vector<Part>& parts, const Communicators& communicators);

}  // namespace trenza::recorder
