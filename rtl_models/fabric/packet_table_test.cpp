// The table of the packets inside a fabric, against a map.
#include "rtl_models/fabric/packet_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <random>

namespace trenza::rtl_models {
namespace {

microarch::Delivery packet_with_tag(std::uint64_t tag) {
  microarch::Delivery packet;
  packet.tag = tag;
  return packet;
}

TEST(PacketTable, TakesConsecutiveIdentities) {
  PacketTable table;
  for (microarch::PacketId id = 0; id < 10; ++id) table.add(id, packet_with_tag(id));
  for (microarch::PacketId id = 0; id < 10; ++id) table.remove(id);
  for (const microarch::PacketId wrong : {0U, 9U, 11U})
    EXPECT_THROW(table.add(wrong, packet_with_tag(wrong)), microarch::InvariantViolation);
  table.add(10, packet_with_tag(10));
  EXPECT_TRUE(table.contains(10));
}

TEST(PacketTable, KnowsWhoIsInside) {
  PacketTable table;
  EXPECT_FALSE(table.contains(0));
  table.add(0, packet_with_tag(7));
  table.add(1, packet_with_tag(8));
  EXPECT_TRUE(table.contains(1));
  EXPECT_FALSE(table.contains(2));
  EXPECT_FALSE(table.contains(0xffffffffU));
  table.remove(0);
  EXPECT_FALSE(table.contains(0));
  EXPECT_EQ(table.at(1).tag, 8U);
  EXPECT_EQ(table.size(), 1U);
}

TEST(PacketTable, RandomLives) {
  PacketTable table;
  std::map<microarch::PacketId, std::uint64_t> inside;
  std::mt19937_64 random(1);
  microarch::PacketId next = 0;
  for (int i = 0; i < 20000; ++i) {
    const bool growing = i / 2000 % 2 == 0;
    if (inside.empty() || random() % 5 < (growing ? 3U : 2U)) {
      const std::uint64_t tag = random();
      table.add(next, packet_with_tag(tag));
      inside[next++] = tag;
    } else {
      auto victim = inside.begin();
      std::advance(victim, static_cast<std::ptrdiff_t>(random() % std::min<std::size_t>(inside.size(), 20)));
      ASSERT_TRUE(table.contains(victim->first));
      ASSERT_EQ(table.at(victim->first).tag, victim->second);
      table.remove(victim->first);
      ASSERT_FALSE(table.contains(victim->first));
      inside.erase(victim);
    }
    ASSERT_EQ(table.size(), inside.size());
  }
}

}  // namespace
}  // namespace trenza::rtl_models
