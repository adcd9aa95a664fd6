// `router.allocator` and its limits from outside.
#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/cli_program.h"
#include "tests/places.h"

namespace trenza::test {
namespace {

using testing::HasSubstr;

const char* const kUniformPerPort =
    "topology: {kind: rtt, a: 2}\n"
    "router: {crossbar: per_port}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 0.8}\n"
    "run: {cycles: 1500}\n";
const char* const kOutputFirst = "router.allocator=output_first";

std::string digest_with(const std::vector<std::string>& settings, const std::string& view) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniformPerPort);
  std::vector<std::string> arguments{"run", "a.yaml", "--json", "-", "-q", "--view", view};
  for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
  const ProgramResult run = run_program(folder.path(), arguments);
  EXPECT_EQ(run.status, 0) << run.errors;
  return run.status == 0 ? nlohmann::json::parse(run.output)["digest"].get<std::string>() : "";
}

TEST(CliAllocator, ViewsAgreeAndAllocatorsAndArbitersDiffer) {
  std::set<std::string> digests;
  for (const char* const arbiter : {"router.arbiter=matrix", "router.arbiter=round_robin"}) {
    for (const char* const allocator : {"router.allocator=input_first", kOutputFirst}) {
      const std::string tlm = digest_with({arbiter, allocator}, "tlm");
      EXPECT_EQ(digest_with({arbiter, allocator}, "pin"), tlm) << arbiter << " " << allocator;
      digests.insert(tlm);
    }
  }
  EXPECT_EQ(digests.size(), 4U);
}

const std::vector<std::string> kMatrixAllocators{"islip",
                                                 "{islip: {iterations: 3}}",
                                                 "pim",
                                                 "{pim: {iterations: 2}}",
                                                 "wavefront",
                                                 "{wavefront: {priority: rotate}}",
                                                 "{wavefront: {priority: free}}",
                                                 "maximum",
                                                 "oldest_first"};

TEST(CliAllocator, ViewsAgreeAndMatrixAllocatorsDiffer) {
  std::set<std::string> digests;
  for (const std::string& allocator : kMatrixAllocators) {
    const std::string tlm = digest_with({"router.allocator=" + allocator}, "tlm");
    EXPECT_EQ(digest_with({"router.allocator=" + allocator}, "pin"), tlm) << allocator;
    digests.insert(tlm);
  }
  EXPECT_EQ(digests.size(), kMatrixAllocators.size());
}

TEST(CliAllocator, TheDocumentHasTheParameterAndNoArbiterThatDoesNotApply) {
  const TemporaryFolder folder;
  folder.write("a.yaml", std::string(kUniformPerPort) + "name: a\n");
  const auto router_of = [&](const std::vector<std::string>& settings) {
    std::vector<std::string> arguments{"run", "a.yaml", "--json", "-", "-q"};
    for (const std::string& setting : settings) arguments.insert(arguments.end(), {"--set", setting});
    const ProgramResult run = run_program(folder.path(), arguments);
    EXPECT_EQ(run.status, 0) << run.errors;
    return run.status == 0 ? nlohmann::json::parse(run.output)["config"]["router"] : nlohmann::json();
  };
  EXPECT_EQ(router_of({"router.allocator=islip"})["allocator"]["islip"]["iterations"], 1);
  const nlohmann::json router =
      router_of({"router.allocator={islip: {iterations: 2}}", "router.allocator={wavefront: {priority: free}}"});
  EXPECT_EQ(router["allocator"], (nlohmann::json{{"wavefront", {{"priority", "free"}}}})) << "the last one counts";
  EXPECT_EQ(router_of({})["allocator"], "input_first");
  EXPECT_EQ(router_of({})["arbiter"], "random");
  EXPECT_FALSE(router_of({"router.allocator=maximum"}).contains("arbiter"));
}

TEST(CliAllocator, MaximumHasNoSystemVerilog) {
  const TemporaryFolder folder;
  folder.write("a.yaml", std::string(kUniformPerPort) + "name: a\n");
  const std::string maximum = "router.allocator=maximum";
  const std::vector<std::vector<std::string>> calls{
      {"run", "a.yaml", "--set", maximum, "--set", "rtl={vc_allocator: all}"},
      {"run", "a.yaml", "--set", maximum, "--set", "rtl={router: all}"},
      {"area", "a.yaml", "--set", maximum},
      {"emit-rtl", "a.yaml", "--set", maximum, "-o", "rtl"}};
  for (const auto& arguments : calls) {
    const ProgramResult run = run_program(folder.path(), arguments);
    EXPECT_EQ(run.status, 2) << run.output;
    EXPECT_THAT(run.errors, HasSubstr("the allocator `maximum` has no SystemVerilog")) << arguments[0];
  }
}

