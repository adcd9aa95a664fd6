// All machines of a series in the exact tlm view, against the pin view and the oracle.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "rtl_models/pin_fabric.h"
#include "tests/support/isolated.h"
#include "tests/support/random_machine.h"
#include "tlm/exact_fabric.h"

namespace trenza::test {

/// Machine number `seed` of a series.
using MachineSeries = Machine (*)(std::uint64_t seed);

/// The process must not have elaborated anything.
inline void compare_with_pins(MachineSeries series, std::uint64_t machines, RunLength length = RunLength::whole) {
  for (std::uint64_t seed = 1; seed <= machines; ++seed) {
    const Machine machine = with_length(series(seed), length);
    EXPECT_EQ(isolated([&] {
                const auto topology = machine.network.build();
                return compare_views(machine, *tlm::make_exact_fabric(*topology, machine.parameters),
                                     *rtl_models::make_pin_fabric(*topology, machine.parameters));
              }),
              "");
  }
}

inline void compare_with_the_oracle(MachineSeries series, std::uint64_t machines, RunLength length = RunLength::whole) {
  for (std::uint64_t seed = 1; seed <= machines; ++seed) {
    const Machine machine = with_length(series(seed), length);
    const auto topology = machine.network.build();
    EXPECT_EQ(compare_with_oracle(machine, *tlm::make_exact_fabric(*topology, machine.parameters)), "");
  }
}

}  // namespace trenza::test
