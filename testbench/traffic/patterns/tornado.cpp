// tornado: almost half of the way round in every dimension of the process grid (Dally & Towles, table 3.1).
#include "testbench/traffic/permutation.h"

namespace trenza::testbench {

std::unique_ptr<Pattern> make_pattern_tornado(const PatternContext& context) {
  return coordinate_permutation(context, [](int x, int k) { return (x + (k + 1) / 2 - 1) % k; });
}

}  // namespace trenza::testbench
