// Ranges of the parameters.
#include "microarch/parameters.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace trenza::microarch {
namespace {

struct Range {
  const char* key;
  int FabricParameters::*value;
  int least;
  int most;
};

const std::vector<Range>& ranges() {
  static const std::vector<Range> all{
      {"router.virtual_channels.escape", &FabricParameters::escape_vcs, 1, 2},
      {"router.virtual_channels.adaptive", &FabricParameters::adaptive_vcs, 0, 7},
      {"router.message_classes", &FabricParameters::message_classes, 1, 2},
      {"router.max_packet_flits", &FabricParameters::max_packet_flits, 1, 16383},
      {"router.buffer_packets", &FabricParameters::buffer_packets, 1, 255},
      {"router.router_delay", &FabricParameters::router_delay, 1, 255},
      {"link.delay", &FabricParameters::link_delay, 1, 255},
      {"router.credit_delay", &FabricParameters::credit_delay, 1, 255},
      {"router.injectors", &FabricParameters::injectors, 1, 8},
      {"router.ejectors", &FabricParameters::ejectors, 1, 8},
  };
  return all;
}

bool starts_with(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}

TEST(Parameters, DefaultsAreUsable) {
  for (const int ports : {2, 4, 6, 8, 10, 12}) EXPECT_TRUE(check_parameters({}, ports).empty()) << ports;
}

TEST(Parameters, BordersOfEveryRange) {
  for (const Range& range : ranges()) {
    for (const int value : {range.least, range.most}) {
      FabricParameters parameters;
      parameters.*range.value = value;
      EXPECT_TRUE(check_parameters(parameters, 4).empty()) << range.key << " " << value;
    }
    for (const int value : {range.least - 1, range.most + 1, -1000000, 1000000}) {
      FabricParameters parameters;
      parameters.*range.value = value;
      const std::vector<std::string> faults = check_parameters(parameters, 4);
      ASSERT_EQ(faults.size(), 1U) << range.key << " " << value;
      EXPECT_TRUE(starts_with(faults[0], std::string(range.key) + ": " + std::to_string(value))) << faults[0];
      EXPECT_NE(faults[0].find(std::to_string(range.least) + ".." + std::to_string(range.most)), std::string::npos);
    }
  }
}

TEST(Parameters, AllFaultsAreReportedAtOnce) {
  FabricParameters parameters;
  for (const Range& range : ranges()) parameters.*range.value = range.most + 1;
  const std::vector<std::string> faults = check_parameters(parameters, 4);
  ASSERT_EQ(faults.size(), ranges().size());
  for (std::size_t i = 0; i < faults.size(); ++i) EXPECT_TRUE(starts_with(faults[i], ranges()[i].key)) << faults[i];
}

TEST(Parameters, InputsOfARouterFitIntoAMask) {
  FabricParameters parameters;
  for (int ports = 2; ports <= 12; ports += 2) {
    for (int adaptive = 0; adaptive <= 7; ++adaptive) {
      for (int injectors = 1; injectors <= 8; ++injectors) {
        for (const int classes : {1, 2}) {
          parameters.adaptive_vcs = adaptive;
          parameters.injectors = injectors;
          parameters.message_classes = classes;
          const int inputs = classes * (ports * (1 + adaptive) + injectors);
          const std::vector<std::string> faults = check_parameters(parameters, ports);
          EXPECT_EQ(parameters.inputs(ports), inputs);
          EXPECT_EQ(faults.empty(), inputs <= 64) << ports << " " << adaptive << " " << injectors << " " << classes;
          if (inputs > 64) {
            EXPECT_TRUE(starts_with(faults.at(0), "router.virtual_channels: "));
          }
        }
      }
    }
  }
}

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
  EXPECT_TRUE(check_parameters(parameters, 4).empty());
  EXPECT_EQ(parameters.link_delay_of(2), 255);
  EXPECT_EQ(check_parameters(parameters, 6).size(), 1U) << "one for each port";
  for (const int wrong : {0, 256}) {
    parameters.port_link_delay = {1, 2, wrong, 3};
    EXPECT_EQ(check_parameters(parameters, 4).size(), 1U) << wrong;
  }
}

}  // namespace
}  // namespace trenza::microarch
