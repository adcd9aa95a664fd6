// Escape channels and link delays in a configuration, and values that do not fit the network.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "settings/configuration.h"
#include "tests/places.h"

namespace trenza::settings {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const char* const kTorus = "{kind: torus, size: [4, 4]}";
const char* const kThreeClasses = "{kind: ibt, size: [8, 8], bypass: [4], escape: three_classes}";
const char* const kCustom = "{kind: custom, file: NETWORK}";

RunConfiguration built(const std::string& topology, const std::string& rest) {
  const std::string text = "topology: " + topology + "\ntraffic: {pattern: uniform, load: 0.3}\n" + rest;
  return read_configuration(text, "dir/exp.yaml", {}).runs.at(0);
}

std::string builder_fault(const std::string& topology, const std::string& rest) {
  try {
    built(topology, rest);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(EscapeChannels, AreAsManyAsTheNetworkNeeds) {
  EXPECT_EQ(built(kTorus, "").fabric.escape_vcs, 1);
  const RunConfiguration run = built(kThreeClasses, "");
  EXPECT_EQ(run.fabric.escape_vcs, 2);
  EXPECT_EQ(run.fabric.vcs(), 4);
  EXPECT_EQ(run.resolved->at("router")["virtual_channels"].dump(), R"({"escape":2,"adaptive":2})");
  EXPECT_EQ(built(kThreeClasses, "router: {virtual_channels: {escape: 2}}").fabric.escape_vcs, 2);
}

TEST(EscapeChannels, OthersAreRefused) {
  EXPECT_THAT(builder_fault(kTorus, "router: {virtual_channels: {escape: 2}}"),
              HasSubstr("router.virtual_channels.escape: 2 is not what the routes of torus(4x4) use; expected 1"));
  EXPECT_THAT(builder_fault(kThreeClasses, "router: {virtual_channels: {escape: 1}}"), HasSubstr("expected 2"));
  EXPECT_THAT(builder_fault(kTorus, "router: {virtual_channels: {escape: 3}}"), HasSubstr("out of range"));
}

TEST(MessageClasses, HaveTheirOwnChannelsAndInjectors) {
  EXPECT_EQ(built(kTorus, "").fabric.message_classes, 1);
  const RunConfiguration run = built(kTorus, "router: {message_classes: 2}");
  EXPECT_EQ(run.fabric.message_classes, 2);
  EXPECT_EQ(run.fabric.vcs(), 6);
  EXPECT_EQ(run.fabric.injection_queues(), 8);
  EXPECT_EQ(run.resolved->at("router")["message_classes"], 2);
  EXPECT_EQ(run.experiment.synthetic->reply_flits, 0);
}

TEST(MessageClasses, CarryReplies) {
  const std::string text = std::string("topology: ") + kTorus +
                           "\ntraffic: {pattern: uniform, load: 0.3, packet_flits: 2, reply_flits: 9}\n";
  const RunConfiguration run = read_configuration(text + "router: {message_classes: 2}", "e.yaml", {}).runs.at(0);
  EXPECT_EQ(run.experiment.synthetic->reply_flits, 9);
  EXPECT_EQ(run.fabric.max_packet_flits, 9) << "the largest packet of the traffic, replies included";
  EXPECT_THROW(read_configuration(text, "e.yaml", {}), ConfigError) << "one class has no room for replies";
  EXPECT_THROW(read_configuration(text + "router: {message_classes: 2, max_packet_flits: 8}", "e.yaml", {}),
               ConfigError);
}

TEST(LinkDelays, AreOneForAllUnlessSaid) {
  const RunConfiguration run = built(kTorus, "link: {delay: 3}");
  EXPECT_TRUE(run.fabric.port_link_delay.empty());
  EXPECT_EQ(run.fabric.link_delay_of(2), 3);
}

TEST(LinkDelays, OfDimensionsAndBypassLinks) {
  EXPECT_THAT(built(kTorus, "link: {dimension_delay: [2, 7]}").fabric.port_link_delay, ElementsAre(2, 2, 7, 7));
  EXPECT_THAT(built(kThreeClasses, "link: {delay: 3, bypass_delay: 9}").fabric.port_link_delay,
              ElementsAre(3, 3, 3, 3, 9, 9));
  const RunConfiguration both = built(kThreeClasses, "link: {dimension_delay: [1, 2], bypass_delay: 255}");
  EXPECT_THAT(both.fabric.port_link_delay, ElementsAre(1, 1, 2, 2, 255, 255));
  EXPECT_EQ(both.resolved->at("link")["dimension_delay"].dump(), "[1,2]");
  EXPECT_EQ(both.resolved->at("link")["bypass_delay"], 255);
}

TEST(LinkDelays, OfWhatIsNotThereAreRefused) {
  EXPECT_THAT(builder_fault(kTorus, "link: {dimension_delay: [2]}"),
              HasSubstr("1 delays for the 2 dimensions of torus(4x4); expected one for each"));
  EXPECT_THAT(builder_fault(kTorus, "link: {dimension_delay: [2, 2, 2]}"), HasSubstr("3 delays for the 2 dimensions"));
  EXPECT_THAT(builder_fault(kTorus, "link: {dimension_delay: [2, 0]}"), HasSubstr("out of range"));
  EXPECT_THAT(builder_fault(kTorus, "link: {bypass_delay: 2}"), HasSubstr("has no links that leave out nodes"));
  std::string custom = kCustom;
  custom.replace(custom.find("NETWORK"), 7, TRENZA_SOURCE_DIR "/configs/networks/petersen.net");
  EXPECT_THAT(builder_fault(custom, "link: {dimension_delay: [2]}"),
              HasSubstr("are of no dimension; expected `link.delay`"));
  EXPECT_EQ(builder_fault(custom, ""), "");
}

}  // namespace
}  // namespace trenza::settings
