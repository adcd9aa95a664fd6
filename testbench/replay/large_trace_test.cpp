// Traces in files against the same traces in memory.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "microarch/parameters.h"
#include "testbench/goal/matching.h"
#include "testbench/goal/order_check.h"
#include "testbench/replay/program.h"
#include "testbench/results_json.h"
#include "testbench/run_experiment.h"
#include "tests/places.h"
#include "tests/support/goal_text.h"
#include "tests/support/ideal_fabric.h"
#include "tests/support/random_draws.h"
#include "tests/support/sanitizers.h"
#include "tests/support/temporary_file.h"
#include "topologies/twisted_torus.h"

namespace trenza::testbench {
namespace {

/// Everything in files; the first arrays in memory; all but the last.
const std::vector<std::size_t> kMemories{0, 50'000, 200'000};

/// Messages with tags in any order, computation on some cpus, and dependencies on operations before. With `breaks`
/// there may be anything wrong.
std::string random_trace(std::uint64_t seed, int messages, bool breaks) {
  test::Draws draws(seed);
  const int ranks = draws.range(1, 8);
  struct Rank {
    std::string text;
    int operations = 0;
  };
  std::vector<Rank> bodies(static_cast<std::size_t>(ranks));
  const auto add = [&](int rank, const std::string& operation) {
    Rank& body = bodies[static_cast<std::size_t>(rank)];
    const std::string prefix = rank % 2 == 0 ? "l" : "op_";
    body.text += fmt::format("{}{}: {}\n", prefix, body.operations, operation);
    if (draws.one_in(4)) body.text += "  // a comment\n";
    for (int k = draws.below(3); k > 0 && body.operations > 0; --k) {
      const int on = std::max(0, body.operations - draws.range(1, 6));
      body.text += fmt::format("{}{} {} {}{}\n", prefix, body.operations, draws.one_in(3) ? "irequires" : "requires",
                               prefix, on);
    }
    if (breaks && body.operations > 3 && draws.one_in(messages))
      body.text += fmt::format("{}{} requires {}{}\n", prefix, draws.below(body.operations), prefix, body.operations);
    ++body.operations;
  };
  for (int k = 0; k < messages; ++k) {
    const int from = draws.below(ranks);
    const int to = draws.below(ranks);
    const int tag = draws.below(4);
    const int bytes = 8 * (1 + (from + 3 * to + 5 * tag) % 40);  // the same for all of a triple
    const bool is_wrong = breaks && draws.one_in(2 * messages);
    if (draws.one_in(3)) add(from, fmt::format("calc {} cpu {}", draws.below(2000), draws.below(2)));
    add(from, fmt::format("send {}b to {} tag {}", bytes, to, tag));
    add(to, fmt::format("recv {}b from {} tag {}", bytes - (is_wrong ? 1 : 0), from,
                        tag + (is_wrong && draws.one_in(2) ? 9 : 0)));
  }
  std::string text = fmt::format("num_ranks {}\n", ranks);
  for (int rank = 0; rank < ranks; ++rank)
    text += fmt::format("rank {} {{\n{}}}\n", rank, bodies[static_cast<std::size_t>(rank)].text);
  return text;
}

template <class T, class U>
void expect_equal(const T& a, const U& b, const char* what) {
  EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end())) << what;
}

void expect_same_program(const ReplayProgram& a, const ReplayProgram& b) {
  EXPECT_EQ(a.cpus, b.cpus);
  expect_equal(a.first, b.first, "first");
  expect_equal(a.kind, b.kind, "kind");
  expect_equal(a.cpu, b.cpu, "cpu");
  expect_equal(a.amount, b.amount, "amount");
  expect_equal(a.dependencies.conditions, b.dependencies.conditions, "conditions");
  expect_equal(a.dependencies.successors, b.dependencies.successors, "successors");
  for (std::size_t k = 0; k <= a.operations(); ++k) ASSERT_EQ(a.dependencies.begin[k], b.dependencies.begin[k]) << k;
  ASSERT_EQ(a.messages.size(), b.messages.size());
  for (std::size_t k = 0; k < a.messages.size(); ++k) {
    const ReplayMessage& m = a.messages[k];
    const ReplayMessage& n = b.messages[k];
    ASSERT_EQ(std::tie(m.bytes, m.recv, m.source, m.destination), std::tie(n.bytes, n.recv, n.source, n.destination));
  }
}

