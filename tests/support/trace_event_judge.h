// The rules of Chrome trace events that viewers rely on.
#pragma once

#include <cstdint>
#include <string>

namespace trenza::test {

/// The first rule that a document breaks; empty if none. It must be JSON with a list `traceEvents` in which
/// - every event has `ph`, `name` and `pid`, and is a complete slice (X), a name or an order (M), or part of a flow
///   (s, t, f);
/// - slices and parts of flows have `cat`, `tid` and `ts`, integers that are not negative, and slices a `dur` above
///   0;
/// - every process and every thread has one name, before its first event; a thread belongs to one process, and its
///   number is not that of a process, which viewers take for a main thread;
/// - slices of a thread do not overlap;
/// - parts of flows have an `id`, lie in a slice of their thread that is written before them, and an `f` has `bp: e`;
/// - of each id there is one s first, one f last and any t between them, at different times in ascending order.
std::string trace_event_fault(const std::string& document);

/// Slices of a document that has no fault.
struct TraceEventSums {
  std::uint64_t slices = 0;
  std::uint64_t flows = 0;
  std::uint64_t link_cycles = 0;            ///< durations of the slices on outputs that are no ejection ports
  std::uint64_t first = ~std::uint64_t{0};  ///< ts of the first slice
  std::uint64_t last = 0;                   ///< and of the last
};
TraceEventSums trace_event_sums(const std::string& document);

}  // namespace trenza::test
