// Arbiters from outside: built by their port maps alone, run in a fabric, and caught when they break their contract.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cosim/plug/slot_arbiter.h"
#include "tests/cli_program.h"
#include "tests/support/plug_bench.h"

namespace trenza::test {
namespace {

using Json = nlohmann::ordered_json;
using cosim::ArbiterSlot;
using microarch::RequestMask;
using testing::HasSubstr;

/// Builds a block of tests/plug by the command; the fabric is in noc.yaml.
void plug_arbiter(const TemporaryFolder& folder, const std::string& name) {
  const ProgramResult built =
      run_program(folder.path(), {"plug", plug_source(name + ".sv"), "--as", "arbiter", "--ports",
                                  plug_source(name + ".yaml"), "--for", "noc.yaml", "-o", name + ".so"});
  ASSERT_EQ(built.status, 0) << built.errors;
  EXPECT_THAT(built.output, HasSubstr("for requesters 16"));
}

Json results_with(const TemporaryFolder& folder, const std::string& rtl) {
  folder.write("run.yaml", kBusyRouters + rtl);
  const ProgramResult result = run_program(folder.path(), {"run", "run.yaml", "--json", "-", "-q"});
  EXPECT_EQ(result.status, 0) << result.errors;
  return result.status == 0 ? Json::parse(result.output) : Json();
}

TEST(PlugArbiter, AnArbiterOfTheSamePolicyGivesTheSameDigest) {
  const TemporaryFolder folder;
  folder.write("noc.yaml", kBusyRouters);
  plug_arbiter(folder, "low_reset_arbiter");
  const Json mine = results_with(folder, "rtl: {arbiter: low_reset_arbiter.so}\n");
  EXPECT_EQ(mine["digest"], results_with(folder, "")["digest"]);
  EXPECT_EQ(mine["config"]["rtl"]["arbiter"][0]["module"], "low_reset_arbiter.so");
  EXPECT_EQ(mine["meta"]["plugs"][0]["top"], "low_reset_arbiter");
  EXPECT_EQ(mine["meta"]["plugs"][0]["hash"].get<std::string>().size(), 16U);
  const Json some =
      results_with(folder, "rtl: {arbiter: {module: low_reset_arbiter.so, routers: [r_0_0, \"ring:y0\"]}}\n");
  EXPECT_EQ(some["digest"], mine["digest"]);
  const Json shadowed = results_with(folder, "rtl: {arbiter: low_reset_arbiter.so, shadow: on}\n");
  EXPECT_EQ(shadowed["digest"], mine["digest"]);

  folder.write("wide.yaml", std::string(kBusyRouters) + "rtl: {arbiter: low_reset_arbiter.so}\n");
  const ProgramResult wide =
      run_program(folder.path(), {"run", "wide.yaml", "--set", "router.virtual_channels.adaptive=1"});
  EXPECT_EQ(wide.status, 2);
  EXPECT_THAT(wide.errors,
              HasSubstr("wide.yaml:5:16: rtl.arbiter: low_reset_arbiter.so was built for 16 requesters, and "));
}

/// Runs an arbiter with a policy of its own. Every packet arrives, and the scoreboard and the audits find no fault.
void run_to_the_end(const std::string& name) {
  const TemporaryFolder folder;
  folder.write("noc.yaml", kBusyRouters);
  plug_arbiter(folder, name);
  const Json own = results_with(folder, "");
  const Json mine = results_with(folder, "rtl: {arbiter: " + name + ".so}\n");
  EXPECT_NE(mine["digest"], own["digest"]);
  EXPECT_GT(mine["packets"].get<int>(), 100);
}

TEST(PlugArbiter, VectorsWithTheHighestBitFirst) { run_to_the_end("msb_first_arbiter"); }

TEST(PlugArbiter, ARegisteredGrant) { run_to_the_end("registered_arbiter"); }

TEST(PlugArbiter, ABrokenPromiseEndsTheRun) {
  const TemporaryFolder folder;
  folder.write("noc.yaml", kBusyRouters);
  folder.write("broken.yaml",
               "slot: arbiter\nparameters: {N: \"{requesters}\"}\n"
               "ports: {request: req, draw: rand_i, commit: ack, grant: gnt}\ntie: {fault: 1}\n");
  const ProgramResult built =
      run_program(folder.path(), {"plug", plug_source("ack_arbiter.sv"), "--ports", "broken.yaml", "--number",
                                  "requesters=16", "-o", "broken.so", "-q"});
  ASSERT_EQ(built.status, 0) << built.errors;
  EXPECT_EQ(built.output, "");
  const ProgramResult run = run_program(folder.path(), {"run", "noc.yaml", "-q", "--set", "rtl.arbiter=broken.so"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.errors, HasSubstr("trenza: run noc: broken contract: noc."));
  EXPECT_THAT(run.errors, HasSubstr("switch_allocator, arbiter of output "));
  EXPECT_THAT(run.errors, HasSubstr("broken.so (ack_arbiter): cycle "));
  EXPECT_THAT(run.errors, HasSubstr("the grant is not one-hot: request 0"));
}

TEST(PlugArbiter, TheSlotOfTheMapTellsTheNumbersToo) {
  const TemporaryFolder folder;
  folder.write("noc.yaml", kBusyRouters);
  folder.write("map.yaml",
               "slot: port_arbiter\nparameters: {N: \"{requesters}\"}\n"
               "ports: {request: req, grant: gnt}\ntie: {deaf: 0}\n");
  const ProgramResult built = run_program(folder.path(), {"plug", plug_source("still_arbiter.sv"), "--ports",
                                                          "map.yaml", "--for", "noc.yaml", "-o", "a.so"});
  EXPECT_EQ(built.status, 0) << built.errors;
  EXPECT_THAT(built.output, HasSubstr("for requesters 3\n"));
}

TEST(PlugArbiter, WrongUseIsRefused) {
  const TemporaryFolder folder;
  folder.write("noc.yaml", kBusyRouters);
  folder.write("none.so", "no shared object");
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{"plug", "--describe", "arbitre"}, "--describe: `arbitre` is no slot; expected "},
      {{"plug", "a.sv", "-o", "a.so"}, "plug: --ports MAP is missing"},
      {{"plug", "a.sv", "--ports", "m.yaml", "-o", "a.sv"}, "-o a.sv: expected a name that ends in .so"},
      {{"plug", "a.sv", "--as", "memory", "--ports", "m.yaml", "-o", "a.so"}, "--as: `memory` is no slot"},
      {{"plug", "a.sv", "--as", "arbiter", "--ports", plug_source("ack_arbiter.yaml"), "--number", "n", "-o", "a.so"},
       "--number n: expected NAME=N"},
      {{"plug", "a.sv", "--as", "arbiter", "--ports", plug_source("ack_arbiter.yaml"), "-o", "a.so"},
       "parameters.N: `{requesters}` is a number of a fabric, and no fabric is given"},
      {{"plug", "a.sv", "--as", "arbiter", "--ports", plug_source("ack_arbiter.yaml"), "--for", "noc.yaml", "-o",
        "a.so"},
       "a.sv: no such file"},
      {{"run", "noc.yaml", "--set", "rtl.arbiter=all"},
       "--set rtl.arbiter: `all` is no block; expected a shared object"},
      {{"run", "noc.yaml", "--set", "rtl.arbiter=nowhere.so"}, "nowhere.so: no such file"},
      {{"run", "noc.yaml", "--set", "rtl.arbiter=none.so"}, "none.so: not a shared object"},
      {{"run", "noc.yaml", "--set", "rtl.port_arbiter=none.so"}, "expected `router.crossbar: per_port`"},
      {{"run", "noc.yaml", "--set", "rtl.crossbar=none.so"}, "`none.so` is no router of "},
      {{"run", "noc.yaml", "--set", "rtl.arbiter={modul: none.so}"}, "did you mean `module`?"},
      {{"run", "noc.yaml", "--set", "rtl={arbiter: none.so, router: r_0_0}"},
       "r_0_0 has another block for the same place in `rtl.router`"},
      {{"check", "noc.yaml", "--set", "rtl.arbiter={module: none.so, routers: r_9_9}"}, "`r_9_9` is no router of "}};
  for (const auto& [arguments, message] : cases) {
    const ProgramResult result = run_program(folder.path(), arguments);
    EXPECT_EQ(result.status, 2) << message;
    EXPECT_THAT(result.errors, HasSubstr(message));
  }
}

TEST(PlugArbiter, ShadowModeNeedsWhatItCanCompare) {
  const TemporaryFolder folder;
  folder.write("noc.yaml", kBusyRouters);
  plug_arbiter(folder, "msb_first_arbiter");
  const ProgramResult run =
      run_program(folder.path(), {"run", "noc.yaml", "-q", "--set", "rtl={arbiter: msb_first_arbiter.so, shadow: on}"});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.errors, HasSubstr("noc: rtl.shadow: blocks of your own are compared only as arbiters"));
}