/// A ring of small routers, so that tools are done with them soon.
const char* const kRingOfAllocators =
    "topology: {kind: torus, size: [4]}\n"
    "router: {allocator: output_first, max_packet_flits: 2, buffer_packets: 2, virtual_channels: {adaptive: 1}}\n"
    "traffic: {pattern: uniform, packet_flits: 2, load: 2}\n"
    "run: {cycles: 300}\n";

/// Runs the machine with each of these sections `rtl`.
void expect_the_digest_of_the_model(const std::vector<std::string>& sections) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kRingOfAllocators);
  const auto digest_with = [&](const std::string& rtl) {
    const ProgramResult run = run_program(folder.path(), {"run", "a.yaml", "--json", "-", "-q", "--set", rtl});
    EXPECT_EQ(run.status, 0) << run.errors;
    return run.status == 0 ? nlohmann::json::parse(run.output)["digest"].get<std::string>() : "";
  };
  const std::string model = digest_with("run.seed=1");
  for (const std::string& section : sections) EXPECT_EQ(digest_with("rtl=" + section), model) << section;
}

TEST(CliAllocator, TwinsHaveTheDigestOfTheModel) {
  expect_the_digest_of_the_model({"{vc_allocator: all, switch_allocator: all, shadow: on}"});
}
TEST(CliAllocatorSlow, RoutersHaveTheDigestOfTheModel) {
  expect_the_digest_of_the_model({"{router: all, shadow: on}"});
}

/// Arbiters that count flits and a guard, in every kind of SystemVerilog that comes from a configuration.
TEST(CliAllocatorSlow, TwinsHaveTheSharesOfTheModel) {
  for (const char* const allocator : {"input_first", "output_first"}) {
    const TemporaryFolder folder;
    folder.write("a.yaml", kRingOfAllocators);
    const std::vector<std::string> shares{"--set", std::string("router.allocator=") + allocator,
                                          "--set", "router.arbiter=deficit",
                                          "--set", "router.transit_guard=2"};
    const auto run_with = [&](std::vector<std::string> arguments) {
      arguments.insert(arguments.end(), shares.begin(), shares.end());
      ProgramResult run = run_program(folder.path(), arguments);
      EXPECT_EQ(run.status, 0) << run.errors;
      return run;
    };
    const auto digest_with = [&](const std::string& rtl) {
      const ProgramResult run = run_with({"run", "a.yaml", "--json", "-", "-q", "--set", rtl});
      return run.status == 0 ? nlohmann::json::parse(run.output)["digest"].get<std::string>() : "";
    };
    const std::string model = digest_with("run.seed=1");
    EXPECT_EQ(digest_with("rtl={vc_allocator: all, switch_allocator: all, shadow: on}"), model) << allocator;
    EXPECT_EQ(digest_with("rtl={router: all, shadow: on}"), model) << allocator;
    run_with({"emit-rtl", "a.yaml", "-o", "rtl"});
    if (std::system("command -v iverilog >/dev/null 2>&1") != 0) continue;
    const std::string simulate = fmt::format(
        "cd '{}/rtl' && iverilog -g2012 -s trenza_bench -o bench -c files.f 2>/dev/null && vvp -n bench >log && "
        "grep -q '{}' log && grep -q 'as expected' log",
        folder.path().string(), model);
    EXPECT_EQ(std::system(simulate.c_str()), 0) << allocator;
  }
}

TEST(CliAllocator, ArbitersOfUsersWouldDecideNothing) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kRingOfAllocators);
  for (const char* const block : {"arbiter", "switch_allocator"}) {
    const ProgramResult run = run_program(
        folder.path(), {"run", "a.yaml", "--set", std::string("rtl={") + block + ": {module: none.so, routers: all}}"});
    EXPECT_EQ(run.status, 2) << run.output;
    EXPECT_THAT(run.errors, HasSubstr("with the allocator output_first there is no")) << block;
  }
}

