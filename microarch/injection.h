// Which injector of its node a new packet joins (docs/microarchitecture.md, section 4). A policy has `kInfo` and
//
//   choose(injectors, number, productive, queued)
//
// the parameters of choose_injector(). A new one is a type here, and its line below.
#pragma once

#include <cstdint>

#include "microarch/policy.h"
#include "microarch/request_mask.h"

namespace trenza::microarch {

struct DirectionInjection {
  static constexpr PolicyInfo kInfo{"direction", "that of its first direction"};

  template <class Queued>
  static int choose(int injectors, std::uint64_t number, std::uint32_t productive, const Queued& /*queued*/) {
    if (productive == 0) return static_cast<int>(number % static_cast<std::uint64_t>(injectors));  // to its own node
    const auto ports = static_cast<std::uint64_t>(count_bits(productive));
    return nth_bit(productive, static_cast<unsigned>(number % ports)) % injectors;
  }
};

struct RoundRobinInjection {
  static constexpr PolicyInfo kInfo{"round_robin", "each in turn"};

  template <class Queued>
  static int choose(int injectors, std::uint64_t number, std::uint32_t /*productive*/, const Queued& /*queued*/) {
    return static_cast<int>(number % static_cast<std::uint64_t>(injectors));
  }
};

struct ShortestInjection {
  static constexpr PolicyInfo kInfo{"shortest", "the one with the fewest packets"};

  template <class Queued>
  static int choose(int injectors, std::uint64_t /*number*/, std::uint32_t /*productive*/, const Queued& queued) {
    int shortest = 0;
    for (int j = 1; j < injectors; ++j) {
      if (queued(j) < queued(shortest)) shortest = j;
    }
    return shortest;
  }
};

using InjectionPolicy = PolicyChoice<DirectionInjection,   //
                                     RoundRobinInjection,  //
                                     ShortestInjection>;

/// One of the `injectors` of the packet's class, from 0. `productive`: the productive ports of the new packet, none of
/// one that is at its destination; `queued(j)`: packets of injector j of that class that have not left yet.
template <class Queued>
int choose_injector(InjectionPolicy policy, int injectors, std::uint64_t number, std::uint32_t productive,
                    const Queued& queued) {
  return policy.visit([&](auto type) { return type.choose(injectors, number, productive, queued); });
}

}  // namespace trenza::microarch
