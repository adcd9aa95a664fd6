// Networks with one planted bottleneck: the totals of a run, its drawings and the history of its slowest packet name it
// first.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <string>

#include "tests/cli_program.h"

namespace trenza::test {
namespace {

struct Bottleneck {
  const char* name;
  const char* experiment;
  const char* reason;     ///< of most cycles in which packets wait
  const char* place;      ///< of the drawing's fullest channel, a regular expression
  const char* explained;  ///< the greatest part of the latency of the slowest packet
};

const char* const kAnywhere = ".*";

const Bottleneck kBottlenecks[] = {
    {"SlowEjector",
     "topology: {kind: torus, size: [3, 3]}\n"
     "router: {max_packet_flits: 64, injectors: 4, ejectors: 1}\n"
     "traffic: {pattern: hot_spot, hot_spots: [4], hot_share: 1, packet_flits: 64, arrival: at_start, packets: 1}\n"
     "run: {cycles: 3000}\n",
     "eject_busy", "0,1 xp|2,1 xm|1,0 yp|1,2 ym", "eject_busy"},  // node 4 is (1,1)
    {"HotNode",
     "topology: {kind: torus, size: [4, 4]}\n"
     "router: {max_packet_flits: 8, injectors: 4, ejectors: 8}\n"
     "traffic: {pattern: hot_spot, hot_spots: [5], hot_share: 1, packet_flits: 8, arrival: at_start, packets: 1}\n"
     "run: {cycles: 2000}\n",
     "link_busy", "3,1 xp|3,1 xm|1,3 yp|1,3 ym",
     "link_busy"},  // on the way to its neighbours, where links to it are busy
    {"TinyBuffer",
     "topology: {kind: torus, size: [8]}\n"
     "router: {virtual_channels: {adaptive: 0}, buffer_packets: 2, max_packet_flits: 4, injectors: 2, credit_delay: "
     "20}\n"
     "link: {delay: 8}\n"
     "traffic: {pattern: tornado, packet_flits: 4, arrival: at_start, packets: 2}\n"
     "run: {cycles: 2000}\n",
     "no_credit", kAnywhere, "no_credit"},
    {"OneVirtualChannel",
     "topology: {kind: torus, size: [4, 4]}\n"
     "router: {virtual_channels: {adaptive: 0}, buffer_packets: 2, ejectors: 4}\n"
     "traffic: {pattern: uniform, packet_flits: 8, load: 0.5}\n"
     "run: {cycles: 3000}\n",
     "bubble", kAnywhere, "bubble"},
    // Credits of long links come late, so buffers behind them seem full: packets wait where these links begin.
    {"SlowLink",
     "topology: {kind: torus, size: [4, 8]}\n"
     "router: {buffer_packets: 2, ejectors: 4, virtual_channels: {adaptive: 3}}\n"
     "link: {dimension_delay: [1, 60]}\n"
     "traffic: {pattern: tornado, packet_flits: 8, load: 0.2}\n"
     "run: {cycles: 2000}\n",
     "bubble", ".* y[pm]", "link"},
    // Flit by flit. A worm holds the only VC of a link until its tail has crossed; others queue behind one that waits
    // for it.
    {"OfFlitsOneVirtualChannel",
     "topology: {kind: mesh, size: [8]}\n"
     "router: {switching: wormhole, virtual_channels: {count: 1}, buffer_flits: 64, ejectors: 8}\n"
     "traffic: {pattern: hot_spot, hot_spots: [7], hot_share: 1, packet_flits: 32, arrival: at_start, packets: 1}\n"
     "run: {cycles: 1000}\n",
     "no_vc", ". xp", "queued"},
    // Flits leave the source as slowly as credits come back, and all later routers wait for them.
    {"OfFlitsSlowCredits",
     "topology: {kind: mesh, size: [8]}\n"
     "router: {switching: wormhole, virtual_channels: {count: 8}, buffer_flits: 1, credit_delay: 16}\n"
     "link: {delay: 4}\n"
     "traffic: {pattern: uniform, packet_flits: 16, load: 0.02}\n"
     "run: {cycles: 4000}\n",
     "starved", kAnywhere, "starved"},
    {"OfFlitsSlowRouter",
     "topology: {kind: torus, size: [4, 4]}\n"
     "router: {switching: wormhole, virtual_channels: {count: 4}, buffer_flits: 8, routing_delay: 6, pipeline: "
     "two_step}\n"
     "traffic: {pattern: uniform, packet_flits: 1, load: 0.1}\n"
     "run: {cycles: 3000}\n",
     "pipeline", kAnywhere, "pipeline"},
};

class PlantedBottleneck : public testing::TestWithParam<Bottleneck> {
 protected:
  PlantedBottleneck() { folder_.write("a.yaml", GetParam().experiment); }

  std::string printed(const std::vector<std::string>& arguments) {
    const ProgramResult result = run_program(folder_.path(), arguments);
    EXPECT_EQ(result.status, 0) << result.errors;
    return result.output;
  }

  /// The reasons why packets waited, with their cycles.
  std::map<std::string, std::uint64_t> waits() {
    const auto document =
        nlohmann::json::parse(printed({"run", "a.yaml", "--quiet", "--json", "-", "--set", "run.stalls=on"}));
    std::map<std::string, std::uint64_t> cycles = document.at("stalls").at("inputs");
    cycles.erase("empty");
    cycles.erase("moving");
    return cycles;
  }

  /// The fullest channel of the drawing of a reason: how full it is, and its name.
  std::pair<double, std::string> drawn(const std::string& reason) {
    printed({"run", "a.yaml", "--quiet", "--plot", "a.svg", "--plot-of", reason});
    const std::string svg = read_file(folder_.path() / "a.svg");
    std::smatch found;
    EXPECT_TRUE(std::regex_search(svg, found, std::regex("most ([0-9.e-]+) \\(([^)]*)\\)"))) << svg;
    return {std::stod(found[1]), found[2]};
  }

  TemporaryFolder folder_;
};

/// The word before the greatest number.
template <class Numbers>
std::string greatest(const Numbers& numbers) {
  std::string first;
  double most = 0;
  for (const auto& [name, number] : numbers) {
    if (static_cast<double>(number) > most) first = name;
    most = std::max(most, static_cast<double>(number));
  }
  return first;
}

TEST_P(PlantedBottleneck, IsNamedFirstByTotalsAndDrawings) {
  const auto totals = waits();
  EXPECT_EQ(greatest(totals), GetParam().reason);
  std::map<std::string, double> fullest;
  std::string place;
  for (const auto& [reason, cycles] : totals) {
    if (cycles == 0 || reason == "masked" || reason == "reserved") continue;  // of injectors, and of two steps
    const auto [most, channel] = drawn(reason);
    fullest[reason] = most;
    if (reason == GetParam().reason) place = channel;
  }
  EXPECT_EQ(greatest(fullest), GetParam().reason);
  EXPECT_THAT(place, testing::MatchesRegex(GetParam().place));
}

TEST_P(PlantedBottleneck, IsNamedFirstByExplain) {
  const std::string text = printed({"explain", "a.yaml", "--slowest", "1"});
  std::istringstream lines(text.substr(text.find("\nlatency ") + 1));
  std::map<std::string, int> parts;
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string part;
    words >> part >> parts[part];
  }
  EXPECT_EQ(greatest(parts), GetParam().explained) << text;
}

INSTANTIATE_TEST_SUITE_P(All, PlantedBottleneck, testing::ValuesIn(kBottlenecks),
                         [](const auto& bottleneck) { return std::string(bottleneck.param.name); });

}  // namespace
}  // namespace trenza::test
