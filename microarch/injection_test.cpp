// The injector of a new packet.
#include "microarch/injection.h"

#include <gtest/gtest.h>

#include <vector>

namespace trenza::microarch {
namespace {

int unused(int /*injector*/) {
  ADD_FAILURE() << "only shortest looks at the queues";
  return 0;
}

TEST(Injection, DirectionTakesTheProductivePortsInTurn) {
  // Productive ports 1, 2 and 4.
  const std::uint32_t productive = 0b10110;
  const std::vector<int> in_turn{1, 2, 4};
  for (int injectors = 1; injectors <= 8; ++injectors) {
    for (std::uint64_t number = 0; number < 30; ++number) {
      EXPECT_EQ(choose_injector(InjectionPolicy("direction"), injectors, number, productive, unused),
                in_turn[number % 3] % injectors);
    }
  }
}

TEST(Injection, DirectionWithOneProductivePort) {
  for (int port = 0; port < 12; ++port) {
    for (std::uint64_t number = 0; number < 5; ++number) {
      EXPECT_EQ(choose_injector(InjectionPolicy("direction"), 4, number, 1U << port, unused), port % 4);
    }
  }
}

TEST(Injection, RoundRobinFollowsTheNumber) {
  for (int injectors = 1; injectors <= 8; ++injectors) {
    for (std::uint64_t number = 0; number < 40; ++number) {
      EXPECT_EQ(choose_injector(InjectionPolicy("round_robin"), injectors, number, 0b11, unused),
                static_cast<int>(number) % injectors);
    }
  }
  // Numbers beyond 32 bits.
  EXPECT_EQ(choose_injector(InjectionPolicy("round_robin"), 7, 0xffffffffffffULL, 0b1, unused),
            static_cast<int>(0xffffffffffffULL % 7));
}

TEST(Injection, ShortestTakesTheFewestPacketsAndTheLowestOnATie) {
  // All fillings of 4 queues with 0..3 packets.
  for (unsigned code = 0; code < 256; ++code) {
    const auto queued = [code](int j) { return static_cast<int>((code >> (2 * j)) & 3U); };
    const int chosen = choose_injector(InjectionPolicy("shortest"), 4, 99, 0b1000, queued);
    for (int j = 0; j < 4; ++j) {
      if (j < chosen) {
        EXPECT_GT(queued(j), queued(chosen));
      } else {
        EXPECT_GE(queued(j), queued(chosen));
      }
    }
  }
}

TEST(Injection, OneInjectorTakesAll) {
  for (const InjectionPolicy policy :
       {InjectionPolicy("direction"), InjectionPolicy("round_robin"), InjectionPolicy("shortest")}) {
    for (std::uint64_t number = 0; number < 10; ++number) {
      EXPECT_EQ(choose_injector(policy, 1, number, 0b101000, [](int /*j*/) { return 5; }), 0);
    }
  }
}

}  // namespace
}  // namespace trenza::microarch
