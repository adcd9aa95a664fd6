#include "settings/decimal.h"
#include "settings/schema_rows.h"
#include "testbench/experiment.h"
#include "testbench/measure_request.h"

namespace trenza::settings {

namespace {

void add_until(std::vector<Key>& keys) {
  const Condition until{"run.until", true, {}, "`run.until`"};
  Key relative = other("run.until.relative", KeyKind::decimal, "",
                       "the run goes on after `run.cycles` until the half width of each of `intervals` is at most this "
                       "part of the value");
  relative.minimum = kBillion / 10'000;
  relative.maximum = kBillion;
  keys.push_back(when(until, relative));
  Key cycles = other("run.until.cycles", KeyKind::integer, "", "the run ends here at the latest");
  cycles.minimum = 1;
  cycles.maximum = kMostCycles;
  cycles.unit = "cycles";
  keys.push_back(when(until, cycles));
  Key intervals = other("run.until.intervals", KeyKind::texts, "[latency.mean, accepted_load]",
                        "the values whose 95 % intervals count");
  intervals.choices.assign(testbench::kIntervalNames.begin(), testbench::kIntervalNames.end());
  keys.push_back(when(until, intervals));
}

void add_measure(std::vector<Key>& keys) {
  std::string summary = "a number that is derived from one run or several:";
  Key measure;
  for (const testbench::MeasureName& name : testbench::measure_names()) {
    measure.choices.emplace_back(name.name);
    summary += std::string(" `") + name.name + "` " + name.summary + ";";
  }
  summary.pop_back();
  measure.path = "measure";
  measure.kind = KeyKind::measure;
  measure.minimum = kBillion / 1'000'000;  // of `within`
  measure.maximum = kMostLoad * kBillion;
  measure.fallback_words = "none";
  measure.optional = true;
  measure.summary = summary;
  keys.push_back(measure);
}

}  // namespace

void add_measure_keys(std::vector<Key>& keys) {
  add_until(keys);
  add_measure(keys);
}

}  // namespace trenza::settings
