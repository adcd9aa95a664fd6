#include "tlm/terminals/address_map.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace trenza::tlm {
namespace {

std::string map_refusal(const std::vector<AddressRange>& ranges) {
  try {
    const AddressMap map(ranges);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(AddressMap, FindsNodeAndOffset) {
  const AddressMap map({{0x3000, 0x1000, 7}, {0x1000, 0x800, 2}});
  const auto first = map.find(0x1000, 4);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->node, 2);
  EXPECT_EQ(first->offset, 0U);
  const auto last = map.find(0x3fff, 1);
  ASSERT_TRUE(last);
  EXPECT_EQ(last->node, 7);
  EXPECT_EQ(last->offset, 0xfffU);
}

TEST(AddressMap, FindsNothingOutsideAndAcrossTheEnd) {
  const AddressMap map({{0x1000, 0x800, 2}, {0x1800, 0x800, 3}});
  EXPECT_FALSE(map.find(0xfff, 1));
  EXPECT_FALSE(map.find(0xffe, 4));
  EXPECT_FALSE(map.find(0x2000, 1));
  EXPECT_TRUE(map.find(0x17fc, 4));
  EXPECT_FALSE(map.find(0x17fd, 4)) << "two targets";
  EXPECT_TRUE(map.find(0x17ff, 0));
  EXPECT_FALSE(map.find(0x2000, 0));
  EXPECT_FALSE(AddressMap().find(0, 1));
}

TEST(AddressMap, ReachesTheLastAddress) {
  const std::uint64_t top = ~std::uint64_t{0};
  const AddressMap map({{top - 0xff, 0x100, 1}});
  ASSERT_TRUE(map.find(top, 1));
  EXPECT_EQ(map.find(top, 1)->offset, 0xffU);
  EXPECT_FALSE(map.find(top, 2));
  EXPECT_NE(map_refusal({{top, 2, 1}}).find("beyond 64 bits"), std::string::npos);
}

TEST(AddressMap, RefusesEmptyAndOverlappingRanges) {
  EXPECT_EQ(map_refusal({{0x40, 0, 5}}), "address map: the range at 0x40 of node 5 has no bytes");
  EXPECT_EQ(map_refusal({{0x100, 0x100, 1}, {0x1ff, 1, 2}}),
            "address map: 0x1ff..0x1ff of node 2 overlaps 0x100..0x1ff of node 1");
  EXPECT_EQ(map_refusal({{0x100, 0x100, 1}, {0x200, 1, 2}}), "");
}

}  // namespace
}  // namespace trenza::tlm
