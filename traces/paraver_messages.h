// The messages of a Paraver trace, and the calls that send and receive them.
#pragma once

#include <cstdint>
#include <vector>

#include "traces/paraver_calls.h"

namespace trenza::traces {

struct ParaverMessage {
  static constexpr std::uint32_t kNoCall = ~std::uint32_t{0};

  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint32_t line = 0;
  std::uint32_t send_call = kNoCall;  ///< among those of the sender
  std::uint32_t recv_call = kNoCall;
  std::uint32_t wait_call = kNoCall;  ///< of the receiver: ends a receive that does not block
  // Times, ns.
  std::uint64_t send_begin = 0;  ///< logical send
  std::uint64_t send_end = 0;    ///< physical send
  std::uint64_t recv_begin = 0;  ///< logical receive
  std::uint64_t recv_end = 0;    ///< physical receive
  std::uint64_t bytes = 0;
  std::uint64_t tag = 0;
};

/// Gives each message the call of its sender that sends it, that of its receiver that receives it, and the wait that
/// ends a receive that does not block. Extrae writes the begin of a call as the logical time, but its end for an Irecv;
/// a message with other times belongs to the call that contains them. Clocks of two tasks are never compared. Removes
/// messages that have not both calls; returns how many of these lie in no collective, of which they were parts.
/// `calls`: of each task.
std::uint64_t attach_messages(std::vector<ParaverMessage>& messages,
                              const std::vector<std::vector<ParaverCall>>& calls);

}  // namespace trenza::traces
