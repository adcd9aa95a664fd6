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

const char* const kTorus4x4 = "{kind: torus, size: [4, 4]}";
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
  EXPECT_EQ(built(kTorus4x4, "").fabric.escape_vcs, 1);
  const RunConfiguration run = built(kThreeClasses, "");
  EXPECT_EQ(run.fabric.escape_vcs, 2);
  EXPECT_EQ(run.fabric.vcs(), 4);
  EXPECT_EQ(run.resolved->at("router")["virtual_channels"].dump(), R"({"escape":2,"adaptive":2})");
  EXPECT_EQ(built(kThreeClasses, "router: {virtual_channels: {escape: 2}}").fabric.escape_vcs, 2);
}

TEST(EscapeChannels, OthersAreRefused) {
  EXPECT_THAT(builder_fault(kTorus4x4, "router: {virtual_channels: {escape: 2}}"),
              HasSubstr("router.virtual_channels.escape: 2 is not what the routes of torus(4x4) use; expected 1"));
  EXPECT_THAT(builder_fault(kThreeClasses, "router: {virtual_channels: {escape: 1}}"), HasSubstr("expected 2"));
  EXPECT_THAT(builder_fault(kTorus4x4, "router: {virtual_channels: {escape: 3}}"), HasSubstr("out of range"));
}

TEST(MessageClasses, HaveTheirOwnChannelsAndInjectors) {
  EXPECT_EQ(built(kTorus4x4, "").fabric.message_classes, 1);
  const RunConfiguration run = built(kTorus4x4, "router: {message_classes: 2}");
  EXPECT_EQ(run.fabric.message_classes, 2);
  EXPECT_EQ(run.fabric.vcs(), 6);
  EXPECT_EQ(run.fabric.injection_queues(), 8);
  EXPECT_EQ(run.resolved->at("router")["message_classes"], 2);
  EXPECT_EQ(run.experiment.synthetic->reply_flits, 0);
}

TEST(MessageClasses, CarryReplies) {
  const std::string text = std::string("topology: ") + kTorus4x4 +
                           "\ntraffic: {pattern: uniform, load: 0.3, packet_flits: 2, reply_flits: 9}\n";
  const RunConfiguration run = read_configuration(text + "router: {message_classes: 2}", "e.yaml", {}).runs.at(0);
  EXPECT_EQ(run.experiment.synthetic->reply_flits, 9);
  EXPECT_EQ(run.fabric.max_packet_flits, 9) << "the largest packet of the traffic, replies included";
  EXPECT_THROW(read_configuration(text, "e.yaml", {}), ConfigError) << "one class has no room for replies";
  EXPECT_THROW(read_configuration(text + "router: {message_classes: 2, max_packet_flits: 8}", "e.yaml", {}),
               ConfigError);
}

TEST(LinkDelays, AreOneForAllUnlessSaid) {
  const RunConfiguration run = built(kTorus4x4, "link: {delay: 3}");
  EXPECT_TRUE(run.fabric.port_link_delay.empty());
  EXPECT_EQ(run.fabric.link_delay_of(2), 3);
}

TEST(LinkDelays, OfDimensionsAndBypassLinks) {
  EXPECT_THAT(built(kTorus4x4, "link: {dimension_delay: [2, 7]}").fabric.port_link_delay, ElementsAre(2, 2, 7, 7));
  EXPECT_THAT(built(kThreeClasses, "link: {delay: 3, bypass_delay: 9}").fabric.port_link_delay,
              ElementsAre(3, 3, 3, 3, 9, 9));
  const RunConfiguration both = built(kThreeClasses, "link: {dimension_delay: [1, 2], bypass_delay: 255}");
  EXPECT_THAT(both.fabric.port_link_delay, ElementsAre(1, 1, 2, 2, 255, 255));
  EXPECT_EQ(both.resolved->at("link")["dimension_delay"].dump(), "[1,2]");
  EXPECT_EQ(both.resolved->at("link")["bypass_delay"], 255);
}

TEST(LinkDelays, OfWhatIsNotThereAreRefused) {
  EXPECT_THAT(builder_fault(kTorus4x4, "link: {dimension_delay: [2]}"),
              HasSubstr("1 delays for the 2 dimensions of torus(4x4); expected one for each"));
  EXPECT_THAT(builder_fault(kTorus4x4, "link: {dimension_delay: [2, 2, 2]}"),
              HasSubstr("3 delays for the 2 dimensions"));
  EXPECT_THAT(builder_fault(kTorus4x4, "link: {dimension_delay: [2, 0]}"), HasSubstr("out of range"));
  EXPECT_THAT(builder_fault(kTorus4x4, "link: {bypass_delay: 2}"), HasSubstr("has no links that leave out nodes"));
  std::string custom = kCustom;
  custom.replace(custom.find("NETWORK"), 7, TRENZA_SOURCE_DIR "/configs/networks/petersen.net");
  EXPECT_THAT(builder_fault(custom, "link: {dimension_delay: [2]}"),
              HasSubstr("are of no dimension; expected `link.delay`"));
  EXPECT_EQ(builder_fault(custom, ""), "");
}

