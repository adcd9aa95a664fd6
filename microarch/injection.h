// Which injector of its node a new packet joins (docs/microarchitecture.md, section 4).
#pragma once

#include <cstdint>

#include "microarch/arbiter.h"
#include "microarch/parameters.h"

namespace trenza::microarch {

/// One of the `injectors` of the packet's class, from 0. `productive`: the productive ports of the new packet;
/// `queued(j)`: packets of injector j of that class that have not left yet.
template <class Queued>
int choose_injector(InjectionPolicy policy, int injectors, std::uint64_t number, std::uint32_t productive,
                    const Queued& queued) {
  switch (policy) {
    case InjectionPolicy::direction: {
      const auto ports = static_cast<std::uint64_t>(count_bits(productive));
      return nth_bit(productive, static_cast<unsigned>(number % ports)) % injectors;
    }
    case InjectionPolicy::round_robin:
      return static_cast<int>(number % static_cast<std::uint64_t>(injectors));
    case InjectionPolicy::shortest:
      break;
  }
  int shortest = 0;
  for (int j = 1; j < injectors; ++j) {
    if (queued(j) < queued(shortest)) shortest = j;
  }
  return shortest;
}

}  // namespace trenza::microarch