constexpr int kArbiterRequesters = 4;
const cosim::Numbers kArbiterNumbers{{"requesters", kArbiterRequesters}};

/// A slot with the block as its map describes it, or with other settings and tied values.
ArbiterSlot slot(const PluggedBlock& block, const std::map<std::string, std::string>& settings = {},
                 std::uint64_t fault = 0) {
  ArbiterSlot made(block.plug(settings, fault), "noc.r_0_0.switch_allocator, arbiter of output xp", kArbiterRequesters);
  made.reset();
  return made;
}

/// The message when the slot breaks its contract; empty if it keeps it. Each entry of `requests` is one cycle, and
/// every grant is taken.
std::string broken_by_arbiter(ArbiterSlot slot, const std::vector<RequestMask>& requests) {
  try {
    for (std::size_t t = 0; t < requests.size(); ++t) {
      const int winner = slot.compute(requests[t], {7, nullptr});
      slot.finish(t, winner >= 0);
    }
  } catch (const microarch::InvariantViolation& violation) {
    return violation.what();
  }
  return "";
}

TEST(PlugArbiter, BrokenPromisesAreCaught) {
  const PluggedBlock block("arbiter", "ack_arbiter", kArbiterNumbers);
  const std::map<std::string, std::string> loose{{"shadow", "properties"}, {"work_conserving", "off"}};
  const std::vector<RequestMask> requests{0b0000, 0b0100, 0b1010};
  EXPECT_EQ(broken_by_arbiter(slot(block), requests), "");
  EXPECT_EQ(
      broken_by_arbiter(slot(block, loose, 1), requests),
      "broken contract: noc.r_0_0.switch_allocator, arbiter of output xp, block.so (ack_arbiter): cycle 2: the grant "
      "is not one-hot: request 1010, grant 1010, draw 7 (highest requester first)");
  EXPECT_THAT(broken_by_arbiter(slot(block, loose, 2), requests),
              HasSubstr("cycle 0: a grant to one who did not ask: request "
                        "0000, grant 0001"));
  EXPECT_EQ(broken_by_arbiter(slot(block, loose, 3), requests), "") << "it did not declare to be work conserving";
  EXPECT_THAT(broken_by_arbiter(slot(block, {}, 3), requests),
              HasSubstr("cycle 1: no grant, though there are requests"));
  EXPECT_THAT(broken_by_arbiter(slot(block, {}, 4), requests),
              HasSubstr("cycle 2: not the decision of the policy random: expected "
                        "1000: request 1010, grant 0010"));
  EXPECT_THAT(broken_by_arbiter(slot(block, loose, 5), {0b0000, 0b0001}),
              HasSubstr("cycle 1: commit changes the grant, which was 0001: "));
}

