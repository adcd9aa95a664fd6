// Quantiles of Student's distribution.
#pragma once

#include <cstddef>

namespace trenza::testbench {

/// The t such that a variable of Student's distribution with `freedom` >= 1 degrees of freedom lies in -t .. t with a
/// probability of 95 %. Exact to 7 decimals; the same bits on every machine.
double student_t95(std::size_t freedom);

}  // namespace trenza::testbench