ReplayProgram program_within(const std::string& text, std::size_t memory) {
  return build_program(test::parse_goal(text, 1 << 16, memory), {});
}

TEST(LargeTrace, RandomProgramsAreTheSame) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const std::string text = random_trace(seed, seed % 3 == 0 ? 5000 : 40, false);
    const ReplayProgram program = program_within(text, ArrayStore::kDefaultMemory);
    EXPECT_FALSE(program.kind.is_file());
    for (const std::size_t memory : kMemories) {
      SCOPED_TRACE(fmt::format("seed {}, {} bytes of memory", seed, memory));
      const ReplayProgram in_files = program_within(text, memory);
      EXPECT_EQ(in_files.kind.is_file(), memory == 0 || in_files.kind.is_file());
      expect_same_program(in_files, program);
    }
  }
}

TEST(LargeTrace, MatchingIsThatOfQueues) {
  for (std::uint64_t seed = 20; seed < 30; ++seed) {
    const GoalTrace trace = test::parse_goal(random_trace(seed, 300, false), 1 << 16, seed % 2 == 0 ? 0 : 1 << 28);
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>, std::vector<std::uint32_t>> sends;
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>, std::vector<std::uint32_t>> receives;
    for (std::uint32_t k = 0; k < trace.operations.size(); ++k) {
      const GoalOperation& op = trace.operations[k];
      if (op.kind == OperationKind::send) sends[{trace.rank_of(k), op.peer, op.tag}].push_back(k);
      if (op.kind == OperationKind::recv) receives[{op.peer, trace.rank_of(k), op.tag}].push_back(k);
    }
    std::vector<std::uint32_t> expected(trace.operations.size(), kNoPartner);
    for (const auto& [triple, queue] : sends) {
      for (std::size_t k = 0; k < queue.size(); ++k) {
        expected[queue[k]] = receives[triple][k];
        expected[receives[triple][k]] = queue[k];
      }
    }
    expect_equal(match_messages(trace), expected, "partners");
  }
}

