// Unidirectional tori from outside: both machines, both views, networks on paper.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli_program.h"
#include "tests/cli_runs.h"

namespace trenza::test {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

const char* const kFirstMachine =
    "topology: {unidirectional_torus: [5, 4]}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 0.1}\n"
    "run: {cycles: 3000}\n";
const char* const kOneWayWorms =
    "topology: {unidirectional_torus: [4, 4]}\n"
    "router: {switching: wormhole, virtual_channels: {count: 3}}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 0.1}\n"
    "run: {cycles: 3000}\n";

Json one_way_document(const TemporaryFolder& folder, const std::vector<std::string>& arguments) {
  return without_meta(run_document(folder, arguments));
}

TEST(UnidirectionalTorus, BothViewsOfBothMachinesDeliverTheSame) {
  const TemporaryFolder folder;
  folder.write("first.yaml", kFirstMachine);
  folder.write("worms.yaml", kOneWayWorms);
  for (const std::string file : {"first.yaml", "worms.yaml"}) {
    SCOPED_TRACE(file);
    const Json tlm = one_way_document(folder, {file, "--set", "run.view=tlm"});
    EXPECT_GT(tlm["packets"].get<int>(), 500);
    EXPECT_EQ(one_way_document(folder, {file, "--set", "run.view=pin"}), tlm);
    // (5 - 1) / 2 + (4 - 1) / 2 hops, and 2 * (4 - 1) / 2, the source itself counted.
    const double mean = file == "first.yaml" ? 3.5 * 20 / 19 : 3.0 * 16 / 15;
    EXPECT_NEAR(tlm["hops"]["mean"].get<double>(), mean, 0.15) << tlm["hops"];
  }
  EXPECT_GT(one_way_document(folder, {"worms.yaml", "--set", "router.routing=duato"})["packets"].get<int>(), 500);
}

TEST(UnidirectionalTorus, IsProvedMeasuredAndDrawn) {
  const TemporaryFolder folder;
  folder.write("worms.yaml", kOneWayWorms);
  EXPECT_EQ(run_program(folder.path(), {"check", "worms.yaml"}).status, 0);
  const ProgramResult up_down = run_program(folder.path(), {"check", "worms.yaml", "--set", "router.routing=up_down"});
  EXPECT_EQ(up_down.status, 2);
  EXPECT_THAT(up_down.errors, HasSubstr("routes up and down a tree need both ways; use routing: dimension_order"));
  const ProgramResult paper = run_program(folder.path(), {"topology", "unidirectional_torus: [8, 4]"});
  EXPECT_EQ(paper.status, 0) << paper.errors;
  EXPECT_THAT(paper.output, HasSubstr("unidirectional_torus(8x4)"));
  const ProgramResult waves =
      run_program(folder.path(), {"run", "worms.yaml", "--waves", "w.vcd", "--waves-window", "50:90"});
  EXPECT_EQ(waves.status, 0) << waves.errors;
  const std::string wires = read_file(folder.path() / "w.vcd");
  EXPECT_THAT(wires, HasSubstr("in_xp_from_0_0"));
  EXPECT_THAT(wires, testing::Not(HasSubstr("in_xm_from")));
}

}  // namespace
}  // namespace trenza::test
