// All machines of a series in the exact tlm view, against the pin view and the oracle.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "rtl_models/pin_fabric.h"
#include "tests/support/isolated.h"
#include "tests/support/random_machine.h"
#include "tlm/exact_fabric.h"

namespace trenza::test {

/// Machine number `seed` of a series.
using MachineSeries = Machine (*)(std::uint64_t seed);

/// The first machines of a series with so few nodes that their pins are there at once.
inline std::vector<Machine> small_machines(MachineSeries series, std::size_t count) {
  constexpr int kMostNodes = 16;
  std::vector<Machine> machines;
  for (std::uint64_t seed = 1; machines.size() < count; ++seed) {
    Machine machine = series(seed);
    if (machine.network.build()->graph().nodes() <= kMostNodes) machines.push_back(std::move(machine));
  }
  return machines;
}

/// The process must not have elaborated anything.
inline void compare_with_pins(MachineSeries series, std::uint64_t machines, RunLength length = RunLength::whole) {
  for_machines(series, 1, machines, length, [](const Machine& machine) {
    EXPECT_EQ(isolated([&] {
                const auto topology = machine.network.build();
                return compare_views(machine, *tlm::make_exact_fabric(*topology, machine.parameters),
                                     *rtl_models::make_pin_fabric(*topology, machine.parameters));
              }),
              "");
  });
}

inline void compare_with_the_oracle(MachineSeries series, std::uint64_t machines, RunLength length = RunLength::whole) {
  for_machines(series, 1, machines, length, [](const Machine& machine) {
    const auto topology = machine.network.build();
    EXPECT_EQ(compare_with_oracle(machine, *tlm::make_exact_fabric(*topology, machine.parameters)), "");
  });
}

}  // namespace trenza::test
