// Timelines from outside: the trace events of whole runs and of explained packets, the text and the drawing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "tests/cli_program.h"
#include "tests/places.h"
#include "tests/support/trace_event_judge.h"

namespace trenza::test {
namespace {

using testing::HasSubstr;
using SortedJson = nlohmann::json;

const char* const kUniformLongLinks =
    "topology: {kind: rtt, a: 2}\n"
    "router: {max_packet_flits: 4, virtual_channels: {adaptive: 1}, buffer_packets: 2}\n"
    "link: {delay: 2}\n"
    "traffic: {pattern: uniform, packet_flits: 4, load: 0.5}\n"
    "run: {cycles: 300}\n";
const char* const kToTheEnd =
    "topology: {kind: rtt, a: 2}\n"
    "router: {max_packet_flits: 8}\n"
    "traffic: {pattern: uniform, packet_flits: [{flits: 1, weight: 1}, {flits: 8, weight: 1}], arrival: at_start, "
    "packets: 9}\n"
    "run: {cycles: 3000}\n";
const char* const kMgTrace =
    "topology: {kind: torus, size: [4, 2]}\n"
    "router: {max_packet_flits: 64, injectors: 2, ejectors: 2}\n"
    "traffic: {trace: " TRENZA_SOURCE_DIR
    "/configs/traces/mg.S.8.goal.zst}\n"
    "run: {cycles: 8000}\n";

/// Runs in both views with a timeline of all packets, and returns it; both must write the same.
std::string timeline(const TemporaryFolder& folder, const char* experiment, std::vector<std::string> more = {}) {
  folder.write("a.yaml", experiment);
  std::string documents[2];
  for (int pins = 0; pins < 2; ++pins) {
    std::vector<std::string> arguments{"run", "a.yaml", "-q", "--timeline", "t.json", "--json", "out.json"};
    arguments.insert(arguments.end(), {"--view", pins == 0 ? "tlm" : "pin"});
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramResult result = run_program(folder.path(), arguments);
    EXPECT_EQ(result.status, 0) << result.errors;
    documents[pins] = read_file(folder.path() / "t.json");
  }
  EXPECT_EQ(documents[0], documents[1]);
  return documents[0];
}

TEST(CliTimeline, OfAUniformRun) {
  const TemporaryFolder folder;
  const std::string document = timeline(folder, kUniformLongLinks);
  EXPECT_EQ(trace_event_fault(document), "");
  const TraceEventSums sums = trace_event_sums(document);
  const SortedJson results = SortedJson::parse(read_file(folder.path() / "out.json"));
  EXPECT_GE(sums.flows, results["packets"]);
  EXPECT_GE(sums.link_cycles, results["flit_hops"]) << "those that still cross are written whole";
  EXPECT_EQ(results["meta"]["timeline"]["slices"], sums.slices);
}

TEST(CliTimeline, OfARunToTheEnd) {
  const TemporaryFolder folder;
  const std::string document = timeline(folder, kToTheEnd);
  EXPECT_EQ(trace_event_fault(document), "");
  const TraceEventSums sums = trace_event_sums(document);
  const SortedJson results = SortedJson::parse(read_file(folder.path() / "out.json"));
  EXPECT_EQ(results["packets"], 72);
  EXPECT_EQ(sums.flows, 72U);
  EXPECT_EQ(sums.link_cycles, results["flit_hops"]);
}

TEST(CliTimeline, OfATrace) {
  const TemporaryFolder folder;
  const std::string document = timeline(folder, kMgTrace);
  EXPECT_EQ(trace_event_fault(document), "");
  EXPECT_GT(trace_event_sums(document).flows, 100U);
}

TEST(CliTimeline, OfAWindow) {
  const TemporaryFolder folder;
  const std::string document = timeline(folder, kUniformLongLinks, {"--timeline-from", "100", "--timeline-to", "140"});
  EXPECT_EQ(trace_event_fault(document), "");
  const TraceEventSums sums = trace_event_sums(document);
  EXPECT_GE(sums.first, 100U);
  EXPECT_LT(sums.last, 140U);
  EXPECT_GT(sums.slices, 50U);
  EXPECT_EQ(trace_event_sums(timeline(folder, kUniformLongLinks, {"--timeline-from", "5000"})).slices, 0U);
}

TEST(CliTimeline, OfSeveralRuns) {
  const TemporaryFolder folder;
  folder.write("a.yaml",
               "runs:\n"
               "  - {name: rt, topology: {kind: rt, a: 2}}\n"
               "  - {name: rtt, topology: {kind: rtt, a: 2}}\n"
               "traffic: {pattern: uniform, packet_flits: 4, load: 0.3}\n"
               "run: {cycles: 200}\n");
  const ProgramResult run = run_program(folder.path(), {"run", "a.yaml", "--timeline", "t.json"});
  EXPECT_EQ(run.status, 0) << run.errors;
  EXPECT_THAT(run.output, HasSubstr("timeline: t-rt.json: "));
  EXPECT_EQ(folder.names(), (std::set<std::string>{"a.yaml", "t-rt.json", "t-rtt.json"}));
  EXPECT_EQ(trace_event_fault(read_file(folder.path() / "t-rtt.json")), "");
}

const char* const kDrawnWorms =
    "topology: {kind: torus, size: [4, 4]}\n"
    "router: {switching: wormhole, virtual_channels: {count: 2}, buffer_flits: 3, ejection_delay: 2}\n"
    "link: {delay: 1}\n"
    "traffic: {pattern: uniform, packet_flits: 5, load: 0.4}\n"
    "run: {cycles: 300}\n";

TEST(CliTimeline, OfARunOfFlits) {
  const TemporaryFolder folder;
  const std::string document = timeline(folder, kDrawnWorms);
  EXPECT_EQ(trace_event_fault(document), "");
  const TraceEventSums sums = trace_event_sums(document);
  const SortedJson results = SortedJson::parse(read_file(folder.path() / "out.json"));
  EXPECT_GE(sums.flows, results["packets"]);
  EXPECT_GE(sums.link_cycles, results["flit_hops"]) << "a slice lasts from the head to the tail";
  EXPECT_EQ(results["meta"]["timeline"]["slices"], sums.slices);
}

/// Explains packets with a timeline of each form, in both views.
void check_explained(const char* experiment) {
  const TemporaryFolder folder;
  folder.write("a.yaml", experiment);
  for (const char* form : {"txt", "svg", "json"}) {
    std::string documents[2];
    std::string texts[2];
    for (int pins = 0; pins < 2; ++pins) {
      const std::string file = std::string("t.") + form;
      const ProgramResult result =
          run_program(folder.path(), {"explain", "a.yaml", "--slowest", "4", "--timeline", file, "--set",
                                      pins == 0 ? "run.view=tlm" : "run.view=pin"});
      EXPECT_EQ(result.status, 0) << result.errors;
      EXPECT_THAT(result.output, HasSubstr("\n\ntimeline: " + file + ": "));
      documents[pins] = read_file(folder.path() / file);
      texts[pins] = result.output;
    }
    EXPECT_EQ(documents[0], documents[1]) << form;
    EXPECT_EQ(texts[0], texts[1]);
  }
  const std::string document = read_file(folder.path() / "t.json");
  EXPECT_EQ(trace_event_fault(document), "");
  EXPECT_THAT(document, HasSubstr("\"args\":{\"name\":\"packets\"}"));
  EXPECT_THAT(read_file(folder.path() / "t.svg"), testing::StartsWith("<svg "));
  EXPECT_THAT(read_file(folder.path() / "t.txt"), HasSubstr("\n> crossing\n- link\nE ejected\n"));
}

TEST(CliTimeline, OfExplainedPackets) { check_explained(kUniformLongLinks); }
TEST(CliTimeline, OfExplainedPacketsOfFlits) { check_explained(kDrawnWorms); }

TEST(CliTimeline, WhatIsRefused) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniformLongLinks);
  const auto expect_refused = [&](std::vector<std::string> arguments, const std::string& message) {
    arguments.insert(arguments.begin() + 1, "a.yaml");
    const ProgramResult result = run_program(folder.path(), arguments);
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.errors, testing::StartsWith(message));
    EXPECT_EQ(folder.names(), std::set<std::string>{"a.yaml"});
  };
  expect_refused({"explain", "--packet", "1:1", "--timeline", "t.png"},
                 "--timeline: `t.png` has no known ending; expected a name that ends in .txt, .svg or .json\n");
  expect_refused({"explain", "--packet", "1:1", "--timeline", "a.yaml"}, "--timeline: `a.yaml` has no known ending");
  expect_refused({"explain", "--packet", "1:1", "--timeline-from", "5"},
                 "--timeline-from: means nothing without --timeline\n");
  expect_refused({"explain", "--packet", "7:1", "--timeline", "no/t.txt"}, "--timeline: there is no folder no");
  // A packet that waits for long.
  expect_refused({"explain", "--packet", "1:1000", "--timeline", "t.svg", "--cycles", "9000", "--set",
                  "traffic={pattern: hot_spot, hot_spots: [0], hot_share: 1, packet_flits: 4, load: 3}"},
                 "--timeline: t.svg would have ");
}

