// `run.stalls` and its drawings from outside.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli_program.h"

namespace trenza::test {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

const char* const kWaits =
    "topology: {kind: rtt, a: 3}\n"
    "traffic: {pattern: uniform, packet_flits: 8, load: 0.6}\n"
    "router: {crossbar: per_port, router_delay: 2, buffer_packets: 2}\n"
    "run: {cycles: 800}\n";

class CliStalls : public testing::Test {
 protected:
  CliStalls() { folder_.write("a.yaml", kWaits); }

  Json document(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"run", "a.yaml", "--json", "-"});
    const ProgramResult result = run_program(folder_.path(), arguments);
    EXPECT_EQ(result.status, 0) << result.errors;
    return Json::parse(result.output);
  }
  Json stalls(const std::string& wanted, const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"--set", "run.stalls=" + wanted};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return document(arguments).at("stalls");
  }

  TemporaryFolder folder_;
};

std::uint64_t sum(const Json& cycles) {
  std::uint64_t all = 0;
  for (const auto& [name, value] : cycles.items()) all += value.get<std::uint64_t>();
  return all;
}

TEST_F(CliStalls, AddUpAndAreTheSameInBothViews) {
  const Json tlm = stalls("detail");
  constexpr std::uint64_t kRouters = 18;
  const Json config = document({}).at("config").at("router");
  const auto inputs =
      4 * (1 + config["virtual_channels"]["adaptive"].get<std::uint64_t>()) + config["injectors"].get<std::uint64_t>();
  EXPECT_EQ(sum(tlm["inputs"]), kRouters * inputs * 800);
  EXPECT_EQ(sum(tlm["outputs"]), kRouters * (4 + config["ejectors"].get<std::uint64_t>()) * 800);
  EXPECT_EQ(tlm["routers"].size(), kRouters);
  for (const auto& [router, places] : tlm["routers"].items()) {
    for (const auto& [input, cycles] : places["inputs"].items()) EXPECT_EQ(sum(cycles), 800U) << router << input;
    for (const auto& [output, cycles] : places["outputs"].items()) EXPECT_EQ(sum(cycles), 800U) << router << output;
  }
  EXPECT_EQ(tlm, stalls("detail", {"--set", "run.view=pin"}));
  Json totals = tlm;
  totals.erase("routers");
  EXPECT_EQ(totals, stalls("on"));
  EXPECT_FALSE(document({"--set", "run.stalls=off"}).contains("stalls"));
}

TEST_F(CliStalls, OfRoutersAtPinLevelAndOfSavedRunsAreTheSame) {
  const Json whole = stalls("detail");
  EXPECT_EQ(whole, stalls("detail", {"--set", "detail.pin=[r_1_1, r_2_0, r_2_1]"}));
  EXPECT_EQ(whole, stalls("detail", {"--save-at", "300", "warm.snap"}));
  EXPECT_EQ(whole, stalls("detail", {"--from", "warm.snap"}));
}

const char* const kSpeculativeWorms =
    "topology: {kind: torus, size: [4, 4]}\n"
    "traffic: {pattern: uniform, packet_flits: 5, load: 0.5}\n"
    "router: {switching: wormhole, buffer_flits: 3, virtual_channels: {count: 4}, pipeline: speculative, ejectors: 2}\n"
    "run: {cycles: 600}\n";

