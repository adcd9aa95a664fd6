// What follows from the parameters.
#include "microarch/parameters.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace trenza::microarch {
namespace {

TEST(Parameters, DerivedQuantities) {
  FabricParameters parameters;
  parameters.adaptive_vcs = 3;
  parameters.buffer_packets = 255;
  parameters.max_packet_flits = kMaxPacketFlits;
  EXPECT_EQ(parameters.vcs(), 4);
  EXPECT_TRUE(parameters.is_escape(0));
  EXPECT_FALSE(parameters.is_escape(1));
  parameters.escape_vcs = 2;
  EXPECT_EQ(parameters.vcs(), 5);
  EXPECT_TRUE(parameters.is_escape(1));
  EXPECT_FALSE(parameters.is_escape(2));
  EXPECT_EQ(parameters.buffer_flits(), 255 * 16383);
}

TEST(Parameters, EveryClassHasItsOwnChannelsAndInjectors) {
  FabricParameters parameters;
  parameters.message_classes = 2;
  parameters.escape_vcs = 2;
  parameters.adaptive_vcs = 1;
  parameters.injectors = 3;
  EXPECT_EQ(parameters.class_vcs(), 3);
  EXPECT_EQ(parameters.vcs(), 6);
  EXPECT_EQ(parameters.injection_queues(), 6);
  const std::vector<bool> escape{true, true, false, true, true, false};
  const std::vector<int> message_class{0, 0, 0, 1, 1, 1};
  for (int vc = 0; vc < 6; ++vc) {
    const auto at = static_cast<std::size_t>(vc);
    EXPECT_EQ(parameters.is_escape(vc), escape[at]) << vc;
    EXPECT_EQ(((parameters.escape_mask() >> vc) & 1U) != 0, escape[at]) << vc;
    EXPECT_EQ(parameters.class_of(vc), message_class[at]) << vc;
  }
  // Two network ports of six VCs, then three injectors of each class.
  const std::string of_inputs = "000111000111000111";
  ASSERT_EQ(parameters.inputs(2), static_cast<int>(of_inputs.size()));
  for (int input = 0; input < parameters.inputs(2); ++input) {
    EXPECT_EQ(parameters.class_of_input(2, input), of_inputs[static_cast<std::size_t>(input)] - '0') << input;
  }
}

TEST(Parameters, LinkDelaysByPort) {
  FabricParameters parameters;
  parameters.link_delay = 7;
  for (int port = 0; port < 4; ++port) EXPECT_EQ(parameters.link_delay_of(port), 7);
  parameters.port_link_delay = {1, 2, 255, 3};
  EXPECT_EQ(parameters.link_delay_of(2), 255);
}

}  // namespace
}  // namespace trenza::microarch
