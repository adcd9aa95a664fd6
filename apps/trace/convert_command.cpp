// trenza trace convert: between GOAL and the formats of other tools.
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "apps/exit_status.h"
#include "apps/output_file.h"
#include "apps/output_plan.h"
#include "apps/trace/trace_commands.h"
#include "apps/trace/trace_output.h"
#include "testbench/goal/goal_trace.h"
#include "traces/decimal.h"
#include "traces/goal_program.h"
#include "traces/goal_writer.h"
#include "traces/natural_order.h"
#include "traces/trace_format.h"

namespace trenza::apps {

namespace {

using traces::TraceFormat;

struct ConvertOptions {
  std::vector<std::string> inputs;
  std::string output;
  std::string from;
  std::string to;
  std::string flops;
  std::string unit = "ns";
  std::string cycle;
  bool moves_receives = false;
  bool quiet = false;
};

const char* const kConvertExamples =
    "Formats: goal (GOAL text), fsin (.trc, alog), dimemas (.dim), paraver (.prv), simgrid (time-independent),\n"
    "liballprof (text, one file a rank). The input is recognised by what stands in it, the output by its name.\n"
    "\n"
    "Examples:\n"
    "  trenza trace convert app.dim -o app.goal.zst\n"
    "  trenza trace convert ti/*.txt --from simgrid --flops-per-second 2e9 -o app.goal.zst\n"
    "  trenza trace convert configs/traces/mg.S.8.goal.zst --move-receives -o mg.trc";

const char* const kGoal = "goal";

std::string without_zst(const std::string& file) {
  const std::filesystem::path path(file);
  return path.extension() == ".zst" ? path.stem().string() : path.filename().string();
}

std::vector<std::string> format_names() {
  std::vector<std::string> names{kGoal};
  for (const TraceFormat& format : traces::trace_formats()) names.emplace_back(format.name);
  return names;
}

/// The format of the input; null is GOAL.
const TraceFormat* input_format(const ConvertOptions& options) {
  if (!options.from.empty()) return traces::find_format(options.from);
  return traces::recognise_format(options.inputs.front(), testbench::open_trace_file);
}

/// The format of the output; null is GOAL.
const TraceFormat* output_format(const ConvertOptions& options) {
  if (!options.to.empty()) return traces::find_format(options.to);
  const std::string ending = std::filesystem::path(without_zst(options.output)).extension().string();
  for (const TraceFormat& format : traces::trace_formats()) {
    if (std::find(format.endings.begin(), format.endings.end(), ending) != format.endings.end()) return &format;
  }
  if (ending == ".goal" || is_standard_output(options.output)) return nullptr;
  throw UsageError(fmt::format("-o: {} does not say which format is meant; expected --to, or a name that ends in .goal",
                               options.output));
}

std::uint64_t positive(const char* option, const std::string& text, int digits) {
  constexpr std::uint64_t kMost = 1'000'000'000'000'000'000;
  const traces::ScaledDecimal number = traces::scaled_decimal(text, digits, kMost);
  if (!number.is_number || number.value == 0 || number.value == traces::kTooLarge)
    throw UsageError(fmt::format("{}: `{}` is no number above 0 that is possible here", option, text));
  return number.value;
}

traces::TraceOptions trace_options(const ConvertOptions& options) {
  constexpr int kPicosecondDigits = 3;
  traces::TraceOptions result;
  result.moves_receives = options.moves_receives;
  if (!options.flops.empty()) result.flops_per_second = positive("--flops-per-second", options.flops, 0);
  if (options.unit == "us") result.picoseconds_per_unit = 1'000'000;
  if (options.unit == "ms") result.picoseconds_per_unit = 1'000'000'000;
  const bool in_cycles = options.unit == "cycles";
  if (in_cycles == options.cycle.empty())
    throw UsageError(in_cycles ? "--time-unit: cycles need --cycle-ns, the length of a cycle"
                               : "--cycle-ns: is for --time-unit cycles");
  if (in_cycles) result.picoseconds_per_unit = positive("--cycle-ns", options.cycle, kPicosecondDigits);
  return result;
}

traces::Program read_program(const ConvertOptions& options, const TraceFormat* format,
                             const traces::TraceOptions& how) {
  if (options.inputs.size() > 1 && (format == nullptr || !format->has_file_per_rank))
    throw UsageError(fmt::format("{}: a trace of {} is one file, but {} are given", options.inputs[1],
                                 format == nullptr ? kGoal : format->name, options.inputs.size()));
  if (format == nullptr) return traces::program_of_goal(testbench::read_goal(options.inputs.front()));
  std::vector<std::string> files = options.inputs;
  std::stable_sort(files.begin(), files.end(), traces::natural_less);
  return format->read(files, testbench::open_trace_file, how);
}

/// The files of the output: one, or a folder with one for each rank.
class Outputs {
 public:
  explicit Outputs(std::string name) : name_(std::move(name)) {}

