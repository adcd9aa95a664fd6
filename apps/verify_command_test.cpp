// A run on two fabrics in step, one of which can be told to lie.
#include "apps/verify_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/ideal_fabric.h"
#include "tlm/exact_fabric.h"

namespace trenza::apps {
namespace {

using testing::HasSubstr;

settings::RunConfiguration small_run() {
  return settings::read_configuration(
             "topology: {kind: rtt, a: 3}\n"
             "traffic: {pattern: uniform, packet_flits: 4, load: 0.4}\n"
             "run: {cycles: 1500}\n",
             "small.yaml")
      .runs[0];
}

TEST(VerifyRun, TheSameMachineIsIdentical) {
  const auto run = small_run();
  const auto one = tlm::make_exact_fabric(*run.topology, run.fabric);
  const auto other = tlm::make_exact_fabric(*run.topology, run.fabric);
  const RunReport report = verify_run(run, {"one", one.get()}, {"other", other.get()}, {});
  EXPECT_EQ(report.results["identical"], true);
  EXPECT_TRUE(report.results["difference"].is_null());
  EXPECT_EQ(report.results["cycles"], 1500);
  EXPECT_GT(report.results["packets"], 1000);
  EXPECT_EQ(report.results["digest"]["one"], report.results["digest"]["other"]);
  EXPECT_EQ(report.text, "");
}

// The other one draws otherwise: packets take other ways.
TEST(VerifyRun, AnotherMachineIsNamedWithTheHistoryOfAPacket) {
  const auto run = small_run();
  const auto one = tlm::make_exact_fabric(*run.topology, run.fabric);
  auto parameters = run.fabric;
  ++parameters.seed;
  const auto other = tlm::make_exact_fabric(*run.topology, parameters);
  const RunReport report = verify_run(run, {"one", one.get()}, {"other", other.get()}, {});
  EXPECT_EQ(report.results["identical"], false);
  EXPECT_EQ(report.results["difference"], report.text);
  EXPECT_THAT(report.text, HasSubstr("history of packet"));
  EXPECT_THAT(report.text, HasSubstr(" in one:\n    cycle "));
  EXPECT_THAT(report.text, HasSubstr(" in other:\n    cycle "));
  EXPECT_THAT(report.text, HasSubstr(" -> "));
}

TEST(VerifyRun, OneCycleIsEnough) {
  const auto run = small_run();
  test::IdealFabric one(*run.topology, run.fabric);
  test::IdealFabric other(*run.topology, run.fabric);
  other.lie = [](microarch::Delivery& delivery) {
    if (delivery.source == 5 && delivery.number == 7) ++delivery.entered;
  };
  const RunReport report = verify_run(run, {"one", &one}, {"other", &other}, {});
  EXPECT_EQ(report.results["identical"], false);
  EXPECT_THAT(report.text, HasSubstr("one: packet 5:7 of r_5_0"));
  EXPECT_THAT(report.text, HasSubstr("other: packet 5:7 of r_5_0"));
}

TEST(PrintVerdicts, ADifferenceIsAFault) {
  settings::Configuration configuration;
  configuration.runs = {small_run()};
  RunReport same;
  EXPECT_EQ(print_differences(configuration, {same}), 0);
  RunReport different;
  different.text = "cycle 7: something\n";
  testing::internal::CaptureStderr();
  EXPECT_EQ(print_differences(configuration, {different}), 1);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("the views differ: cycle 7: something"));
}

}  // namespace
}  // namespace trenza::apps
