#include "settings/schema_rows.h"

namespace trenza::settings {

void add_record_keys(std::vector<Key>& keys) {
  constexpr std::uint64_t kMostCycles = 1'000'000'000'000;
  Key series = other("run.series", KeyKind::integer, "no series",
                     "records use and buffer of every virtual channel in windows of so many cycles");
  series.minimum = 1;
  series.maximum = kMostCycles;
  series.unit = "cycles";
  series.optional = true;
  keys.push_back(series);
  Key sources = other("run.sources", KeyKind::boolean, "off", "records load and latency of every source");
  sources.optional = true;
  keys.push_back(sources);
  Key flows = other("run.flows", KeyKind::boolean, "off", "records load and latency of every source and destination");
  flows.optional = true;
  keys.push_back(flows);
}

}  // namespace trenza::settings