const char* const kInverse = "router: {arbiter: inverse_weighted}";

TEST(Shares, StridesOfPortsAndInjectors) {
  const RunConfiguration run =
      built(kTorus4x4, "router: {arbiter: stride, injectors: 2, strides: {ports: [1, 2, 3, 255], injectors: [4, 5]}}");
  EXPECT_THAT(run.fabric.strides.ports, ElementsAre(1, 2, 3, 255));
  EXPECT_THAT(run.fabric.strides.injectors, ElementsAre(4, 5));
  EXPECT_EQ(run.resolved->at("router")["strides"].dump(), R"({"ports":[1,2,3,255],"injectors":[4,5]})");
  EXPECT_TRUE(built(kTorus4x4, "router: {arbiter: stride}").fabric.strides.ports.empty());
  EXPECT_EQ(built(kTorus4x4, "router: {transit_guard: 7}").fabric.transit_guard, 7);
  EXPECT_EQ(built(kTorus4x4, "").fabric.transit_guard, 0);
}

TEST(Shares, StridesThatDoNotFitAreRefused) {
  const auto refused = [](const std::string& router) { return builder_fault(kTorus4x4, "router: " + router); };
  EXPECT_EQ(
      refused("{arbiter: stride, strides: {ports: [1, 2]}}"),
      "dir/exp.yaml:3:44: router.strides.ports: 2 strides for the 4 network ports of torus(4x4) (xp, xm, yp, ym); "
      "expected one for each");
  EXPECT_EQ(refused("{arbiter: stride, message_classes: 2, injectors: 1, strides: {injectors: [1]}}"),
            "dir/exp.yaml:3:82: router.strides.injectors: 1 strides for the 2 injectors of a node, class by class; "
            "expected one for each");
  EXPECT_THAT(refused("{arbiter: stride, strides: {ports: [1, 2, 3, 256]}}"), HasSubstr("router.strides.ports"));
  EXPECT_THAT(refused("{arbiter: stride, strides: {ports: [1, 2, 3, 0]}}"), HasSubstr("out of range"));
  EXPECT_THAT(refused("{strides: {ports: [1, 2, 3, 4]}}"), HasSubstr("arbiter `stride`"));
  EXPECT_THAT(refused("{arbiter: stride, strides: {port: [1]}}"), HasSubstr("did you mean `ports`?"));
  EXPECT_THAT(refused("{arbiter: stride, reference_pattern: uniform}"), HasSubstr("arbiter `inverse_weighted`"));
  EXPECT_THAT(refused("{arbiter: inverse_weighted, reference_pattern: hot_spot}"), HasSubstr("reference_pattern"));
  EXPECT_THAT(refused("{transit_guard: 256}"), HasSubstr("out of range"));
  EXPECT_THAT(
      builder_fault("{kind: torus, size: [3, 3]}", "router: {arbiter: inverse_weighted, reference_pattern: shuffle}"),
      HasSubstr("expected a pattern that torus(3x3) has"));
}

