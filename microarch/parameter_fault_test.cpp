// Ranges of the parameters.
#include "microarch/parameter_fault.h"

#include <gtest/gtest.h>

#include <vector>

#include "microarch/parameters.h"

namespace trenza::microarch {
namespace {

struct Range {
  Parameter parameter;
  int FabricParameters::*value;
  int least;
  int most;
};

const std::vector<Range>& ranges() {
  static const std::vector<Range> all{
      {Parameter::escape_vcs, &FabricParameters::escape_vcs, 1, 2},
      {Parameter::adaptive_vcs, &FabricParameters::adaptive_vcs, 0, 7},
      {Parameter::message_classes, &FabricParameters::message_classes, 1, 2},
      {Parameter::max_packet_flits, &FabricParameters::max_packet_flits, 1, 16383},
      {Parameter::buffer_packets, &FabricParameters::buffer_packets, 1, 255},
      {Parameter::router_delay, &FabricParameters::router_delay, 1, 255},
      {Parameter::link_delay, &FabricParameters::link_delay, 1, 255},
      {Parameter::credit_delay, &FabricParameters::credit_delay, 1, 255},
      {Parameter::injectors, &FabricParameters::injectors, 1, 8},
      {Parameter::ejectors, &FabricParameters::ejectors, 1, 8},
  };
  return all;
}

TEST(ParameterFault, DefaultsAreUsable) {
  for (const int ports : {2, 4, 6, 8, 10, 12}) EXPECT_TRUE(check_parameters({}, ports).empty()) << ports;
}

TEST(ParameterFault, BordersOfEveryRange) {
  for (const Range& range : ranges()) {
    for (const int value : {range.least, range.most}) {
      FabricParameters parameters;
      parameters.*range.value = value;
      EXPECT_TRUE(check_parameters(parameters, 4).empty()) << static_cast<int>(range.parameter) << " " << value;
    }
    for (const int value : {range.least - 1, range.most + 1, -1000000, 1000000}) {
      FabricParameters parameters;
      parameters.*range.value = value;
      const std::vector<ParameterFault> faults = check_parameters(parameters, 4);
      ASSERT_EQ(faults.size(), 1U) << static_cast<int>(range.parameter) << " " << value;
      EXPECT_EQ(faults[0].parameter, range.parameter);
      EXPECT_EQ(faults[0].value, value);
      EXPECT_EQ(faults[0].least, range.least);
      EXPECT_EQ(faults[0].most, range.most);
    }
  }
}

TEST(ParameterFault, AllAreReportedAtOnce) {
  FabricParameters parameters;
  for (const Range& range : ranges()) parameters.*range.value = range.most + 1;
  const std::vector<ParameterFault> faults = check_parameters(parameters, 4);
  ASSERT_EQ(faults.size(), ranges().size());
  for (std::size_t i = 0; i < faults.size(); ++i) EXPECT_EQ(faults[i].parameter, ranges()[i].parameter) << i;
}

struct WormRange {
  Parameter parameter;
  int WormholeParameters::*value;
  int least;
  int most;
};

FabricParameters wormhole() {
  FabricParameters parameters;
  parameters.switching = SwitchingPolicy::of<Wormhole>();
  return parameters;
}

TEST(ParameterFault, BordersOfTheFlitLevelMachine) {
  const std::vector<WormRange> all{
      {Parameter::virtual_channels, &WormholeParameters::virtual_channels, 1, 16},
      {Parameter::buffer_flits, &WormholeParameters::buffer_flits, 1, 16383},
      {Parameter::routing_delay, &WormholeParameters::routing_delay, 0, 15},
      {Parameter::injection_delay, &WormholeParameters::injection_delay, 0, 255},
      {Parameter::injection_credit_delay, &WormholeParameters::injection_credit_delay, 1, 255},
      {Parameter::ejection_delay, &WormholeParameters::ejection_delay, 1, 255},
  };
  EXPECT_TRUE(check_parameters(wormhole(), 32).empty());
  for (const WormRange& range : all) {
    for (const int value : {range.least, range.most, range.least - 1, range.most + 1}) {
      FabricParameters parameters = wormhole();
      parameters.wormhole.*range.value = value;
      const std::vector<ParameterFault> faults = check_parameters(parameters, 4);
      const bool good = range.least <= value && value <= range.most;
      ASSERT_EQ(faults.size(), good ? 0U : 1U) << static_cast<int>(range.parameter) << " " << value;
      if (!good) {
        EXPECT_EQ(faults[0].parameter, range.parameter);
      }
      parameters.switching = {};
      EXPECT_TRUE(check_parameters(parameters, 4).empty()) << "the first machine does not look at it";
    }
  }
}

TEST(ParameterFault, TheFlitLevelMachineHasLinksOfNoDelayAndAnyNumberOfInputs) {
  FabricParameters parameters = wormhole();
  parameters.link_delay = 0;
  parameters.port_link_delay = {0, 1, 2, 255};
  EXPECT_TRUE(check_parameters(parameters, 4).empty());
  parameters.port_link_delay = {0, -1, 2, 256};
  EXPECT_EQ(check_parameters(parameters, 4).size(), 2U);
  parameters.port_link_delay.clear();
  parameters.link_delay = -1;
  EXPECT_EQ(check_parameters(parameters, 4).at(0).parameter, Parameter::link_delay);
  parameters.link_delay = 0;
  parameters.message_classes = 2;
  parameters.wormhole.virtual_channels = 16;
  EXPECT_EQ(parameters.inputs(32), 33 * 32);
  EXPECT_TRUE(check_parameters(parameters, 32).empty());
  parameters.buffer_packets = parameters.router_delay = parameters.injectors = parameters.escape_vcs = 0;
  EXPECT_TRUE(check_parameters(parameters, 4).empty()) << "it does not look at what belongs to the first machine";
  parameters.wormhole.virtual_channels = 1;
  parameters.crossbar = CrossbarKind("inputs_per_port").with(3);
  EXPECT_EQ(check_parameters(parameters, 4).at(0).parameter, Parameter::crossbar_inputs);
}

TEST(ParameterFault, InputsOfARouterFitIntoAMask) {
  FabricParameters parameters;
  for (int ports = 2; ports <= 12; ports += 2) {
    for (int adaptive = 0; adaptive <= 7; ++adaptive) {
      for (int injectors = 1; injectors <= 8; ++injectors) {
        for (const int classes : {1, 2}) {
          parameters.adaptive_vcs = adaptive;
          parameters.injectors = injectors;
          parameters.message_classes = classes;
          const int inputs = classes * (ports * (1 + adaptive) + injectors);
          const std::vector<ParameterFault> faults = check_parameters(parameters, ports);
          EXPECT_EQ(parameters.inputs(ports), inputs);
          EXPECT_EQ(faults.empty(), inputs <= 64) << ports << " " << adaptive << " " << injectors << " " << classes;
          if (inputs > 64) {
            EXPECT_EQ(faults.at(0).parameter, Parameter::inputs);
            EXPECT_EQ(faults.at(0).value, inputs);
            EXPECT_EQ(faults.at(0).most, 64);
          }
        }
      }
    }
  }
}

TEST(ParameterFault, CrossbarInputsAreNotMoreThanChannels) {
  FabricParameters parameters;  // 3 VCs
  for (const int inputs : {1, 2, 3, 4}) {
    parameters.crossbar = CrossbarKind("inputs_per_port").with(inputs);
    const std::vector<ParameterFault> faults = check_parameters(parameters, 4);
    ASSERT_EQ(faults.size(), inputs > 3 ? 1U : 0U) << inputs;
    if (inputs <= 3) continue;
    EXPECT_EQ(faults[0].parameter, Parameter::crossbar_inputs);
    EXPECT_EQ(faults[0].most, 3);
  }
}

TEST(ParameterFault, DelaysOfPorts) {
  FabricParameters parameters;
  parameters.port_link_delay = {1, 2, 255, 3};
  EXPECT_TRUE(check_parameters(parameters, 4).empty());
  ASSERT_EQ(check_parameters(parameters, 6).size(), 1U) << "one for each port";
  EXPECT_EQ(check_parameters(parameters, 6)[0].parameter, Parameter::port_link_delays);
  for (const int wrong : {0, 256}) {
    parameters.port_link_delay = {1, 2, wrong, 3};
    ASSERT_EQ(check_parameters(parameters, 4).size(), 1U) << wrong;
    EXPECT_EQ(check_parameters(parameters, 4)[0].parameter, Parameter::port_link_delay);
  }
}

TEST(ParameterFault, SentencesNameTheField) {
  EXPECT_EQ(to_string(ParameterFault{Parameter::router_delay, 0, 1, 255}),
            "router_delay is 0, but it must be in 1..255");
  EXPECT_EQ(to_string(ParameterFault{Parameter::port_link_delays, 3, 4, 4}),
            "the number of delays of port_link_delay is 3, but it must be 4");
}

}  // namespace
}  // namespace trenza::microarch
