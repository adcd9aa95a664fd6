// Credits and the bubble rule.
#include "microarch/flow_control/localized_bubble.h"

#include <gtest/gtest.h>

#include <vector>

#include "microarch/parameters.h"

namespace trenza::microarch {
namespace {

TEST(Bubble, EnteringNeedsTwoSlotsAndContinuingOne) {
  EXPECT_EQ(LocalizedBubble::slots_needed(true, true), 1);
  EXPECT_EQ(LocalizedBubble::slots_needed(false, true), 2);
}

TEST(Bubble, WithoutTheRuleEnteringNeedsAsMuchAsContinuing) {
  EXPECT_EQ(LocalizedBubble::slots_needed(true, false), 1);
  EXPECT_EQ(LocalizedBubble::slots_needed(false, false), 1);
}

TEST(Bubble, ARingNeverFills) {
  // k buffers of two slots, as many packets as the rule lets in: every packet entering some buffer leaves a slot there.
  for (int buffers = 2; buffers <= 6; ++buffers) {
    std::vector<int> free(static_cast<std::size_t>(buffers), 2);
    int inside = 0;
    for (std::size_t i = 0; i < 3 * free.size(); ++i) {
      int& slots = free[i % free.size()];
      if (slots < LocalizedBubble::slots_needed(false, true)) continue;
      --slots;
      ++inside;
    }
    EXPECT_LT(inside, 2 * buffers);
  }
}

TEST(Bubble, InitialCreditsAreSlotsOrFlits) {
  FabricParameters parameters;
  parameters.buffer_packets = 3;
  parameters.max_packet_flits = 16;
  EXPECT_EQ(LocalizedBubble::initial_credits(parameters, 0), 3);
  EXPECT_EQ(LocalizedBubble::initial_credits(parameters, 1), 48);
  parameters.escape_vcs = 2;
  EXPECT_EQ(LocalizedBubble::initial_credits(parameters, 1), 3);
  EXPECT_EQ(LocalizedBubble::initial_credits(parameters, 2), 48);
  EXPECT_EQ(LocalizedBubble::initial_credits(parameters, 7), 48);
}

TEST(Bubble, APacketTakesOneSlotOrItsFlits) {
  for (int flits = 1; flits <= 40; ++flits) {
    EXPECT_EQ(LocalizedBubble::credits_of_packet(true, flits), 1);
    EXPECT_EQ(LocalizedBubble::credits_of_packet(false, flits), flits);
  }
}

TEST(Bubble, CreditsOfAPacketComeBack) {
  for (const bool escape : {true, false}) {
    for (int flits = 1; flits <= 20; ++flits) {
      int returned = 0;
      for (int f = 0; f < flits; ++f) returned += LocalizedBubble::returns_credit(escape, f + 1 == flits) ? 1 : 0;
      EXPECT_EQ(returned, LocalizedBubble::credits_of_packet(escape, flits))
          << (escape ? "escape, " : "adaptive, ") << flits << " flits";
    }
  }
}

}  // namespace
}  // namespace trenza::microarch