/// What `trenza area` says of the smallest router with an allocator. Yosys takes ten seconds for each;
/// rtl_models/area/router_area_test.cpp is what the quick tests have of it.
nlohmann::json area_with(const std::string& allocator) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kRingOfAllocators);
  const ProgramResult area = run_program(
      folder.path(), {"area", "a.yaml", "--json", "-", "-q", "--set",
                      "router={injectors: 1, ejectors: 1, max_packet_flits: 2, buffer_packets: 2, arbiter: matrix, "
                      "selection: dimension_order, virtual_channels: {adaptive: 0}, allocator: " +
                          allocator + "}"});
  EXPECT_EQ(area.status, 0) << area.errors;
  nlohmann::json router = area.status == 0 ? nlohmann::json::parse(area.output) : nlohmann::json();
  int gates = 0;
  for (const nlohmann::json& block : router["blocks"]) gates += block["gates"].get<int>();
  EXPECT_EQ(router["router"]["gates"], gates);
  return router;
}

TEST(CliAllocatorSlow, AreaCountsTheBlockThatAllocates) {
  if (std::system("command -v yosys >/dev/null 2>&1") != 0) GTEST_SKIP() << "Yosys is not installed";
  const nlohmann::json picks = area_with("input_first");
  const nlohmann::json matches = area_with("output_first");
  EXPECT_EQ(matches["parameters"]["ALLOCATOR"], "output_first");
  EXPECT_TRUE(picks["blocks"].contains("vc_allocator"));
  EXPECT_FALSE(picks["blocks"].contains("matrix_allocator"));
  EXPECT_FALSE(matches["blocks"].contains("vc_allocator"));
  // The arbiters are in the block that decides: at each of the 3 outputs at least an order of the 2 network inputs.
  EXPECT_GT(picks["blocks"]["switch_allocator"]["flip_flops"], matches["blocks"]["switch_allocator"]["flip_flops"]);
  EXPECT_GE(matches["blocks"]["matrix_allocator"]["flip_flops"], 3);
  EXPECT_GT(matches["blocks"]["matrix_allocator"]["gates"], picks["blocks"]["vc_allocator"]["gates"]);
}

TEST(CliAllocatorSlow, AreaOfAGuardIsItsCountsAndNothingWithoutOne) {
  if (std::system("command -v yosys >/dev/null 2>&1") != 0) GTEST_SKIP() << "Yosys is not installed";
  const TemporaryFolder folder;
  folder.write("a.yaml", kRingOfAllocators);
  const auto flip_flops = [&](const char* arbiter, int guard) {
    const ProgramResult area = run_program(
        folder.path(),
        {"area", "a.yaml", "--json", "-", "-q", "--set",
         fmt::format("router={{injectors: 1, ejectors: 1, max_packet_flits: 2, buffer_packets: 2, arbiter: {}, "
                     "transit_guard: {}, selection: dimension_order, virtual_channels: {{adaptive: 0}}, "
                     "allocator: input_first}}",
                     arbiter, guard)});
    EXPECT_EQ(area.status, 0) << area.errors;
    return area.status == 0 ? nlohmann::json::parse(area.output)["blocks"]["switch_allocator"]["flip_flops"].get<int>()
                            : 0;
  };
  const int plain = flip_flops("fixed", 0);
  EXPECT_EQ(flip_flops("fixed", 3), plain + 3 * 2) << "a count of 2 bits for each of the 3 outputs";
  EXPECT_GT(flip_flops("deficit", 0), plain);
}

TEST(CliAllocator, SnapshotsKeepTheArbiters) {
  const std::vector<std::string> policies{
      "router={allocator: output_first, arbiter: matrix}", "router={allocator: output_first, arbiter: round_robin}",
      "router={allocator: {islip: {iterations: 2}}}", "router={allocator: wavefront}", "router={allocator: pim}"};
  for (const std::string& router : policies) {
    const TemporaryFolder folder;
    folder.write("a.yaml", kUniformPerPort);
    const std::vector<std::string> both{"a.yaml", "--set", router, "--json", "-", "-q"};
    const auto with = [&](const std::vector<std::string>& snapshot) {
      std::vector<std::string> arguments{"run"};
      arguments.insert(arguments.end(), both.begin(), both.end());
      arguments.insert(arguments.end(), snapshot.begin(), snapshot.end());
      const ProgramResult run = run_program(folder.path(), arguments);
      EXPECT_EQ(run.status, 0) << run.errors;
      return run.status == 0 ? nlohmann::json::parse(run.output)["digest"].get<std::string>() : "";
    };
    const std::string whole = with({});
    EXPECT_EQ(with({"--save-at", "700", "s.snap"}), whole);
    EXPECT_EQ(with({"--from", "s.snap"}), whole);
  }
}

}  // namespace
}  // namespace trenza::test
