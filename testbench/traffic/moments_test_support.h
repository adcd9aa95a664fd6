#pragma once

namespace trenza::testbench::test_support {

/// Of draws of a distribution.
struct Moments {
  double mean = 0;
  double variance = 0;
};

}  // namespace trenza::testbench::test_support
