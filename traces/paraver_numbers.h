// The numbers of Paraver traces: types of events, and calls of MPI (MPI_EventEncoding.h of Extrae).
#pragma once

#include <cstdint>

namespace trenza::traces {

// Types of events.
inline constexpr std::uint64_t kApplicationEvent = 40'000'001;  ///< 1: begin, 0: end
inline constexpr std::uint64_t kPointToPointEvent = 50'000'001;
inline constexpr std::uint64_t kCollectiveEvent = 50'000'002;
inline constexpr std::uint64_t kOtherEvent = 50'000'003;
inline constexpr std::uint64_t kOneSidedEvent = 50'000'004;
inline constexpr std::uint64_t kInputOutputEvent = 50'000'005;
inline constexpr std::uint64_t kBytesSentEvent = 50'100'001;
inline constexpr std::uint64_t kBytesReceivedEvent = 50'100'002;
inline constexpr std::uint64_t kRootEvent = 50'100'003;
inline constexpr std::uint64_t kCommunicatorEvent = 50'100'004;

// Calls that are no collectives: values of the events of MPI.
inline constexpr std::uint64_t kCallSend = 1;
inline constexpr std::uint64_t kCallRecv = 2;
inline constexpr std::uint64_t kCallIsend = 3;
inline constexpr std::uint64_t kCallIrecv = 4;
inline constexpr std::uint64_t kCallWait = 5;
inline constexpr std::uint64_t kCallWaitall = 6;
inline constexpr std::uint64_t kCallBsend = 33;
inline constexpr std::uint64_t kCallSsend = 34;
inline constexpr std::uint64_t kCallRsend = 35;
inline constexpr std::uint64_t kCallIbsend = 36;
inline constexpr std::uint64_t kCallIssend = 37;
inline constexpr std::uint64_t kCallIrsend = 38;
inline constexpr std::uint64_t kCallTest = 39;
inline constexpr std::uint64_t kCallSendrecv = 41;
inline constexpr std::uint64_t kCallSendrecvReplace = 42;
inline constexpr std::uint64_t kCallWaitany = 59;
inline constexpr std::uint64_t kCallWaitsome = 60;
inline constexpr std::uint64_t kCallStart = 123;
inline constexpr std::uint64_t kCallStartall = 124;
inline constexpr std::uint64_t kCallTestall = 125;
inline constexpr std::uint64_t kCallTestany = 126;
inline constexpr std::uint64_t kCallTestsome = 128;
inline constexpr std::uint64_t kCallMrecv = 192;
inline constexpr std::uint64_t kCallImrecv = 193;

}  // namespace trenza::traces
