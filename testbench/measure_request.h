// The measures that there are.
#pragma once

#include <cstdint>
#include <vector>

namespace trenza::testbench {

enum class MeasureKind : std::uint8_t { maximum_throughput, base_latency, execution_time };

/// What can be asked for: docs/precision.md, section 5, has the definitions.
struct MeasureRequest {
  MeasureKind kind = MeasureKind::maximum_throughput;
  std::uint64_t within_ppb = 5'000'000;  ///< maximum_throughput: most distance to a load that is not accepted
  /// maximum_throughput: share of the offered load that must be accepted; the rule of saturation asks for 98 %.
  std::uint64_t accepted_ppb = 980'000'000;
};

struct MeasureName {
  MeasureKind kind;
  const char* name;
  const char* summary;
};
/// All kinds, in the order of the enumeration.
const std::vector<MeasureName>& measure_names();

}  // namespace trenza::testbench
