// The messages of a Paraver trace, and the calls that send and receive them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "traces/paraver_calls.h"

namespace trenza::traces {

struct ParaverMessage {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint32_t line = 0;
  std::uint32_t send_call = ParaverCall::kNoMessage;  ///< among those of the sender
  std::uint32_t recv_call = ParaverCall::kNoMessage;
  std::uint64_t sent = 0;      ///< ns: logical send
  std::uint64_t received = 0;  ///< logical receive
  std::uint64_t there = 0;     ///< physical receive
  std::uint64_t bytes = 0;
  std::uint64_t tag = 0;
};

/// Gives each message the call of its sender in which it was sent, that of its receiver in which it was received, and
/// the wait that ends a receive that does not block. Messages within collectives keep none. Clocks of two tasks are
/// never compared. `calls`: of each task, `file` for messages. Throws InputError for a message outside of such calls.
void attach_messages(std::vector<ParaverMessage>& messages, std::vector<std::vector<ParaverCall>>& calls,
                     const std::string& file);

}  // namespace trenza::traces
