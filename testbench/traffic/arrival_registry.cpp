// The table of arrival processes. A new one is one file that defines make_arrival_NAME, and one line here.
#include <algorithm>

#include "testbench/input_error.h"
#include "testbench/traffic/arrival.h"
#include "testbench/traffic/suggestion.h"

#define TRENZA_ARRIVALS(ARRIVAL)                                                                               \
  ARRIVAL(bernoulli, "every cycle is a trial: floor(rate) packets, one more with the probability of the rest") \
  ARRIVAL(poisson, "Poisson number of packets in every cycle (mean at most 8 for each process)")               \
  ARRIVAL(on_off, "Bernoulli bursts of mean length on_cycles, gaps of mean length off_cycles between them")    \
  ARRIVAL(at_start, "all packets in cycle 0; the run ends when the last one is delivered")

namespace trenza::testbench {

#define TRENZA_DECLARE(NAME, SUMMARY) std::unique_ptr<ArrivalProcess> make_arrival_##NAME(const ArrivalContext&);
TRENZA_ARRIVALS(TRENZA_DECLARE)
#undef TRENZA_DECLARE

const std::vector<ArrivalKind>& arrival_registry() {
#define TRENZA_ENTRY(NAME, SUMMARY) ArrivalKind{{#NAME, SUMMARY}, &make_arrival_##NAME},
  static const std::vector<ArrivalKind> registry{TRENZA_ARRIVALS(TRENZA_ENTRY)};
#undef TRENZA_ENTRY
  return registry;
}

std::vector<PartKind> arrival_kinds() {
  std::vector<PartKind> kinds;
  for (const ArrivalKind& entry : arrival_registry()) kinds.push_back(entry.kind);
  return kinds;
}

std::unique_ptr<ArrivalProcess> make_arrival(const std::string& name, const ArrivalContext& context) {
  const auto& registry = arrival_registry();
  const auto entry =
      std::find_if(registry.begin(), registry.end(), [&](const ArrivalKind& kind) { return kind.kind.name == name; });
  if (entry != registry.end()) return entry->make(context);
  throw InputError(ExperimentPart::arrival,
                   "unknown arrival process \"" + name + "\"" + suggestion(name, arrival_kinds()));
}

}  // namespace trenza::testbench
