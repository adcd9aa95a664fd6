// `trenza twists --size`: the sets of twists of one torus.
#pragma once

#include <cstdint>
#include <string>

#include "apps/graph/report.h"

namespace trenza::apps {

struct TwistSetsOptions {
  std::string size;          ///< "8,4,4", x first
  bool conflicting = false;  ///< sets too whose steps do not commute
  bool all = false;          ///< mirror images too
  int most = 2000;           ///< networks to measure
  int threads = 0;           ///< 0: as many as processors
};

/// Measures the sets; best bound of uniform traffic first. Throws UsageError, and TopologyError as search_twist_sets.
Report twist_sets_report(const TwistSetsOptions& options, bool quiet);

}  // namespace trenza::apps
