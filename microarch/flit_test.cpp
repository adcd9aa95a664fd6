// The flit word and the text of a flit.
#include "microarch/flit.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <string>

#include "microarch/parameters.h"

namespace trenza::microarch {
namespace {

constexpr PacketId kPackets[] = {0, 1, 1234, 0x7fffffffU, 0x80000000U, 0xffffffffU};
constexpr int kLengths[] = {1, 2, 3, 16, 255, 8192, kMaxPacketFlits};

TEST(Flit, FieldsComeBackAsTheyWentIn) {
  for (const PacketId packet : kPackets) {
    for (const int flits : kLengths) {
      for (const int position : {0, 1, flits / 2, flits - 2, flits - 1}) {
        if (position < 0 || position >= flits) continue;
        const FlitWord flit = make_flit(packet, flits, position);
        EXPECT_EQ(packet_of(flit), packet);
        EXPECT_EQ(length_of(flit), flits);
        EXPECT_EQ(position_of(flit), position);
        EXPECT_EQ(is_head(flit), position == 0);
        EXPECT_EQ(is_tail(flit), position == flits - 1);
      }
    }
  }
}

TEST(Flit, LayoutIsThatOfTheHeader) {
  const FlitWord body = make_flit(0x89abcdef, 0x1234, 0x0567);
  EXPECT_EQ(body, FlitWord{0x89abcdef} | FlitWord{0x0567} << 32 | FlitWord{0x1234} << 46);
  EXPECT_EQ(make_flit(0, 1, 0), FlitWord{1} << 46 | FlitWord{1} << 60 | FlitWord{1} << 61);
  EXPECT_EQ(make_flit(~0U, kMaxPacketFlits, kMaxPacketFlits - 1) >> 62, 0U) << "the two top bits are free";
}

TEST(Flit, FlitsOfAPacketDiffer) {
  std::set<FlitWord> seen;
  for (int position = 0; position < 100; ++position) seen.insert(make_flit(7, 100, position));
  EXPECT_EQ(seen.size(), 100U);
}

TEST(Flit, AHeadCountsItsHops) {
  for (const PacketId packet : kPackets) {
    for (const int flits : kLengths) {
      FlitWord head = make_flit(packet, flits, 0);
      for (int hops = 0; hops < 300; ++hops) {
        ASSERT_EQ(hops_of(head), hops);
        ASSERT_EQ(position_of(head), 0);
        ASSERT_EQ(packet_of(head), packet);
        ASSERT_EQ(length_of(head), flits);
        ASSERT_EQ(is_tail(head), flits == 1);
        head = with_next_hop(head);
      }
    }
  }
}

TEST(Flit, IdentitiesCompareAsAgesAcrossTheirWrap) {
  EXPECT_TRUE(older_than(0, 1));
  EXPECT_FALSE(older_than(1, 0));
  EXPECT_FALSE(older_than(5, 5));
  EXPECT_TRUE(older_than(0xffffffffU, 0));
  EXPECT_FALSE(older_than(0, 0xffffffffU));
  for (const PacketId start : kPackets) {
    for (const PacketId later : {1U, 2U, 1000U, 0x7fffffffU}) {
      EXPECT_TRUE(older_than(start, start + later)) << start << " " << later;
      EXPECT_FALSE(older_than(start + later, start)) << start << " " << later;
    }
  }
}

TEST(Flit, TextOfEveryKind) {
  EXPECT_EQ(flit_text(make_flit(1234, 5, 0), "2,1", "7,3", 1, 3), "H p1234 f0/5 2,1>7,3 vc1 hop3");
  EXPECT_EQ(flit_text(make_flit(1234, 5, 2), "2,1", "7,3", 1, 3), "B p1234 f2/5 2,1>7,3 vc1 hop3");
  EXPECT_EQ(flit_text(make_flit(1234, 5, 4), "2,1", "7,3", 0, 3), "T p1234 f4/5 2,1>7,3 vc0 hop3");
  EXPECT_EQ(flit_text(make_flit(0, 1, 0), "0", "1", 2, 1), "HT p0 f0/1 0>1 vc2 hop1");
  EXPECT_EQ(flit_text(with_next_hop(make_flit(9, 2, 0)), "0", "1", 2, 1), "H p9 f0/2 0>1 vc2 hop1");
}

TEST(Flit, TextFollowsItsGrammar) {
  const std::regex grammar(R"((H|B|T|HT) p\d+ f\d+/\d+ -?\d+(,-?\d+)*>-?\d+(,-?\d+)* vc\d+ hop\d+)");
  for (const PacketId packet : kPackets) {
    for (const int flits : kLengths) {
      for (const int position : {0, flits / 2, flits - 1}) {
        const std::string text = flit_text(make_flit(packet, flits, position), "1,2,3,4,5,6", "6,5,4,3,2,1", 7, 12);
        EXPECT_TRUE(std::regex_match(text, grammar)) << text;
      }
    }
  }
}

}  // namespace
}  // namespace trenza::microarch
