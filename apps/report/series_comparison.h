// Series side by side: where each saturates, and how far each is from the first one.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "apps/report/series.h"

namespace trenza::apps {

/// {"summary": [{"series", "lowest_x", "latency", "highest_accepted", "last_below", "first_saturated", "bound"}], by
/// series; null where there is none. `last_below`, `first_saturated`: the greatest x up to which no document is
/// saturated, and the next one.
/// "differences": [{"series", "x", "quantity", "first", "other", "difference", "low", "high", "seeds"}]: the mean
/// latency and the accepted load of a series less those of the first one, at each x that both have. With two common
/// seeds or more the interval is that of paired differences (docs/precision.md, section 3), else the sum of both.}
nlohmann::ordered_json compare_series(const ReportSource& source, const ReportCurves& curves);

}  // namespace trenza::apps
