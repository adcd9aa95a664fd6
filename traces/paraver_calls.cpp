#include "traces/paraver_calls.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

namespace trenza::traces {

using testbench::InputError;

std::vector<ParaverCall> paraver_calls(std::vector<ParaverEvent> events, const std::string& file) {
  std::stable_sort(events.begin(), events.end(),
                   [](const ParaverEvent& a, const ParaverEvent& b) { return a.time < b.time; });
  std::vector<ParaverCall> calls;
  bool is_open = false;
  for (ParaverEvent& event : events) {
    if (event.is_application) {
      if (is_open) continue;
      event.call.value = 0;
      calls.push_back(event.call);
      calls.back().begin = calls.back().end = event.time;
    } else if (event.call.value == 0) {
      if (is_open) calls.back().end = event.time;
      is_open = false;
    } else {
      if (is_open)
        throw InputError({file, event.call.line, 1},
                         fmt::format("a call of MPI begins before that of line {} has ended", calls.back().line));
      calls.push_back(event.call);
      calls.back().begin = calls.back().end = event.time;
      is_open = true;
    }
  }
  return calls;
}

std::optional<StepKind> paraver_collective(std::uint64_t value) {
  static const std::map<std::uint64_t, StepKind> kKinds{
      {7, StepKind::bcast},     {8, StepKind::barrier},        {9, StepKind::reduce},     {10, StepKind::allreduce},
      {11, StepKind::alltoall}, {12, StepKind::alltoallv},     {13, StepKind::gather},    {14, StepKind::gather},
      {15, StepKind::scatter},  {16, StepKind::scatter},       {17, StepKind::allgather}, {18, StepKind::allgather},
      {30, StepKind::scan},     {80, StepKind::reduce_scatter}};
  const auto found = kKinds.find(value);
  if (found == kKinds.end()) return std::nullopt;
  return found->second;
}

bool paraver_sends(std::uint64_t value) {
  static const std::set<std::uint64_t> kSends{1, 3, 33, 34, 35, 36, 37, 38, 41, 42};
  return kSends.count(value) != 0;
}

bool paraver_receives(std::uint64_t value) { return value == 2 || value == 4 || value == 41 || value == 42; }

bool paraver_waits(std::uint64_t value) {
  static const std::set<std::uint64_t> kWaits{5, 6, 39, 59, 60};
  return kWaits.count(value) != 0;
}

bool paraver_is_immediate(std::uint64_t value) {
  static const std::set<std::uint64_t> kImmediate{3, 4, 36, 37, 38};
  return kImmediate.count(value) != 0;
}

}  // namespace trenza::traces
