// permutation: any permutation of the processes, given as the list of their destinations.
#include "testbench/traffic/permutation.h"

#include <string>

#include "testbench/input_error.h"

namespace trenza::testbench {

std::unique_ptr<Pattern> make_pattern_permutation(const PatternContext& context) {
  const std::vector<ProcessId>& destinations = context.traffic->destinations;
  if (destinations.size() != static_cast<std::size_t>(context.processes))
    throw InputError(ExperimentPart::destinations, "pattern permutation needs a destination for each of the " +
                                                       std::to_string(context.processes) + " processes; " +
                                                       std::to_string(destinations.size()) + " are given");
  std::vector<ProcessId> source_of(destinations.size(), -1);
  for (ProcessId process = 0; process < context.processes; ++process) {
    const ProcessId to = destinations[static_cast<std::size_t>(process)];
    if (to < 0 || to >= context.processes)
      throw InputError(ExperimentPart::destinations, "pattern permutation: there is no process " + std::to_string(to) +
                                                         "; processes are 0 to " +
                                                         std::to_string(context.processes - 1));
    ProcessId& source = source_of[static_cast<std::size_t>(to)];
    if (source >= 0)
      throw InputError(ExperimentPart::destinations, "pattern permutation: processes " + std::to_string(source) +
                                                         " and " + std::to_string(process) + " both send to " +
                                                         std::to_string(to) + ", so it is no permutation");
    source = process;
  }
  return std::make_unique<Permutation>(destinations);
}

}  // namespace trenza::testbench
