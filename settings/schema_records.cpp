#include "settings/schema_rows.h"

namespace trenza::settings {

void add_record_keys(std::vector<Key>& keys) {
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
  Key stalls = other("run.stalls", KeyKind::choice, "`off`",
                     "counts why packets do not move: `on`: cycles by reason, over all inputs and over all outputs; "
                     "`detail`: also by router, port and virtual channel");
  stalls.choices = {"off", "on", "detail"};
  stalls.optional = true;
  keys.push_back(stalls);
}

}  // namespace trenza::settings
