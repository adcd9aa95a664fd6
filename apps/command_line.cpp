#include "apps/command_line.h"

#include <fmt/core.h>

#include <csignal>
#include <cstdio>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "apps/area_command.h"
#include "apps/check_command.h"
#include "apps/emit_rtl_command.h"
#include "apps/exit_status.h"
#include "apps/explain_command.h"
#include "apps/graph/graph_commands.h"
#include "apps/message_text.h"
#include "apps/options.h"
#include "apps/output_file.h"
#include "apps/plot/plot_command.h"
#include "apps/plug/plug_command.h"
#include "apps/report/report_command.h"
#include "apps/reproduce/reproduce_command.h"
#include "apps/run_command.h"
#include "apps/sweep/sweep_commands.h"
#include "apps/trace/trace_commands.h"
#include "apps/verify_command.h"
#include "apps/version.h"
#include "microarch/machine_memory.h"
#include "settings/schema_export.h"
#include "testbench/input_error.h"
#include "topologies/topology_error.h"

namespace trenza::apps {

namespace {

const char* const kFooter =
    "Examples:\n"
    "  trenza run configs/quickstart.yaml                      a real trace on two networks, side by side\n"
    "  trenza check configs/uniform.yaml                       rings, bounds and the proof, without a run\n"
    "  trenza run configs/uniform.yaml --set traffic.load=0.6 --seed 7 --json result.json\n"
    "  trenza run configs/uniform.yaml --waves out.fst --waves-scope 'r_0_*' --waves-window 500:600\n"
    "  trenza run configs/uniform.yaml --plot use.svg          where it is crowded: the network with the use of "
    "channels\n"
    "  trenza verify configs/uniform.yaml --cycles 2000        both views in step, every delivery compared\n"
    "  trenza explain configs/uniform.yaml --slowest 1         why the slowest packet took so long, hop by hop\n"
    "  trenza run configs/uniform.yaml --save-at 10000 warm.snap; trenza run configs/uniform.yaml --from warm.snap\n"
    "  trenza emit-rtl configs/rtl.yaml -o rtl                 the whole fabric as SystemVerilog, with a test bench\n"
    "  trenza area configs/uniform.yaml                        gates, flip-flops and levels of the routers, by Yosys\n"
    "  trenza schema > trenza.schema.json                      completion of keys in an editor\n"
    "  trenza topology 'rtt: {a: 8}' --plot rtt.svg            metrics and a drawing of a network\n"
    "  trenza bypass --help                                    every command has examples of its own\n"
    "\n"
    "Exit status: 0 done; 1 internal fault, failed check, deadlock or blocked run; 2 wrong input; 130 interrupted.";

constexpr int kMostExplained = 10'000;

/// The options of `run`, `verify` and `check`.
struct CommonOptions {
  std::string file;
  std::vector<std::string> settings;
  std::string seed;
  std::string cycles;
  std::string json;
  bool quiet = false;
};

struct ViewOptions {
  std::string view;
  std::string waves;
  std::string scope;
  std::string window;
};

void add_experiment(Command& command, CommonOptions& options) {
  command.add_option("CONFIG", options.file, "the experiment: a YAML file").required();
  command
      .add_option("--set", options.settings,
                  "set a key, for example traffic.load=0.5; may be repeated; applies to every run of the file")
      .value_name("KEY=VALUE")
      .repeatable();
  command.add_option("--seed", options.seed, "the same as --set run.seed=N").value_name("N");
  command.add_option("--cycles", options.cycles, "the same as --set run.cycles=N").value_name("N");
}

void add_common(Command& command, CommonOptions& options) {
  add_experiment(command, options);
  command.add_option("--json", options.json, "write the document; - is standard output, without the table")
      .value_name("FILE|-");
  command.add_flag("-q,--quiet", options.quiet, "print neither progress nor table");
}

/// The text as a YAML scalar that can be read only as a text.
std::string yaml_text(const std::string& text) {
  std::string result = "'";
  for (const char letter : text) result += letter == '\'' ? std::string("''") : std::string(1, letter);
  return result + "'";
}

std::vector<settings::Override> overrides(const CommonOptions& options, const ViewOptions& view) {
  std::vector<settings::Override> all;
  for (const std::string& setting : options.settings) all.push_back(settings::parse_override("--set", setting));
  const auto add = [&](const char* option, const char* key, const std::string& value) {
    if (!value.empty()) all.push_back({option, key, value});
  };
  add("--seed", "run.seed", options.seed);
  add("--cycles", "run.cycles", options.cycles);
  const auto quoted = [](const std::string& text) { return text.empty() ? text : yaml_text(text); };
  add("--view", "run.view", view.view);
  add("--waves", "waves.file", quoted(view.waves));
  add("--waves-scope", "waves.scope", quoted(view.scope));
  add("--waves-window", "waves.window", quoted(view.window));
  return all;
}

/// One line about wrong input. It begins with the file, so that editors can jump there, or with the option.
void complain(const std::string& message) { fmt::print(stderr, "{}\n", message_line(message)); }

void complain_as_program(const std::string& message) {
  fmt::print(stderr, "trenza: {}{}", message, !message.empty() && message.back() == '\n' ? "" : "\n");
}

/// Runs a command; turns errors into messages and exit statuses.
template <typename Body>
int guarded(Body body) {
  try {
    return body();
  } catch (const settings::ConfigError& error) {
    complain(error.what());
  } catch (const testbench::InputError& error) {
    complain(error.what());
  } catch (const UsageError& error) {
    complain(error.what());
  } catch (const topologies::TopologyError& error) {
    complain_as_program(message_line(error.what()));
  } catch (const RunFailure& failure) {
    complain_as_program(failure.what());
    return failure.status();
  } catch (const std::bad_alloc&) {
    complain_as_program(kOutOfMemory);
  } catch (const std::length_error&) {
    complain_as_program(kOutOfMemory);
  } catch (const std::exception& error) {
    complain_as_program(fmt::format("internal fault: {}", error.what()));
    return kFault;
  }
  return kWrongInput;
}

std::string version_text() { return fmt::format("trenza {} ({})", kVersion, kGitDescribe); }

}  // namespace

int run_command_line(int argc, const char* const* argv) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of its writer
  Program program("Cycle-accurate torus routers in SystemC: traffic and traces on twisted and plain tori.",
                  version_text());
  program.footer(kFooter);
  program.require_command();