TEST(CliTimeline, AFullDisk) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniformLongLinks);
  const ProgramResult run = run_program(folder.path(), {"run", "a.yaml", "--timeline", "t.json"}, "ulimit -f 20;");
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.output, HasSubstr("accepted load")) << "the results are still wanted";
  EXPECT_THAT(run.errors, HasSubstr("--timeline: t.json cannot be written: "));
  EXPECT_EQ(folder.names(), std::set<std::string>{"a.yaml"});
}

TEST(CliTimelineSlow, TooManySlices) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kUniformLongLinks);
  const ProgramResult run =
      run_program(folder.path(), {"run", "a.yaml", "--timeline", "t.json", "--cycles", "1000000"});
  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.errors, testing::StartsWith("--timeline: t.json would have more than 500000 slices, the last ones "
                                              "before cycle "));
  EXPECT_EQ(folder.names(), std::set<std::string>{"a.yaml"});
}

// The judge notices what breaks a rule.
TEST(CliTimeline, TheJudgeSeesFaults) {
  const TemporaryFolder folder;
  const SortedJson good = SortedJson::parse(timeline(folder, kToTheEnd));
  const auto judged = [&](const std::function<void(SortedJson&)>& change) {
    SortedJson document = good;
    change(document["traceEvents"]);
    return trace_event_fault(document.dump());
  };
  const auto first = [](SortedJson& events, const char* phase) -> SortedJson& {
    return *std::find_if(events.begin(), events.end(), [&](const SortedJson& event) { return event["ph"] == phase; });
  };
  EXPECT_EQ(judged([](SortedJson&) {}), "");
  EXPECT_EQ(trace_event_fault("{"), "no JSON");
  EXPECT_NE(judged([&](SortedJson& events) { first(events, "X")["ts"] = -1; }), "");
  EXPECT_NE(judged([&](SortedJson& events) { first(events, "X").erase("dur"); }), "");
  EXPECT_NE(judged([&](SortedJson& events) { first(events, "X")["dur"] = 100000; }), "");
  EXPECT_NE(judged([&](SortedJson& events) { first(events, "X")["ts"] = 100000; }), "")
      << "the flow is in no slice then";
  EXPECT_NE(judged([&](SortedJson& events) { first(events, "s")["ph"] = "t"; }), "");
  EXPECT_NE(judged([&](SortedJson& events) { first(events, "f")["ph"] = "t"; }), "");
  EXPECT_NE(judged([&](SortedJson& events) { first(events, "f").erase("bp"); }), "");
  EXPECT_NE(judged([&](SortedJson& events) { first(events, "f")["id"] = 99999; }), "");
  EXPECT_NE(judged([&](SortedJson& events) { first(events, "M")["name"] = "process_labels"; }), "");
}

}  // namespace
}  // namespace trenza::test