TEST(PlugArbiter, LateGrantsAreCaught) {
  const PluggedBlock block("arbiter", "registered_arbiter", kArbiterNumbers);
  const std::vector<RequestMask> requests{0b0001, 0b0101, 0b0100, 0b0000, 0b0000, 0b0010};
  EXPECT_EQ(broken_by_arbiter(slot(block), requests), "");
  EXPECT_THAT(
      broken_by_arbiter(slot(block, {{"latency", "2"}}), requests),
      HasSubstr(
          "cycle 1: a grant to one who did not ask 2 cycles before: request 0101, grant 0001, request of cycle "));
  EXPECT_THAT(broken_by_arbiter(slot(block, {{"latency", "0"}}), requests),
              HasSubstr("cycle 0: no grant, though there are requests"));
  EXPECT_THAT(broken_by_arbiter(slot(block, {{"latency", "0"}, {"work_conserving", "off"}}), requests),
              HasSubstr("cycle 2: a grant to one who did not ask"));
}

TEST(PlugArbiter, AGrantThatComesTooLateIsDropped) {
  const PluggedBlock block("arbiter", "registered_arbiter", kArbiterNumbers);
  ArbiterSlot arbiter = slot(block);
  EXPECT_EQ(arbiter.compute(0b0010, {}), -1);
  arbiter.finish(0, false);
  EXPECT_EQ(arbiter.compute(0b0100, {}), -1) << "requester 1 has gone";
  arbiter.finish(1, false);
  EXPECT_EQ(arbiter.compute(0b0100, {}), 2);
}

}  // namespace
}  // namespace trenza::test