  CommonOptions common;
  ViewOptions view;
  int jobs = 0;
  bool unsafe = false;
  Command run = program.add_command("run", "simulate the experiments of a file, print the results side by side");
  add_common(run, common);
  run.add_option(
         "--view", view.view,
         "tlm: packet by packet (the default but for waves without an end); pin: clocked SystemC modules; same results")
      .value_name("tlm|pin");
  run.add_option("--waves", view.waves,
                 "record waves into a .fst or .vcd file; with several runs the name of the run is put in")
      .value_name("FILE");
  run.add_option("--waves-scope", view.scope,
                 "what to record: globs over names, separated by commas, for example 'r_3_*'")
      .value_name("GLOBS");
  run.add_option("--waves-window", view.window, "record cycles A to B - 1; -N: records the last N").value_name("A:B");
  const auto add_jobs = [&](Command& command) {
    command.add_option("--jobs", jobs, "runs at a time; default: the processors").value_name("N").in_range(1, 1024);
    command.add_flag("--unsafe", unsafe, "run although the network can deadlock");
  };
  add_jobs(run);

  TimelineOptions timeline;
  const auto add_timeline = [&](Command& command, const char* what) {
    command.add_option("--timeline", timeline.file, what).value_name("FILE");
    command.add_option("--timeline-from", timeline.from, "first cycle of the timeline").value_name("A");
    command.add_option("--timeline-to", timeline.until, "cycle after its last one").value_name("B");
  };
  add_timeline(run, "write all packets on their links into a .json file of trace events, for Perfetto");

  SnapshotOptions snapshots;
  run.add_option("--save-at", snapshots.save_at,
                 "save the state at the begin of cycle T into FILE, then go on; tlm view only")
      .value_name("T FILE")
      .takes(2);
  run.add_option("--from", snapshots.from, "go on with the state that --save-at wrote, to the same results")
      .value_name("FILE");