TEST(RunUntil, HasAFirstLookAndAnEnd) {
  EXPECT_FALSE(built(kTorus4x4, "").experiment.run.until.has_value());
  const RunConfiguration run = built(kTorus4x4, "run: {cycles: 5000, until: {relative: 0.02, cycles: 1000000}}");
  EXPECT_EQ(run.experiment.run.cycles, 1'000'000U);
  EXPECT_EQ(run.experiment.run.until->least_cycles, 5'000U);
  EXPECT_EQ(run.experiment.run.until->relative_ppb, 20'000'000U);
  EXPECT_THAT(run.experiment.run.until->intervals, ElementsAre("latency.mean", "accepted_load"));
  EXPECT_EQ(run.resolved->at("run")["until"].dump(),
            R"({"relative":0.02,"cycles":1000000,"intervals":["latency.mean","accepted_load"]})");
  EXPECT_THAT(built(kTorus4x4, "run: {until: {relative: 0.1, cycles: 20000, intervals: [latency.p99]}}")
                  .experiment.run.until->intervals,
              ElementsAre("latency.p99"));
}

TEST(Measure, HasANameAndSettings) {
  using testbench::MeasureKind;
  EXPECT_FALSE(built(kTorus4x4, "").measure.has_value());
  const RunConfiguration base = built(kTorus4x4, "measure: base_latency");
  EXPECT_EQ(base.measure->kind, MeasureKind::base_latency);
  EXPECT_EQ(base.resolved->at("measure"), "base_latency");
  EXPECT_EQ(built(kTorus4x4, "measure: maximum_throughput").measure->within_ppb, 5'000'000U);
  for (const char* const form : {"{maximum_throughput: {within: 0.02}}", "{maximum_throughput: {}}",
                                 "{maximum_throughput: {accepted: 0.995}}"}) {
    const RunConfiguration run = built(kTorus4x4, std::string("measure: ") + form);
    EXPECT_EQ(run.measure->kind, MeasureKind::maximum_throughput);
    const RunConfiguration again = read_configuration(run.resolved->dump(), "again.json", {}).runs.at(0);
    EXPECT_EQ(again.measure->within_ppb, run.measure->within_ppb) << form;
    EXPECT_EQ(again.measure->accepted_ppb, run.measure->accepted_ppb) << form;
  }
}

TEST(Measure, IsOfTrafficThatFits) {
  EXPECT_THAT(builder_fault(kTorus4x4, "measure: execution_time"), HasSubstr("traffic of a load never ends"));
  const char* const all_at_once = "topology: {rtt: 4}\ntraffic: {pattern: uniform, arrival: at_start}\n";
  const auto fault = [&](const std::string& more) {
    try {
      read_configuration(all_at_once + more, "dir/exp.yaml", {});
    } catch (const ConfigError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(fault("measure: execution_time"), "");
  EXPECT_THAT(fault("measure: base_latency"), HasSubstr("is of traffic with a load; expected `execution_time`"));
  EXPECT_THAT(fault("run: {until: {relative: 0.1, cycles: 30000}}"), HasSubstr("does not apply to traffic that ends"));
}

TEST(Shares, TheTableIsPartOfTheResolvedConfiguration) {
  const RunConfiguration run = built(kTorus4x4, kInverse);
  ASSERT_NE(run.fabric.strides.table, nullptr);
  EXPECT_EQ(run.fabric.strides.table->routers(), 16U);
  // Eastwards on a ring of 4: injection 4 * 1.5, through 4 * 0.5, nothing from y.
  EXPECT_EQ(run.fabric.strides.of_injector(3, 0, 0), 16);
  EXPECT_EQ(run.fabric.strides.of_port(3, 0, 0), 48);
  EXPECT_EQ(run.fabric.strides.of_port(3, 0, 2), 255);
  const auto& lines = run.resolved->at("router")["strides"]["table"];
  ASSERT_EQ(lines.size(), 1U) << "all routers are alike";
  EXPECT_THAT(lines[0].get<std::string>(), testing::StartsWith("0-15 30ffffff10"));

  const RunConfiguration again = read_configuration(run.resolved->dump(), "again.json", {}).runs.at(0);
  EXPECT_EQ(*again.resolved, *run.resolved);
  EXPECT_EQ(again.fabric.strides.table->strides(), run.fabric.strides.table->strides());
}

TEST(Shares, ATableThatIsThereIsNotComputed) {
  nlohmann::ordered_json document = *built(kTorus4x4, kInverse).resolved;
  std::string& line = document["router"]["strides"]["table"][0].get_ref<std::string&>();
  line.replace(line.find("30"), 2, "31");
  const auto read = [&] { return read_configuration(document.dump(), "again.json", {}).runs.at(0); };
  EXPECT_EQ(read().fabric.strides.of_port(9, 0, 0), 0x31);
  line.replace(line.find("0-15"), 4, "0-14");
  EXPECT_THROW(read(), ConfigError) << "one router is missing";
  line.replace(line.find("0-14"), 4, "1-15");
  EXPECT_THROW(read(), ConfigError);
  line.replace(line.find("1-15"), 4, "0-15");
  line.replace(line.find("31"), 2, "00");
  EXPECT_THROW(read(), ConfigError) << "no stride is 0";
}

TEST(Shares, TheReferencePatternDecides) {
  const RunConfiguration run = built(kTorus4x4, "router: {arbiter: inverse_weighted, reference_pattern: neighbour}");
  EXPECT_EQ(run.fabric.strides.of_injector(0, 0, 0), 16);
  EXPECT_EQ(run.fabric.strides.of_port(0, 0, 0), 255) << "nobody goes on along x";
  EXPECT_EQ(run.fabric.strides.of_port(0, 2, 0), 16) << "all turn into y";
}

}  // namespace
}  // namespace trenza::settings
