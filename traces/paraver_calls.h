// The calls of MPI that a task of a Paraver trace made, put together from their events.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "traces/program.h"
#include "traces/trace_text.h"

namespace trenza::traces {

/// A call, from its begin to its end.
struct ParaverCall {
  std::uint64_t begin = 0;  ///< ns
  std::uint64_t end = 0;
  std::uint64_t value = 0;  ///< which call; 0: none, only a time
  std::uint32_t line = 0;
  bool is_collective = false;
  bool has_parameters = false;  ///< of collectives: the next ones
  bool is_root = false;
  std::uint32_t comm = 0;
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  std::vector<std::uint32_t> ended;  ///< waits: numbers of the messages that they receive
  std::uint32_t send = kNoMessage;   ///< the message that it sends
  std::uint32_t recv = kNoMessage;

  static constexpr std::uint32_t kNoMessage = ~std::uint32_t{0};
};

/// One side of an event line.
struct ParaverEvent {
  std::uint64_t time = 0;  ///< ns
  ParaverCall call;        ///< value 0: the end of a call
  bool is_application = false;
};

/// The calls of a task in the order of their begins. An end without a begin counts for nothing: the trace begins within
/// that call. `file` is for messages. Throws InputError for a call within a call.
std::vector<ParaverCall> paraver_calls(std::vector<ParaverEvent> events, const std::string& file);

/// The kind of a collective call; nothing for other calls.
std::optional<StepKind> paraver_collective(std::uint64_t value);
/// Whether the call sends, receives, or waits for receives.
bool paraver_sends(std::uint64_t value);
bool paraver_receives(std::uint64_t value);
bool paraver_waits(std::uint64_t value);
/// Whether it does not block.
bool paraver_is_immediate(std::uint64_t value);

}  // namespace trenza::traces
