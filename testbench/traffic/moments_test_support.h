#pragma once

namespace trenza::testbench::test_support {

/// Mean and variance of what was drawn.
struct Moments {
  double mean = 0;
  double variance = 0;
};

}  // namespace trenza::testbench::test_support
