// Timelines as text.
#include "testbench/history/timeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "microarch/parameters.h"
#include "topologies/twisted_torus.h"

namespace trenza::testbench {
namespace {

class TimelineTest : public testing::Test {
 protected:
  TimelineTest() {
    parameters_.link_delay = 2;
    // Packet 0:1 of 3 flits is created in 98, waits, is granted in 103, arrives in 106, and leaves in 106 to 108.
    history_.packet = {{0, 1}, 1, 3, 0, 98};
    Stage first{0, 6, 98, {}, {}, {}, {}, {}, microarch::Hop{103, 0, 6, 0, 1, 0, 1}};
    first.waits = {{PacketCycle::queued, {98, 101}, {{0, 0}}},
                   {PacketCycle::lost, {101, 102}, {}},
                   {PacketCycle::link_busy, {102, 103}, {}}};
    const Stage second{1, 1, 106, {}, {}, {}, {}, {}, microarch::Hop{106, 1, 1, 2, -1, 0, 1}};
    history_.stages = {first, second};
    history_.delivery.emplace();
    history_.delivery->ejected = 108;
    history_.seen_until = 109;
    other_.packet = {{0, 0}, 1, 3, 0, 90};
    other_.hops = {{100, 0, 6, 0, 1, 0, 0}, {103, 1, 1, 2, -1, 0, 0}};
    other_.ejected = 105;
  }

  std::string text(const CycleWindow& window) const {
    const std::string all = timeline_text(make_timeline({history_}, {other_}, window, *topology_, parameters_));
    return all.substr(0, all.find("\n\n") + 1);
  }

  std::unique_ptr<topologies::Topology> topology_ = topologies::make_twisted_torus("ring", {{5}, {}, {}, 2});
  microarch::FabricParameters parameters_;
  PacketHistory history_;
  Journey other_;
};

TEST_F(TimelineTest, TheSumIsTheLatency) {
  const CyclesByKind cycles = cycles_by_kind(history_, *topology_, parameters_);
  Cycle sum = 0;
  for (const Cycle of_kind : cycles) sum += of_kind;
  EXPECT_EQ(sum, 108U - 98U);
  EXPECT_EQ(cycles[static_cast<std::size_t>(PacketCycle::crossing)], 1U + 2U);
  EXPECT_EQ(cycles[static_cast<std::size_t>(PacketCycle::link)], 2U);
}

TEST_F(TimelineTest, OfAllCycles) {
  EXPECT_EQ(text({}),
            "cycle 98\n"
            "      | |\n"
            "0:1   qqqxl>-->>E\n"
            "0:0   ..>-->>E\n");
}

TEST_F(TimelineTest, OfAWindow) {
  EXPECT_EQ(text({100, 104}),
            "cycle 100\n"
            "      |\n"
            "0:1   qxl>\n"
            "0:0   >-->\n");
  EXPECT_EQ(text({106, 200}),
            "cycle 106\n"
            "      |\n"
            "0:1   >>E\n");
}

TEST_F(TimelineTest, EverySignHasAMeaning) {
  const std::string all = timeline_text(make_timeline({history_}, {other_}, {}, *topology_, parameters_));
  for (int k = 0; k < static_cast<int>(PacketCycle::no_vc); ++k)
    EXPECT_THAT(all, testing::HasSubstr(std::string(" ") + name_of(static_cast<PacketCycle>(k)) + "\n"));
  EXPECT_THAT(all, testing::Not(testing::HasSubstr("starved"))) << "of flits only";
}

TEST_F(TimelineTest, EverySignOfFlitsHasAMeaning) {
  parameters_.switching = "wormhole";
  const std::string all = timeline_text(make_timeline({history_}, {other_}, {}, *topology_, parameters_));
  for (const PacketCycle kind : {PacketCycle::pipeline, PacketCycle::queued, PacketCycle::lost, PacketCycle::eject_busy,
                                 PacketCycle::no_credit, PacketCycle::lost_vc, PacketCycle::crossing, PacketCycle::link,
                                 PacketCycle::no_vc, PacketCycle::starved, PacketCycle::lost_speculation})
    EXPECT_THAT(all, testing::HasSubstr(std::string(" ") + name_of(kind) + "\n"));
  EXPECT_THAT(all, testing::Not(testing::HasSubstr("bubble")));
}

}  // namespace
}  // namespace trenza::testbench
