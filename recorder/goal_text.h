// The GOAL text of a recording.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "recorder/part.h"

namespace trenza::recorder {

struct GoalOptions {
  bool resolve_sources = false;  ///< receives name who sent and with which tag, also if posted for any
};

/// What the text holds.
struct GoalCounts {
  std::int32_t ranks = 0;
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;            ///< of all messages between two ranks; a message of none counts as one byte
  std::uint64_t any_source = 0;       ///< receives from any source
  std::uint64_t collectives = 0;      ///< one for all its members
  std::uint64_t communicators = 0;    ///< besides the world
  std::uint64_t computation_ns = 0;   ///< of all ranks
  std::uint64_t cut_messages = 0;     ///< left out: only one end lies in the region of interest
  std::uint64_t cut_collectives = 0;  ///< left out: not all members were in the region of interest
};

/// Takes the text, piece by piece.
using TextSink = std::function<void(std::string_view)>;

/// Writes the trace of the parts of ranks 0, 1, ... (grammar: docs/traces.md). The same parts give the same text.
/// Throws RecordingError if they do not belong together, before anything is written.
GoalCounts write_goal(const std::vector<Part>& parts, const GoalOptions& options, const TextSink& sink);

}  // namespace trenza::recorder
