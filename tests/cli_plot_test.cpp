// `trenza run --plot`: drawings of networks with the use of their channels.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli_program.h"
#include "tests/cli_runs.h"
#include "tests/support/occurrences.h"

namespace trenza::test {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

const char* const kUniformWithWarmup =
    "topology: {kind: rtt, a: 4}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 0.3}\n"
    "run: {cycles: 1500, warmup: 300}\n";

const char* const kTwoNetworks =
    "runs:\n"
    "  - {name: rt, topology: {kind: rt, a: 2}}\n"
    "  - {name: ptt, topology: {kind: ptt, a: 2}}\n"
    "traffic: {pattern: all_to_all, arrival: at_start, packet_flits: 4}\n";

TEST(CliPlot, DrawsTheUseOfChannelsAndChangesNothingElse) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniformWithWarmup);
  const ProgramResult plain = run_program(folder.path(), {"run", "a.yaml", "--json", "plain.json"});
  const ProgramResult drawn =
      run_program(folder.path(), {"run", "a.yaml", "--json", "drawn.json", "--plot", "use.svg"});
  EXPECT_EQ(drawn.status, 0) << drawn.errors;
  EXPECT_EQ(drawn.output,
            plain.output + "plot: use.svg: channel use in flits/cycle, cycles 300 to 1,499 (after the warm-up)\n");
  Json without = Json::parse(read_file(folder.path() / "plain.json"));
  Json with = Json::parse(read_file(folder.path() / "drawn.json"));
  without.erase("meta");
  with.erase("meta");
  EXPECT_EQ(with.dump(), without.dump());
  const std::string svg = read_file(folder.path() / "use.svg");
  EXPECT_EQ(occurrences(svg, "<polygon"), 128 + 60);  // half an arrow for each channel, and the scale
  EXPECT_THAT(svg, HasSubstr(">a: rtt(4)</text>"));
  EXPECT_THAT(svg, HasSubstr(">channel use in flits/cycle, cycles 300 to 1,499 (after the warm-up); mean "));
  const std::string busiest = with["link_use"]["max_name"].get<std::string>();  // "r_3_2.xp"
  EXPECT_THAT(svg, HasSubstr(std::string("(") + busiest[2] + "," + busiest[4] + " " + busiest.substr(6) + ")"));
}

TEST(CliPlot, IsTheSameInBothViews) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniformWithWarmup);
  for (const char* const view : {"tlm", "pin"}) {
    const std::vector<std::string> arguments{
        "run", "a.yaml", "-q", "--view", view, "--plot", std::string(view) + ".svg"};
    EXPECT_EQ(run_program(folder.path(), arguments).status, 0);
  }
  EXPECT_EQ(read_file(folder.path() / "tlm.svg"), read_file(folder.path() / "pin.svg"));
}

TEST(CliPlot, SeveralRunsHaveADrawingEach) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kTwoNetworks);
  EXPECT_EQ(run_program(folder.path(), {"run", "a.yaml", "-q", "--plot", "use.svg"}).status, 0);
  EXPECT_EQ(folder.names(), (std::set<std::string>{"a.yaml", "use-rt.svg", "use-ptt.svg"}));
  EXPECT_THAT(read_file(folder.path() / "use-ptt.svg"), HasSubstr("(the whole run)"));
}

TEST(CliPlot, RefusesBeforeTheRun) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniformWithWarmup);
  expect_run_refused(folder, {"--plot", "use.png"},
                     "--plot: `use.png` does not end in .svg; expected the name of an SVG file");
  expect_run_refused(folder, {"--plot", "no/use.svg"}, "--plot: there is no folder no for no/use.svg");
  expect_run_refused(
      folder, {"--plot", "use.svg", "--plot-of", "uses"},
      "--plot-of: `uses` is no quantity of channels; expected `use`, `link_busy`, `no_credit`, `bubble`, "
      "`eject_busy`, `input_busy`, `pipeline`, `lost_input`, `lost_output`, `lost_match`, `not_chosen`, "
      "`blocked_input`, `no_vc`, `lost_vc`, `lost_speculation`, `starved`; did you mean `use`?");
  expect_run_refused(folder, {"--plot-of", "use"}, "--plot-of: says what --plot shows; expected --plot FILE.svg too");
  expect_run_refused(folder, {"--plot", "use.svg", "--json", "use.svg"},
                     "--plot: use.svg would be written by --json too; expected another name");
  expect_run_refused(folder, {"--plot", "use.svg", "--set", "topology.a=15"},
                     "--plot: rtt(15) has 450 nodes; a drawing can have 400, draw a smaller network of the kind");
}

}  // namespace
}  // namespace trenza::test
