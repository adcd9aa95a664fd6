// The configurations of a report: what all have in common, and what differs.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "apps/report/series.h"

namespace trenza::apps {

/// {"axes": [{"key", "values"}]: what the sweep varies, as it was written;
///  "shared": [{"key", "value"}]: keys with one value in all documents;
///  "keys": [key], "rows": [{"series", "values": [[value]]}]: the other keys; the values that each has in a series}.
/// What an axis sets to single values stands among the axes alone.
nlohmann::ordered_json configurations(const ReportSource& source, const ReportCurves& curves);

}  // namespace trenza::apps
