#include "cosim/plug/icarus_replay.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <sstream>

namespace trenza::cosim {

namespace fs = std::filesystem;

using rtl_models::ModelPort;

namespace {

/// A test bench that does what replay_verilated() does, and writes a line for each output and cycle into outputs.txt.
class Bench {
 public:
  Bench(const Plug& plug, const Stimulus& stimulus, const rtl_models::Verilation& design)
      : map_(plug.map), stimulus_(stimulus), design_(design) {}

  std::string text() {
    int input_bits = 0;
    for (const ModelPort& port : stimulus_.inputs) input_bits += port.bits;
    inputs(input_bits);
    for (const ModelPort& port : stimulus_.outputs) {
      declarations_ += fmt::format("  wire [{}:0] v_{};\n", port.bits - 1, port.name);
      show_ += fmt::format("      $fdisplay(outputs, \"%b\", v_{});\n", port.name);
      connect(port.name);
    }
    const std::string tick = clock();
    const std::string reset = reset_sequence(tick);
    std::string parameters;
    for (const auto& [name, value] : design_.parameters)
      parameters += fmt::format("{}.{}({})", parameters.empty() ? "" : ", ", name, value);
    return fmt::format(R"(`timescale 1ns / 1ns
module trenza_replay;
  reg [{}:0] values [0:{}];
  integer cycle;
  integer outputs;
{}  {} #({}) dut ({});
  initial begin
    outputs = $fopen("outputs.txt", "w");
    $readmemb("stimulus.txt", values);
{}{}    for (cycle = 0; cycle < {}; cycle = cycle + 1) begin
{}      #1;
{}      $fflush(outputs);
      {}
    end
    $finish;
  end
endmodule
)",
                       std::max(input_bits, 1) - 1, stimulus_.values.size() - 1, declarations_, design_.top, parameters,
                       connections_, idle_, reset, stimulus_.values.size(), drive_, show_, tick);
  }

 private:
  void connect(const std::string& port) {
    connections_ += fmt::format("{}.{}(v_{})", connections_.empty() ? "" : ", ", port, port);
  }

  void inputs(int offset) {
    std::size_t at = 0;
    for (const ModelPort& port : stimulus_.inputs) {
      offset -= port.bits;
      declarations_ += fmt::format("  reg [{}:0] v_{};\n", port.bits - 1, port.name);
      drive_ += fmt::format("      v_{} = values[cycle][{} +: {}];\n", port.name, offset, port.bits);
      idle_ += fmt::format("    v_{} = {}'b{};\n", port.name, port.bits, stimulus_.idle[at++]);
      connect(port.name);
    }
  }

  std::string clock() {
    if (map_.clock.port.empty()) return "#1;";
    declarations_ += fmt::format("  reg v_{};\n", map_.clock.port);
    connect(map_.clock.port);
    return fmt::format("#1 v_{0} = {1}; #1 v_{0} = {2}; #1;", map_.clock.port, map_.clock.falling ? 0 : 1,
                       map_.clock.falling ? 1 : 0);
  }

  std::string reset_sequence(const std::string& tick) {
    std::string text;
    if (!map_.clock.port.empty()) text += fmt::format("    v_{} = {};\n", map_.clock.port, map_.clock.falling ? 1 : 0);
    if (map_.reset.port.empty()) return text;
    declarations_ += fmt::format("  reg v_{};\n", map_.reset.port);
    connect(map_.reset.port);
    const int active = map_.reset.active_low ? 0 : 1;
    return text +
           fmt::format("    v_{0} = {1}; #1 v_{0} = {2}; #1;\n    repeat ({3}) begin {4} end\n    v_{0} = {1}; #1;\n",
                       map_.reset.port, 1 - active, active, map_.reset.cycles, tick);
  }

  const PortMap& map_;
  const Stimulus& stimulus_;
  const rtl_models::Verilation& design_;
  std::string declarations_;
  std::string connections_;
  std::string drive_;
  std::string idle_;
  std::string show_;
};

std::string stimulus_text(const Stimulus& stimulus) {
  std::string text;
  for (const std::vector<Bits>& values : stimulus.values) {
    for (const Bits& value : values) text += value;
    text += values.empty() ? "0\n" : "\n";
  }
  return text;
}

/// Reads the outputs of all cycles that are complete.
std::vector<std::vector<Bits>> read_outputs(const fs::path& file, std::size_t outputs) {
  std::vector<std::vector<Bits>> shown;
  if (!fs::exists(file)) return shown;
  std::istringstream lines(rtl_models::read_text(file));
  std::vector<Bits> cycle;
  for (std::string line; std::getline(lines, line) && !lines.eof();) {
    cycle.push_back(line);
    if (cycle.size() < outputs) continue;
    shown.push_back(cycle);
    cycle.clear();
  }
  return shown;
}

/// Whether the simulation hung: it wrote nothing for the time of 20 average cycles, and for at least one second.
bool stands_still(const fs::path& file, std::size_t cycles, int seconds) {
  constexpr double kReplayedCycles = 20.0;
  if (cycles == 0) return true;
  const std::chrono::duration<double> idle = fs::file_time_type::clock::now() - fs::last_write_time(file);
  return idle.count() > std::max(1.0, kReplayedCycles * (seconds - idle.count()) / static_cast<double>(cycles));
}

}  // namespace

std::string icarus_version(const fs::path& folder) {
  if (!rtl_models::has_tool("iverilog") || !rtl_models::has_tool("vvp")) return "";
  std::istringstream words(rtl_models::try_tool(folder, "iverilog -V").said);
  std::string icarus;
  std::string verilog;
  std::string version;
  std::string number;
  words >> icarus >> verilog >> version >> number;
  return fmt::format("Icarus Verilog {}", number);
}

Replay replay_in_icarus(const Plug& plug, const PlugSources& sources, const rtl_models::Verilation& design,
                        const Stimulus& stimulus, int seconds, const fs::path& folder) {
  rtl_models::write_text(folder / "replay.sv", Bench(plug, stimulus, design).text());
  rtl_models::write_text(folder / "stimulus.txt", stimulus_text(stimulus));
  std::string command = "iverilog -g2012 -s trenza_replay -o replay.vvp replay.sv";
  for (const std::string& argument : icarus_arguments(sources)) command += " " + rtl_models::quoted_word(argument);
  const rtl_models::ToolRun read = rtl_models::try_tool(folder, command);
  if (!read.good) return {{}, "does not read it: " + rtl_models::complaint_of(read.said)};
  const rtl_models::ToolRun ran =
      rtl_models::try_tool(folder, fmt::format("timeout --foreground -k 1 {} vvp -n replay.vvp", seconds));
  Replay replay;
  const fs::path outputs = folder / "outputs.txt";
  replay.shown = read_outputs(outputs, stimulus.outputs.size());
  const std::size_t cycles = replay.shown.size();
  if (cycles == stimulus.values.size()) return replay;
  if (ran.good) {
    replay.end = fmt::format("ends in cycle {}: {}", cycles, rtl_models::complaint_of(ran.said));
  } else if (ran.status != rtl_models::kTimeIsUp && ran.status != rtl_models::kKilled) {
    replay.end = fmt::format("fails in cycle {}: {}", cycles, rtl_models::complaint_of(ran.said));
  } else if (stands_still(outputs, cycles, seconds)) {
    replay.end = fmt::format("does not settle in cycle {} (after {} s)", cycles, seconds);
  }
  return replay;
}

}  // namespace trenza::cosim