  PlotOptions plot;
  run.add_option("--plot", plot.file,
                 "draw the network with the use of its channels as colour, at most 400 nodes; several runs as --waves")
      .value_name("FILE.svg");
  run.add_option("--plot-of", plot.quantity, "what the colours of --plot show; default: use").value_name("QUANTITY");

  std::string tables;
  run.add_option("--csv", tables, "write what `run.series`, `run.sources` and `run.flows` record as tables")
      .value_name("FOLDER");

  Command verify =
      program.add_command("verify", "run both views in step and compare every delivery; slow as the pin view");
  add_common(verify, common);
  add_jobs(verify);

  std::string packet;
  int slowest = 0;
  Command explain = program.add_command("explain", "run, and print where packets went and what they waited for");
  add_experiment(explain, common);
  explain.add_option("--packet", packet, "this packet: its source node and its number there, for example 5:7")
      .value_name("NODE:NUMBER");
  explain.add_option("--slowest", slowest, "the K packets of the greatest latency; takes two runs")
      .value_name("K")
      .in_range(1, kMostExplained);
  add_timeline(explain, "write what these packets and those in their way did into a .txt, .svg or .json file");
  explain.add_flag("--unsafe", unsafe, "run although the network can deadlock");

  Command check = program.add_command("check", "validate, build and prove; print rings, buffers, latency and bounds");
  add_common(check, common);

  std::string folder;
  Command emit = program.add_command(
      "emit-rtl", "write the fabric as SystemVerilog, with a test bench of the same packets that runs in Icarus");
  add_experiment(emit, common);
  emit.add_option("-o,--output", folder, "folder of the files; made if need be").value_name("DIR").required();

  std::string target = "gates";
  std::string liberty;
  Command area = program.add_command("area", "synthesise the SystemVerilog of the router; print its gates and levels");
  add_common(area, common);
  area.add_option("--target", target, "gates of two inputs (the default), or the LUTs of an iCE40")
      .value_name("gates|ice40")
      .one_of({"gates", "ice40"});
  area.add_option("--liberty", liberty, "map to the cells of this library instead").value_name("FILE");

  bool markdown = false;
  Command schema = program.add_command("schema", "print the JSON schema of configurations");
  schema.add_flag("--markdown", markdown, "print the keys as a Markdown table instead");

  std::vector<GraphCommand> graph_commands = add_graph_commands(program);
  graph_commands.push_back(add_trace_command(program));
  graph_commands.push_back(add_plug_command(program));
  graph_commands.push_back(add_sweep_command(program));
  graph_commands.push_back(add_table_command(program));
  graph_commands.push_back(add_diff_command(program));
  graph_commands.push_back(add_plot_command(program));
  graph_commands.push_back(add_report_command(program));
  graph_commands.push_back(add_reproduce_command(program));

  try {
    if (const std::optional<int> status = program.read(argc, argv)) return *status;
  } catch (const OptionError& error) {
    complain_as_program(message_line(fmt::format("{}; see trenza --help", error.what())));
    return kWrongInput;
  }
  microarch::limit_memory();
  return guarded([&] {
    for (const GraphCommand& graph : graph_commands) {
      if (graph.command.given()) return graph.run();
    }
    if (schema.given()) {
      write_whole("-", markdown ? settings::markdown_table() : settings::json_schema().dump(2) + "\n");
      return kDone;
    }
    const std::vector<settings::Override> all = overrides(common, view);
    if (check.given()) return check_command({common.file, all, common.json, common.quiet});
    if (emit.given()) return emit_rtl_command({common.file, all, folder});
    if (area.given()) return area_command({common.file, all, target, liberty, common.json, common.quiet});
    if (explain.given()) return explain_command({common.file, all, packet, slowest, timeline, unsafe});
    if (verify.given()) return verify_command({common.file, all, common.json, jobs, common.quiet, unsafe});
    return run_command({common.file, all, common.json, jobs, common.quiet, unsafe, snapshots, plot, tables, timeline});
  });
}

}  // namespace trenza::apps