TEST_F(CliStalls, OfFlitsAddUpAndAreTheSameInBothViewsAndInSavedRuns) {
  folder_.write("a.yaml", kSpeculativeWorms);
  const Json tlm = stalls("detail");
  constexpr std::uint64_t kRouters = 16;
  EXPECT_EQ(sum(tlm["inputs"]), kRouters * 5 * 4 * 600);
  EXPECT_EQ(sum(tlm["outputs"]), kRouters * (4 + 2) * 600);
  for (const auto& [router, places] : tlm["routers"].items()) {
    for (const auto& [input, cycles] : places["inputs"].items()) EXPECT_EQ(sum(cycles), 600U) << router << input;
    for (const auto& [output, cycles] : places["outputs"].items()) EXPECT_EQ(sum(cycles), 600U) << router << output;
  }
  for (const char* const reason : {"starved", "lost_vc", "no_vc", "no_credit", "lost_speculation"})
    EXPECT_GT(tlm["inputs"].at(reason).get<std::uint64_t>(), 0U) << reason;
  for (const char* const reason : {"bubble", "masked", "reserved", "link_busy", "input_busy"})
    EXPECT_FALSE(tlm["inputs"].contains(reason)) << "no reason of flits";
  EXPECT_EQ(tlm, stalls("detail", {"--set", "run.view=pin"}));
  EXPECT_EQ(tlm, stalls("detail", {"--save-at", "200", "warm.snap"}));
  EXPECT_EQ(tlm, stalls("detail", {"--from", "warm.snap"}));
  const ProgramResult verified =
      run_program(folder_.path(), {"verify", "a.yaml", "--set", "run.stalls=on", "--cycles", "300"});
  EXPECT_EQ(verified.status, 0) << verified.errors;
  document({"--plot", "a.svg", "--plot-of", "starved"});
  EXPECT_THAT(read_file(folder_.path() / "a.svg"), HasSubstr("packets at the end of a channel that wait: starved"));
}

TEST_F(CliStalls, OfPacketsHaveNoReasonOfFlits) {
  const Json tlm = stalls("on");
  for (const char* const reason : {"no_vc", "starved", "lost_speculation", "lost_vc", "reserved"})
    EXPECT_FALSE(tlm["inputs"].contains(reason)) << reason;
  for (const char* const use : {"no_vc", "starved"}) EXPECT_FALSE(tlm["outputs"].contains(use)) << use;
}

TEST_F(CliStalls, VerifyComparesThem) {
  const ProgramResult result =
      run_program(folder_.path(), {"verify", "a.yaml", "--set", "run.stalls=on", "--cycles", "300"});
  EXPECT_EQ(result.status, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("identical"));
}

TEST_F(CliStalls, CanBeTheColourOfADrawing) {
  const Json plain = document({});
  Json drawn = document({"--plot", "a.svg", "--plot-of", "link_busy"});
  EXPECT_FALSE(drawn.contains("stalls")) << "nobody asked for them";
  EXPECT_EQ(plain.at("digest"), drawn.at("digest"));
  const std::string picture = read_file(folder_.path() / "a.svg");
  EXPECT_THAT(picture, HasSubstr("packets at the end of a channel that wait: link_busy"));
  EXPECT_THAT(picture, HasSubstr("the whole run"));
}

TEST_F(CliStalls, ADrawingShowsTheWayToAHotNode) {
  folder_.write("a.yaml",
                "topology: {kind: torus, size: [4, 4]}\n"
                "router: {buffer_packets: 32, ejectors: 1}\n"
                "traffic: {pattern: hot_spot, hot_spots: [5], hot_share: 1.0, packet_flits: 8, load: 0.1}\n"
                "run: {cycles: 2000}\n");
  document({"--plot", "a.svg", "--plot-of", "eject_busy"});
  // Node 5 is (1,1); the fullest channel leads to it.
  EXPECT_THAT(read_file(folder_.path() / "a.svg"), testing::AnyOf(HasSubstr("(1,2 ym)"), HasSubstr("(1,0 yp)"),
                                                                  HasSubstr("(0,1 xp)"), HasSubstr("(2,1 xm)")));
}

TEST_F(CliStalls, AreRefusedWithAReason) {
  const auto refused = [&](std::vector<std::string> arguments, const std::string& message) {
    arguments.insert(arguments.begin(), {"run", "a.yaml"});
    const ProgramResult result = run_program(folder_.path(), arguments);
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.errors, HasSubstr(message));
  };
  refused({"--set", "run.stalls=detial"}, "`detail`");
  refused({"--plot", "a.svg", "--plot-of", "link_bussy"}, "did you mean `link_busy`?");
  document({"--save-at", "300", "warm.snap"});
  refused({"--from", "warm.snap", "--plot", "a.svg", "--plot-of", "bubble"}, "does not count `bubble` by channel");
}

}  // namespace
}  // namespace trenza::test
