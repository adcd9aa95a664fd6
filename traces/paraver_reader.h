// Paraver: records of calls and messages (.prv), from which the order of a program is recovered.
#pragma once

#include <string>
#include <vector>

#include "traces/program.h"
#include "traces/trace_format.h"

namespace trenza::traces {

// Types of events.
inline constexpr std::uint64_t kApplicationEvent = 40'000'001;  ///< 1: begin, 0: end
inline constexpr std::uint64_t kPointToPointEvent = 50'000'001;
inline constexpr std::uint64_t kCollectiveEvent = 50'000'002;
inline constexpr std::uint64_t kOtherEvent = 50'000'003;
inline constexpr std::uint64_t kOneSidedEvent = 50'000'004;
inline constexpr std::uint64_t kBytesSentEvent = 50'100'001;
inline constexpr std::uint64_t kBytesReceivedEvent = 50'100'002;
inline constexpr std::uint64_t kRootEvent = 50'100'003;
inline constexpr std::uint64_t kCommunicatorEvent = 50'100'004;

// Calls: values of the events of MPI.
inline constexpr std::uint64_t kCallSend = 1;
inline constexpr std::uint64_t kCallRecv = 2;
inline constexpr std::uint64_t kCallIsend = 3;
inline constexpr std::uint64_t kCallIrecv = 4;
inline constexpr std::uint64_t kCallWait = 5;

/// Reads one file. A computation is the time between two calls. A message belongs to the call of its sender in which it
/// was sent and to that of its receiver in which it was received; one that is sent within a collective is a part of it.
/// A receive that does not block ends with the first wait that ends when the message is there, or later. Throws
/// InputError.
Program read_paraver(const std::vector<std::string>& files, const OpenTrace& open, const TraceOptions& options);

}  // namespace trenza::traces
