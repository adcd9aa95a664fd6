#include "settings/fabric_fault.h"

#include <gtest/gtest.h>

#include "microarch/parameters.h"
#include "settings/schema.h"

namespace trenza::settings {
namespace {

using microarch::Parameter;

TEST(FabricFault, EveryParameterHasAKeyOfTheSchema) {
  for (int parameter = 0; parameter <= static_cast<int>(Parameter::inputs); ++parameter) {
    const std::string key = key_of(static_cast<Parameter>(parameter));
    EXPECT_TRUE(find_key(key) != nullptr || is_section(key)) << key;
  }
}

TEST(FabricFault, SentencesHaveValueAndBound) {
  EXPECT_EQ(sentence_of({Parameter::router_delay, 256, 1, 255}, {}, 4), "256 is not in 1..255");
  EXPECT_EQ(sentence_of({Parameter::port_link_delays, 3, 4, 4}, {}, 4), "3 delays for 4 ports");
  EXPECT_EQ(sentence_of({Parameter::crossbar_inputs, 4, 1, 3}, {}, 4),
            "4 inputs of the crossbar for the 3 virtual channels of a port");
  microarch::FabricParameters fabric;
  fabric.adaptive_vcs = 7;
  fabric.injectors = 4;
  EXPECT_EQ(sentence_of(check_parameters(fabric, 10).at(0), fabric, 10),
            "10 network ports x 8 virtual channels + 4 injectors are 84 inputs of a router; the most is 64");
}

}  // namespace
}  // namespace trenza::settings
