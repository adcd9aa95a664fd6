// trenza trace info: what is in a trace.
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <set>

#include "apps/exit_status.h"
#include "apps/graph/number_list.h"
#include "apps/graph/report.h"
#include "apps/trace/trace_commands.h"
#include "testbench/replay/engine.h"
#include "testbench/replay/program.h"
#include "traces/goal_summary.h"
#include "traces/trace_format.h"

namespace trenza::apps {

namespace {

using Json = nlohmann::ordered_json;
using traces::GoalSummary;

constexpr double kPerMillisecond = 1e6;  // nanoseconds
constexpr double kPicosecondsPerMs = 1e9;

struct InfoOptions {
  OutputOptions output;
  std::string file;
  std::string grid;
};

const char* const kInfoExamples =
    "Examples:\n"
    "  trenza trace info configs/traces/cg.A.32.i1.goal.zst --grid 8x4\n"
    "  trenza trace info app.goal --json -";

/// "8x4", or nothing.
std::vector<int> grid_of(const std::string& text, std::uint32_t ranks) {
  if (text.empty()) return {};
  constexpr int kLargest = 1 << 24;
  std::string list = text;
  std::replace(list.begin(), list.end(), 'x', ',');
  std::vector<int> sizes = parse_integers("--grid", list, 1, kLargest);
  std::uint64_t nodes = 1;
  for (const int size : sizes) nodes = std::min<std::uint64_t>(nodes * static_cast<std::uint64_t>(size), kLargest);
  if (nodes < ranks)
    throw UsageError(
        fmt::format("--grid: {} has {} places for {} ranks; expected at least as many", text, nodes, ranks));
  return sizes;
}

Json message_record(const GoalSummary& scan) {
  const std::uint64_t bytes = scan.matrix.bytes();
  Json record = {{"count", scan.sends}, {"in_rank", scan.self_messages}, {"bytes", bytes}};
  if (scan.sends > 0) {
    record["bytes_min"] = scan.least_bytes;
    record["bytes_mean"] = static_cast<double>(bytes) / static_cast<double>(scan.sends);
    record["bytes_max"] = scan.most_bytes;
  }
  return record;
}

/// Mean number of ranks to which a rank sends, itself included.
double partners(const GoalSummary& scan) { return static_cast<double>(scan.matrix.entries.size()) / scan.ranks; }

Json computation_record(const GoalSummary& scan) {
  const double all = std::accumulate(scan.calc_ns.begin(), scan.calc_ns.end(), 0.0);
  const std::uint64_t most = *std::max_element(scan.calc_ns.begin(), scan.calc_ns.end());
  return {{"all_ms", all / kPerMillisecond},
          {"mean_ms", all / kPerMillisecond / scan.ranks},
          {"max_ms", static_cast<double>(most) / kPerMillisecond}};
}

Json collective_records(const GoalSummary& scan) {
  Json records = Json::object();
  for (const auto& [kind, count] : scan.collectives) records[kind] = count.instances;
  return records;
}

/// Matches and completes, which reading finds out, and the execution time if no message took any.
Json check_record(const InfoOptions& options) {
  testbench::TraceTraffic traffic;
  traffic.file = options.file;
  const testbench::ReplayProgram program = testbench::load_program(traffic, {});
  testbench::ReplayEngine engine(program, std::vector<bool>(program.messages.size(), true), 0, 0);
  engine.run_until(testbench::kMaxPicoseconds);
  return {{"matched_and_complete", engine.is_done()},
          {"critical_path_ms", static_cast<double>(engine.end_time()) / kPicosecondsPerMs}};
}

void flatten(const Json& record, const std::string& start, DataTable& table) {
  for (const auto& [key, value] : record.items()) {
    const std::string name = start.empty() ? key : fmt::format("{}.{}", start, key);
    if (value.is_object() && !value.empty()) {
      flatten(value, name, table);
    } else {
      table.rows.push_back({name, value.is_object() ? Json(nullptr) : value});
    }
  }
}

GoalSummary scan(const std::string& file) {
  const traces::OpenTrace open = testbench::open_trace_file;
  if (const traces::TraceFormat* const format = traces::recognise_format(file, open)) {
    throw UsageError(fmt::format("{}: is a trace of {}; trenza trace convert {} -o trace.goal makes GOAL of it", file,
                                 format->name, file));
  }
  return traces::summarise_goal(testbench::read_goal(file));
}

int run_info(const InfoOptions& options) {
  OutputPlan plan;
  plan.reads(options.file, "the trace");
  check_outputs(options.output, plan);
  const GoalSummary found = scan(options.file);
  const std::vector<int> grid = grid_of(options.grid, found.ranks);
  Report report;
  report.document = {{"file", options.file},
                     {"ranks", found.ranks},
                     {"operations", found.operations()},
                     {"dependencies", found.dependencies},
                     {"messages", message_record(found)},
                     {"partners", partners(found)},
                     {"computation", computation_record(found)},
                     {"receives", {{"any_source", found.recvs_any_source}, {"any_tag", found.recvs_any_tag}}},
                     {"communicators", found.communicators},
                     {"collectives", collective_records(found)}};
  if (!grid.empty()) {
    const traces::Locality place = traces::locality(found.matrix, grid);
    report.document["locality"] = {
        {"grid", grid}, {"bytes_at_distance_1", place.share_near()}, {"mean_distance", place.mean_distance()}};
  }
  report.document["checks"] = check_record(options);
  report.table = DataTable{{"quantity", "value"}, {}};
  flatten(report.document, "", report.table);
  report.text = people_table(report.table);
  write_report(report, options.output);
  return kDone;
}

}  // namespace

GraphCommand add_trace_info_command(Command& trace) {
  Command command = trace.add_command("info", "ranks, messages, partners, locality and checks of a GOAL trace");
  command.footer(kInfoExamples);
  const auto options = std::make_shared<InfoOptions>();
  command.add_option("FILE", options->file, "a GOAL trace (plain or .zst)").required();
  command
      .add_option("--grid", options->grid,
                  "a logical torus, for example 8x4, that consecutive ranks fill row by row: how far bytes go on it")
      .value_name("SIZES");
  add_output_options(command, options->output, "");
  return {command, [options] { return run_info(*options); }};
}

}  // namespace trenza::apps
