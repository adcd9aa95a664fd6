// The packets of the greatest latency.
#include "testbench/history/slowest_packets.h"

#include <gtest/gtest.h>

namespace trenza::testbench {
namespace {

microarch::Delivery delivered_packet(NodeId source, std::uint64_t number, Cycle created, Cycle ejected) {
  microarch::Delivery one;
  one.source = source;
  one.number = number;
  one.created = created;
  one.ejected = ejected;
  return one;
}

TEST(SlowestPackets, TiesGoBySourceThenByNumber) {
  SlowestPackets slowest(4);
  slowest.delivered(delivered_packet(3, 1, 10, 20));
  slowest.delivered(delivered_packet(1, 9, 0, 10));
  slowest.delivered(delivered_packet(1, 2, 5, 15));
  slowest.delivered(delivered_packet(0, 0, 0, 9));
  slowest.delivered(delivered_packet(7, 0, 100, 111));
  slowest.delivered(delivered_packet(0, 1, 0, 3));
  EXPECT_EQ(slowest.names(), (std::vector<PacketName>{{7, 0}, {1, 2}, {1, 9}, {3, 1}}));
}

TEST(SlowestPackets, FewerThanAskedFor) {
  SlowestPackets slowest(4);
  EXPECT_TRUE(slowest.names().empty());
  slowest.delivered(delivered_packet(3, 1, 10, 20));
  EXPECT_EQ(slowest.names().size(), 1U);
}

}  // namespace
}  // namespace trenza::testbench
