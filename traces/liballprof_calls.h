// liballprof: which calls of MPI it records that move bytes, and where their arguments stand.
#pragma once

#include <cstddef>
#include <string_view>

#include "traces/liballprof_requests.h"
#include "traces/program.h"

namespace trenza::traces {

/// Where the arguments of a call stand, counted from the first after the begin time; -1: it has no such argument. They
/// are those of MPI in its order, but an array of counts or displacements is two: its address, and its numbers.
struct LiballprofCall {
  std::string_view name;
  StepKind kind = StepKind::barrier;
  std::size_t arguments = 0;  ///< with the request or the status, without the end time
  int count = -1;             ///< of what the rank sends; scatter: receives
  int type = -1;
  int peer = -1;  ///< or root
  int tag = -1;
  int comm = -1;
  int request = -1;
  /// Count and type of the other buffer, which count if that of `count` is MPI_IN_PLACE.
  int other_count = -1;
  int other_type = -1;
};

/// The layout of a call that sends, receives or is a collective; null for all others.
const LiballprofCall* find_liballprof_call(std::string_view name);

/// A call that names requests: `COUNT ADDRESS ..`, or `ADDRESS ..`.
struct LiballprofWait {
  std::string_view name;
  RequestUse use = RequestUse::wait_all;
  bool has_count = false;
};

/// Null for all other calls.
const LiballprofWait* find_liballprof_wait(std::string_view name);

/// Whether a call neither moves bytes between ranks nor waits for one that does.
bool liballprof_call_moves_nothing(std::string_view name);

}  // namespace trenza::traces
