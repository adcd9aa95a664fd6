#include "testbench/replay/packetizer.h"

#include <gtest/gtest.h>

namespace trenza::testbench {
namespace {

TEST(Packetizer, CutsMessages) {
  const Packetizer packetizer(16, 4, false);  // 60 bytes in a full packet
  EXPECT_EQ(packetizer.packets(0), 1U);
  EXPECT_EQ(packetizer.last_flits(0), 1);
  EXPECT_EQ(packetizer.packets(1), 1U);
  EXPECT_EQ(packetizer.last_flits(1), 2);
  EXPECT_EQ(packetizer.last_flits(8), 3);
  EXPECT_EQ(packetizer.packets(60), 1U);
  EXPECT_EQ(packetizer.last_flits(60), 16);
  EXPECT_EQ(packetizer.packets(61), 2U);
  EXPECT_EQ(packetizer.last_flits(61), 2);
  EXPECT_EQ(packetizer.packets(1000), 17U);
  EXPECT_EQ(packetizer.last_flits(1000), 11);  // 40 bytes left
}

TEST(Packetizer, PadsTheLast) {
  const Packetizer packetizer(16, 4, true);
  EXPECT_EQ(packetizer.packets(61), 2U);
  EXPECT_EQ(packetizer.last_flits(61), 16);
  EXPECT_EQ(packetizer.last_flits(0), 16);
}

TEST(Packetizer, SmallestPackets) {
  const Packetizer packetizer(2, 8, false);
  EXPECT_EQ(packetizer.packets(17), 3U);
  EXPECT_EQ(packetizer.last_flits(17), 2);
  EXPECT_EQ(packetizer.last_flits(0), 1);
}

}  // namespace
}  // namespace trenza::testbench