std::string refusal_within(const std::string& text, std::size_t memory) {
  try {
    program_within(text, memory);
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(LargeTrace, RandomErrorsAreTheSame) {
  int circles = 0;
  int unmatched = 0;
  int sizes = 0;
  for (std::uint64_t seed = 100; seed < 300; ++seed) {
    const std::string text = random_trace(seed, 60, true);
    const std::string expected = refusal_within(text, ArrayStore::kDefaultMemory);
    EXPECT_EQ(refusal_within(text, 0), expected);
    circles += expected.find("dependency cycle") != std::string::npos ? 1 : 0;
    unmatched += expected.find("has no matching") != std::string::npos ? 1 : 0;
    sizes += expected.find("larger than the receive") != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(circles, 20);
  EXPECT_GT(unmatched, 10);
  EXPECT_GT(sizes, 10);
}

class LargeReplay : public testing::Test {
 protected:
  LargeReplay() : torus_(topologies::make_twisted_torus("torus", {8, 4}, {})) { parameters_.max_packet_flits = 16; }

  std::string run(const std::string& file, std::size_t memory, Cycle cycles = 0) {
    Experiment experiment;
    experiment.name = "large";
    experiment.trace = TraceTraffic{};
    experiment.trace->file = file;
    experiment.trace->memory_bytes = memory;
    experiment.trace->send_overhead_ps = 20'000;
    experiment.trace->receive_overhead_ps = 7'000;
    experiment.trace->computation_ppb = 1'000'000;
    experiment.run.cycles = cycles;
    test::IdealFabric fabric(*torus_, parameters_);
    return to_json(run_experiment(fabric, experiment)).dump();
  }

  /// A trace of the repository gives the same results in memory, in files, and partly in both.
  void expect_trace(const char* name, Cycle cycles) {
    const std::string file = fmt::format("{}/configs/traces/{}.goal.zst", TRENZA_SOURCE_DIR, name);
    const std::string expected = run(file, ArrayStore::kDefaultMemory, cycles);
    EXPECT_EQ(expected.find("\"messages\":0,"), std::string::npos);
    for (const std::size_t memory : {std::size_t{0}, std::size_t{1} << 20})
      EXPECT_EQ(run(file, memory, cycles), expected) << name;
  }

  microarch::FabricParameters parameters_;
  std::unique_ptr<topologies::Topology> torus_;
};

using LargeReplaySlow = LargeReplay;

TEST_F(LargeReplay, RandomTraces) {
  TRENZA_NOT_SANITIZED("smaller traces run the same code");
  for (std::uint64_t seed = 40; seed < 50; ++seed) {
    const test::TemporaryFile file("large_replay.goal", random_trace(seed, 400, false));
    const std::string expected = run(file.path(), ArrayStore::kDefaultMemory);
    EXPECT_NE(expected.find("\"outcome\":\"finished\""), std::string::npos) << expected;
    for (const std::size_t memory : kMemories) EXPECT_EQ(run(file.path(), memory), expected);
  }
}

TEST_F(LargeReplay, ATraceOfTheRepository) {
  TRENZA_NOT_SANITIZED("smaller traces run the same code");
  expect_trace("is.S.16", 300'000);
}

TEST_F(LargeReplaySlow, TracesOfTheRepository) {
  for (const char* name : {"cg.A.32.i1", "cg.S.8", "ft.S.16", "is.S.16", "mg.S.16", "mg.S.8"})
    expect_trace(name, 300'000);
}

TEST(LargeTrace, LabelsOfEveryForm) {
  std::string text = "num_ranks 2\n";
  for (int rank = 0; rank < 2; ++rank) {
    text += fmt::format("rank {} {{\n", rank);
    std::vector<std::string> labels;
    for (int k = 0; k < 3000; ++k) {
      labels.push_back(fmt::format("l{}", k));
      labels.push_back(fmt::format("l0{}", k));
      labels.push_back(fmt::format("a_{}x", 7 * k));
      labels.push_back(fmt::format(
          "{}0",
          std::string(static_cast<std::size_t>(k % 50 + 1), static_cast<char>('m' + k / 50 % 10)) + std::to_string(k)));
    }
    labels.insert(labels.end(), {"x", "y1", "z12", "L12", "l_12"});
    std::sort(labels.begin(), labels.end());
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    for (const std::string& label : labels) text += label + ": calc 1\n";
    for (std::size_t k = 1; k < labels.size(); ++k) text += labels[k] + " requires " + labels[k - 1] + "\n";
    text += "}\n";
  }
  for (const std::size_t memory : {std::size_t{0}, ArrayStore::kDefaultMemory}) {
    const GoalTrace trace = test::parse_goal(text, 1 << 16, memory);
    const std::uint32_t per_rank = trace.first[1];
    ASSERT_GT(per_rank, 9000U);
    ASSERT_EQ(trace.dependencies.size(), 2 * (per_rank - 1));
    for (std::uint32_t k = 0; k < trace.dependencies.size(); ++k) {
      const std::uint32_t operation = k + 1 + k / (per_rank - 1);
      ASSERT_EQ(trace.dependencies[k].operation, operation);
      ASSERT_EQ(trace.dependencies[k].on, operation - 1);
    }
  }
}

}  // namespace
}  // namespace trenza::testbench
