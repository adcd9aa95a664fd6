// Flits that wait before a router from outside: turns of VCs, flits that stay, credits.
#include "cosim/plug/router_inlet.h"

#include <gtest/gtest.h>

namespace trenza::cosim {
namespace {

constexpr std::uint64_t kAll = 0b111;

RouterInlet full_inlet() {
  RouterInlet inlet(3, 2);
  for (int k = 0; k < 2; ++k) {
    for (int vc = 0; vc < 3; ++vc) inlet.push(vc, microarch::make_flit(static_cast<microarch::PacketId>(vc), 2, k));
  }
  return inlet;
}

TEST(RouterInlet, VcsTakeTurnsAndFlitsOfAVcStayInOrder) {
  RouterInlet inlet = full_inlet();
  for (int k = 0; k < 6; ++k) {
    ASSERT_FALSE(inlet.empty());
    const int vc = inlet.choose(kAll);
    EXPECT_EQ(vc, k % 3);
    EXPECT_EQ(microarch::position_of(inlet.front(vc)), k / 3);
    inlet.take();
  }
  EXPECT_TRUE(inlet.empty());
  EXPECT_EQ(inlet.choose(kAll), -1);
}

TEST(RouterInlet, OnlyAllowedVcsAreShown) {
  RouterInlet inlet = full_inlet();
  EXPECT_EQ(inlet.choose(0), -1);
  EXPECT_EQ(inlet.choose(0b100), 2);
  inlet.take();
  EXPECT_EQ(inlet.choose(0b110), 1) << "VC 0 is next in turn, but not allowed";
}

TEST(RouterInlet, AFlitThatWasShownStaysUntilItIsTaken) {
  RouterInlet inlet = full_inlet();
  EXPECT_EQ(inlet.choose(0b010), 1);
  EXPECT_EQ(inlet.choose(kAll), 1);
  inlet.take();
  EXPECT_EQ(inlet.choose(kAll), 2);
}

TEST(RouterInlet, CreditsAreThoseOfTheBlock) {
  RouterInlet inlet = full_inlet();
  EXPECT_EQ(inlet.credited(), kAll);
  for (int k = 0; k < 2; ++k) {
    inlet.choose(0b001);
    inlet.take();
  }
  EXPECT_EQ(inlet.credited(), 0b110U);
  inlet.credit(0);
  EXPECT_EQ(inlet.credited(), kAll);
  inlet.clear();
  EXPECT_TRUE(inlet.empty());
}

}  // namespace
}  // namespace trenza::cosim