  traces::TextSink& only() { return next(name_); }
  traces::TextSink& of_rank(std::uint32_t rank) {
    if (rank == 0) {
      std::error_code error;
      std::filesystem::create_directories(name_, error);
      if (error) throw UsageError(fmt::format("-o: the folder {} cannot be made: {}", name_, error.message()));
    }
    return next((std::filesystem::path(name_) / fmt::format("pmpi-trace-rank-{}.txt", rank)).string());
  }
  void commit() {
    if (current_) current_->commit();
  }

 private:
  traces::TextSink& next(const std::string& file) {
    commit();
    current_ = open_trace_output(file);
    return *current_;
  }

  std::string name_;
  std::unique_ptr<TraceOutput> current_;
};

std::string summary(const traces::Program& program, const ConvertOptions& options, const TraceFormat* format) {
  std::uint64_t operations = 0;
  for (const traces::RankSteps& rank : program.ranks)
    operations +=
        static_cast<std::uint64_t>(std::count_if(rank.steps.begin(), rank.steps.end(), [](const traces::Step& step) {
          return step.kind != traces::StepKind::wait;
        }));
  const std::string left_out = program.left_out_messages == 0
                                   ? ""
                                   : fmt::format(", {} messages outside of calls left out", program.left_out_messages);
  return fmt::format("{}: {}, {} ranks, {} operations{}\n", options.output, format == nullptr ? kGoal : format->name,
                     program.ranks.size(), operations, left_out);
}

int run_convert(const ConvertOptions& options) {
  const traces::TraceOptions how = trace_options(options);
  OutputPlan plan;
  for (const std::string& input : options.inputs) plan.reads(input, "the trace");
  const TraceFormat* const to = output_format(options);
  const bool is_folder = to != nullptr && to->is_folder;
  if (!is_folder) plan.writes(options.output, "-o");
  const traces::Program program = read_program(options, input_format(options), how);
  Outputs outputs(options.output);
  if (to == nullptr) {
    traces::write_goal(program, outputs.only());
  } else {
    to->write(program, how, [&](std::uint32_t rank) -> traces::TextSink& {
      return is_folder ? outputs.of_rank(rank) : outputs.only();
    });
  }
  outputs.commit();
  if (!options.quiet && !is_standard_output(options.output)) write_whole("-", summary(program, options, to));
  return kDone;
}

}  // namespace

GraphCommand add_trace_convert_command(Command& trace) {
  Command command = trace.add_command("convert", "between GOAL and the formats of other tools, both ways");
  command.footer(kConvertExamples);
  const auto options = std::make_shared<ConvertOptions>();
  command.add_option("IN", options->inputs, "the trace: one file, or one for each rank (plain or .zst)").required();
  command.add_option("-o,--output", options->output, "what is written; .zst compresses; - is standard output")
      .value_name("OUT")
      .required();
  command.add_option("--from", options->from, "format of the input; default: by what stands in it")
      .value_name("FORMAT")
      .one_of(format_names());
  command.add_option("--to", options->to, "format of the output; default: by its name")
      .value_name("FORMAT")
      .one_of(format_names());
  command.add_option("--flops-per-second", options->flops, "simgrid: speed of a processor, for example 2e9")
      .value_name("F");
  command.add_option("--time-unit", options->unit, "fsin: unit of computation: ns, us, ms or cycles")
      .value_name("UNIT")
      .one_of({"ns", "us", "ms", "cycles"})
      .shows_default();
  command.add_option("--cycle-ns", options->cycle, "fsin: length of a cycle in ns, for --time-unit cycles")
      .value_name("F");
  command.add_flag("--move-receives", options->moves_receives,
                   "fsin, written: receives that do not block move to where they are waited for");
  command.add_flag("-q,--quiet", options->quiet, "print no summary");
  return {command, [options] { return run_convert(*options); }};
}

}  // namespace trenza::apps
