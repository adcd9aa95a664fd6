#include "apps/plug/plug_command.h"

#include <fmt/core.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "apps/activity.h"
#include "apps/exit_status.h"
#include "apps/output_file.h"
#include "apps/output_plan.h"
#include "apps/plug/plug_loader.h"
#include "apps/plug/port_map_reader.h"
#include "apps/plug/tool_fault.h"
#include "cosim/plug/plug_build.h"
#include "cosim/plug/plug_error.h"
#include "cosim/plug/slot_contract.h"
#include "rtl_models/twin/rtl_library.h"
#include "settings/config_error.h"
#include "settings/configuration.h"
#include "settings/decimal.h"
#include "settings/yaml_reader.h"

namespace trenza::apps {

namespace {

struct PlugOptions {
  cosim::PlugSources sources;
  std::string slot;
  std::string map;
  std::string top;
  std::string output;
  std::string configuration;
  std::vector<std::string> numbers;
  std::string describe;
  std::vector<std::string> lists;         // -f
  std::vector<std::string> folder_lists;  // -F
  bool trust_loops = false;
  bool quiet = false;
};

const char* const kPlugExamples =
    "The map tells how the ports of the block stand for those of the slot (docs/plug-in-rtl.md). A parameter such as\n"
    "\"{requesters}\" is filled in from the fabric of --for, or by --number. Files that need an interface or a type at "
    "the\n"
    "top need a module around them.\n"
    "\n"
    "Examples:\n"
    "  trenza plug --describe arbiter                          ports, timing, and templates of a block and its map\n"
    "  trenza plug my_arbiter.sv --as arbiter --ports map.yaml --for noc.yaml -o my_arbiter.so\n"
    "  trenza plug a.sv b.sv -I include -D SYNTHESIS --top a --as arbiter --ports map.yaml --number requesters=13 -o "
    "a.so\n"
    "  trenza run noc.yaml --set rtl.arbiter=my_arbiter.so";

const cosim::SlotContract& slot_named(const std::string& option, const std::string& name) {
  const cosim::SlotContract* const slot = cosim::find_slot(name);
  if (slot != nullptr) return *slot;
  const std::vector<std::string> names = cosim::slot_names();
  throw UsageError(fmt::format("{}: `{}` is no slot; expected {}{}", option, name, settings::listed(names),
                               settings::suggestion(name, names)));
}

/// Adds a number that is given as text, such as "inputs=13".
void add_number(const std::string& text, cosim::Numbers& numbers) {
  constexpr std::uint64_t kMost = 1'000'000;
  const std::size_t equals = text.find('=');
  const settings::Integer value = settings::parse_integer(equals == std::string::npos ? "" : text.substr(equals + 1));
  if (equals == 0 || value.status != settings::IntegerStatus::good || value.negative || value.magnitude > kMost) {
    throw UsageError(fmt::format("--number {}: expected NAME=N, for example requesters=13", text));
  }
  numbers[text.substr(0, equals)] = static_cast<long>(value.magnitude);
}

/// The numbers that fill in the parameters. `slot`: the name of the slot, which decides what numbers there are.
cosim::Numbers numbers_of(const PlugOptions& options, const std::string& slot) {
  cosim::Numbers numbers;
  if (!options.configuration.empty()) {
    const settings::Configuration configuration = settings::load_configuration(options.configuration, {});
    for (const settings::RunConfiguration& run : configuration.runs) {
      const cosim::Numbers more = slot_numbers(run, slot);
      if (!numbers.empty() && numbers != more) {
        throw UsageError(
            fmt::format("--for {}: its runs have routers of different sizes; expected a configuration of one "
                        "size, or --number",
                        options.configuration));
      }
      numbers = more;
    }
  }
  for (const std::string& text : options.numbers) add_number(text, numbers);
  return numbers;
}

void check_given(const PlugOptions& options) {
  const auto need = [](bool given, const char* what) {
    if (!given) throw UsageError(fmt::format("plug: {} is missing; see trenza plug --help", what));
  };
  need(!options.sources.files.empty() || !options.lists.empty() || !options.folder_lists.empty(),
       "the file of the block");
  need(!options.map.empty(), "--ports MAP");
  need(!options.output.empty(), "-o FILE.so");
  if (std::filesystem::path(options.output).extension() != ".so") {
    throw UsageError(fmt::format("-o {}: expected a name that ends in .so", options.output));
  }
}

std::string report_text(const cosim::PlugReport& report, const PlugOptions& options) {
  std::string text =
      fmt::format("{}: {} as {}, {}\n", options.output, report.file.top, report.file.slot, report.file.hash);
  for (const auto& [name, value] : report.file.numbers) text += fmt::format("  for {} {}\n", name, value);
  const cosim::ModelJudge& judge = report.file.judge;
  text += report.file.loops ? "  combinational loops (UNOPTFLAT): " : "  verilated model: ";
  text += judge.cycles > 0    ? fmt::format("{} agrees over {} random cycles", judge.name, judge.cycles)
          : report.file.loops ? "not compared, trusted (--trust-loops)"
                              : "not compared";
  text += report.remark.empty() ? "\n" : fmt::format("; {}\n", report.remark);
  const std::string& tools = report.file.tools;
  if (!rtl_models::is_judged_version(tools)) {
    text += fmt::format(
        "  {} has not been compared with Icarus Verilog on random expressions; scripts/acceptance "
        "verilator-expressions "
        "does it\n",
        tools.substr(0, tools.find(';')));
  }
  return text;
}

/// The sources by the options. Those of file lists come before the others. Throws UsageError.
cosim::PlugSources sources_of(const PlugOptions& options) {
  cosim::PlugSources sources;
  try {
    for (const std::string& list : options.lists) cosim::read_file_list(list, false, sources);
    for (const std::string& list : options.folder_lists) cosim::read_file_list(list, true, sources);
  } catch (const cosim::PlugError& error) {
    throw UsageError(error.what());
  }
  const auto add = [](std::vector<std::string>& all, const std::vector<std::string>& more) {
    all.insert(all.end(), more.begin(), more.end());
  };
  add(sources.files, options.sources.files);
  add(sources.include_folders, options.sources.include_folders);
  add(sources.defines, options.sources.defines);
  if (sources.files.empty()) throw UsageError("plug: the file lists name no file; expected that of the block");
  return sources;
}

/// The name of the module: by --top, else by the map, else by a file list, else the name of the first file.
std::string top_of(const PlugOptions& options, const cosim::PlugRequest& request) {
  if (!options.top.empty()) return options.top;
  if (!request.map.top.empty()) return request.map.top;
  if (!request.sources.top.empty()) return request.sources.top;
  return std::filesystem::path(request.sources.files[0]).stem().string();
}

cosim::PlugReport build_shown(const cosim::PlugRequest& request, bool show_progress) {
  const Activity activity(show_progress, "compiles " + request.map.top + " and drives it");
  return cosim::build_plug(request);
}

int run_plug(const PlugOptions& options) {
  if (!options.describe.empty()) {
    write_whole("-", cosim::describe_slot(slot_named("--describe", options.describe)));
    return kDone;
  }
  check_given(options);
  if (!options.slot.empty()) slot_named("--as", options.slot);
  const cosim::PlugSources sources = sources_of(options);
  OutputPlan plan;
  plan.reads(options.map, "--ports");
  for (const std::string& list : options.lists) plan.reads(list, "-f");
  for (const std::string& list : options.folder_lists) plan.reads(list, "-F");
  for (const std::string& file : sources.files) plan.reads(file, "a file of the block");
  if (!options.configuration.empty()) plan.reads(options.configuration, "--for");
  plan.writes(options.output, "-o");
  cosim::PlugRequest request;
  request.map_text = settings::read_text_file(options.map);
  request.map = read_port_map(request.map_text, options.map, options.slot);
  if (!options.top.empty()) request.map.top_where = "--top";
  request.numbers = numbers_of(options, request.map.place);
  request.output = options.output;
  request.trust_loops = options.trust_loops;
  request.sources = sources;
  try {
    request.map.top = top_of(options, request);
    const cosim::PlugReport report = build_shown(request, !options.quiet);
    if (!options.quiet) write_whole("-", report_text(report, options));
  } catch (const cosim::PlugError& error) {
    throw UsageError(error.what());
  } catch (const rtl_models::ToolFailure& failure) {
    throw UsageError(tool_fault(failure.said, request));
  } catch (const rtl_models::RtlError& error) {
    throw UsageError(fmt::format("trenza: plug {}: {}", request.map.top, error.what()));
  }
  return kDone;
}

}  // namespace

GraphCommand add_plug_command(Command& program) {
  auto options = std::make_shared<PlugOptions>();
  Command command = program.add_command("plug", "build a block of your own (SystemVerilog) for use in `rtl`");
  command.footer(kPlugExamples);
  command.add_option("FILES", options->sources.files, "SystemVerilog, in the order in which it is to be read");
  command.add_option("--as", options->slot, "the slot: what it replaces; default: `slot` of the map")
      .value_name("SLOT");
  command.add_option("--ports", options->map, "the port map").value_name("MAP.yaml");
  command.add_option("-o,--output", options->output, "what is made").value_name("FILE.so");
  command
      .add_option("--top", options->top,
                  "the module; default: `top` of the map or of a list, else the name of the first file")
      .value_name("MODULE");
  command.add_option("-f", options->lists, "a list of files and options, with paths from here; may be repeated")
      .value_name("LIST")
      .repeatable();
  command.add_option("-F", options->folder_lists, "the same with paths from the folder of the list; may be repeated")
      .value_name("LIST")
      .repeatable();
  command
      .add_option("-I", options->sources.include_folders,
                  "folder of included files and of missing modules; may be repeated")
      .value_name("FOLDER")
      .repeatable();
  command.add_option("-D", options->sources.defines, "define a macro; may be repeated")
      .value_name("NAME[=VALUE]")
      .repeatable();
  command.add_option("--for", options->configuration, "the fabric whose numbers fill in the parameters of the map")
      .value_name("CONFIG");
  command.add_option("--number", options->numbers, "one of these numbers; may be repeated")
      .value_name("NAME=N")
      .repeatable();
  command.add_option("--describe", options->describe, "print the contract of a slot and templates, build nothing")
      .value_name("SLOT");
  command.add_flag("--trust-loops", options->trust_loops,
                   "take a block with combinational loops that neither Icarus Verilog nor Verilator can judge");
  command.add_flag("-q,--quiet", options->quiet, "print nothing");
  return {command, [options] { return run_plug(*options); }};
}

}  // namespace trenza::apps
