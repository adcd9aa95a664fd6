#include "cosim/plug/replay.h"

#include <fmt/core.h>

#include <fstream>
#include <random>
#include <sstream>

#include "cosim/plug/foreign_model.h"
#include "cosim/plug/plug_error.h"
#include "microarch/fabric.h"
#include "rtl_models/twin/rtl_library.h"

namespace trenza::cosim {

namespace fs = std::filesystem;

using rtl_models::ModelPort;

namespace {

constexpr int kCycles = 2000;
constexpr int kSeconds = 60;  // for Icarus
constexpr unsigned kSeed = 20230122;

/// Bits as text, highest first.
using Bits = std::string;

struct Stimulus {
  std::vector<ModelPort> inputs;  ///< without clock and reset
  std::vector<ModelPort> outputs;
  std::vector<std::vector<Bits>> values;  ///< by cycle, by input
};

bool is_tied(const PortMap& map, const std::string& port, std::uint64_t& value) {
  for (const TiedPort& tie : map.ties) {
    if (tie.port != port) continue;
    value = tie.value;
    return true;
  }
  return false;
}

Bits bits_of(std::uint64_t value, int width) {
  Bits bits(static_cast<std::size_t>(width), '0');
  for (int bit = 0; bit < width && bit < 64; ++bit) {
    if (((value >> bit) & 1U) != 0) bits[static_cast<std::size_t>(width - 1 - bit)] = '1';
  }
  return bits;
}

/// Sparse, dense and middling inputs in turn: arbiters differ where few or where many ask.
Bits random_bits(int width, int cycle, std::mt19937& random) {
  constexpr int kPhase = 50;
  constexpr unsigned kShare[] = {2, 4, 7};  // of 8
  const unsigned share = kShare[static_cast<std::size_t>(cycle / kPhase % 3)];
  Bits bits;
  for (int bit = 0; bit < width; ++bit) bits += random() % 8 < share ? '1' : '0';
  return bits;
}

Stimulus stimulus_of(const Plug& plug) {
  const PortMap& map = plug.map;
  Stimulus stimulus;
  for (const ModelPort& port : plug.file.ports) {
    if (!port.is_input) {
      stimulus.outputs.push_back(port);
    } else if (port.name != map.clock.port && port.name != map.reset.port) {
      stimulus.inputs.push_back(port);
    }
  }
  std::mt19937 random(kSeed);
  for (int cycle = 0; cycle < kCycles; ++cycle) {
    std::vector<Bits> values;
    for (const ModelPort& port : stimulus.inputs) {
      std::uint64_t tied = 0;
      values.push_back(is_tied(map, port.name, tied) ? bits_of(tied, port.bits)
                                                     : random_bits(port.bits, cycle, random));
    }
    stimulus.values.push_back(values);
  }
  return stimulus;
}

std::string joined(const std::vector<Bits>& values) {
  std::string all;
  for (const Bits& value : values) all += value;
  return all;
}

/// What the verilated model shows before each edge: by cycle, by output.
std::vector<std::vector<Bits>> verilated_outputs(const Plug& plug, const Stimulus& stimulus) {
  ForeignModel model(plug);
  rtl_models::RtlObject& object = model.object();
  const auto port_of = [&](const ModelPort& port) { return ForeignPort(object.port(port.name), false, false); };
  std::vector<std::vector<Bits>> shown;
  model.reset();
  for (const std::vector<Bits>& values : stimulus.values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      ForeignPort port = port_of(stimulus.inputs[i]);
      for (std::size_t bit = 0; bit < values[i].size(); ++bit) {
        port.set_number(values[i][values[i].size() - 1 - bit] == '1' ? 1 : 0, bit, 1);
      }
    }
    model.eval();
    std::vector<Bits> outputs;
    for (const ModelPort& output : stimulus.outputs) {
      const ForeignPort port = port_of(output);
      Bits bits;
      for (int bit = output.bits - 1; bit >= 0; --bit)
        bits += port.get_number(static_cast<std::size_t>(bit), 1) != 0 ? '1' : '0';
      outputs.push_back(bits);
    }
    shown.push_back(outputs);
    model.tick();
  }
  return shown;
}

/// A test bench that does what verilated_outputs() does.
std::string bench_of(const Plug& plug, const Stimulus& stimulus, const rtl_models::Verilation& design) {
  const PortMap& map = plug.map;
  int input_bits = 0;
  std::string declarations;
  std::string connections;
  std::string drive;
  std::string show;
  const auto connect = [&](const std::string& port) {
    connections += fmt::format("{}.{}(v_{})", connections.empty() ? "" : ", ", port, port);
  };
  for (const ModelPort& port : stimulus.inputs) input_bits += port.bits;
  int offset = input_bits;
  for (const ModelPort& port : stimulus.inputs) {
    offset -= port.bits;
    declarations += fmt::format("  reg [{}:0] v_{};\n", port.bits - 1, port.name);
    drive += fmt::format("      v_{} = values[cycle][{} +: {}];\n", port.name, offset, port.bits);
    connect(port.name);
  }
  for (const ModelPort& port : stimulus.outputs) {
    declarations += fmt::format("  wire [{}:0] v_{};\n", port.bits - 1, port.name);
    show += fmt::format("      $display(\"%b\", v_{});\n", port.name);
    connect(port.name);
  }
  std::string tick = "#1;";
  if (!map.clock.port.empty()) {
    declarations += fmt::format("  reg v_{};\n", map.clock.port);
    connect(map.clock.port);
    tick = fmt::format("#1 v_{0} = {1}; #1 v_{0} = {2}; #1;", map.clock.port, map.clock.falling ? 0 : 1,
                       map.clock.falling ? 1 : 0);
  }
  std::string reset;
  if (!map.clock.port.empty()) reset += fmt::format("    v_{} = {};\n", map.clock.port, map.clock.falling ? 1 : 0);
  if (!map.reset.port.empty()) {
    declarations += fmt::format("  reg v_{};\n", map.reset.port);
    connect(map.reset.port);
    const int active = map.reset.active_low ? 0 : 1;
    reset += fmt::format("    v_{0} = {1}; #1 v_{0} = {2}; #1;\n    repeat ({3}) begin {4} end\n    v_{0} = {1}; #1;\n",
                         map.reset.port, 1 - active, active, map.reset.cycles, tick);
  }
  std::string parameters;
  for (const auto& [name, value] : design.parameters)
    parameters += fmt::format("{}.{}({})", parameters.empty() ? "" : ", ", name, value);
  std::string idle;
  for (const ModelPort& port : stimulus.inputs) {
    std::uint64_t tied = 0;
    is_tied(map, port.name, tied);
    idle += fmt::format("    v_{} = {}'b{};\n", port.name, port.bits, bits_of(tied, port.bits));
  }
  return fmt::format(R"(`timescale 1ns / 1ns
module trenza_replay;
  reg [{}:0] values [0:{}];
  integer cycle;
{}  {} #({}) dut ({});
  initial begin
    $readmemb("stimulus.txt", values);
{}{}    for (cycle = 0; cycle < {}; cycle = cycle + 1) begin
{}      #1;
{}      {}
    end
    $finish;
  end
endmodule
)",
                     std::max(input_bits, 1) - 1, kCycles - 1, declarations, design.top, parameters, connections, idle,
                     reset, kCycles, drive, show, tick);
}

[[noreturn]] void refuse(const Plug& plug, const std::string& reason) {
  throw PlugError(
      fmt::format("{}: Verilator sees combinational loops in it (UNOPTFLAT), where its results can be wrong, "
                  "and {}; refused",
                  plug.file.top, reason));
}

std::string icarus_command(const rtl_models::Verilation& design) {
  std::string command = "iverilog -g2012 -s trenza_replay -o replay.vvp replay.sv";
  for (const std::string& argument : design.arguments) command += " " + rtl_models::quoted_word(argument);
  return command;
}

std::string last_words(const std::string& text) {
  constexpr std::size_t kShown = 300;
  std::string words = text.size() > kShown ? text.substr(text.size() - kShown) : text;
  for (char& letter : words) letter = letter == '\n' ? ' ' : letter;
  return words;
}

std::vector<std::string> icarus_lines(const Plug& plug, const Stimulus& stimulus, const rtl_models::Verilation& design,
                                      const fs::path& folder) {
  std::ofstream(folder / "replay.sv") << bench_of(plug, stimulus, design);
  std::ofstream values(folder / "stimulus.txt");
  for (const std::vector<Bits>& cycle : stimulus.values) values << (cycle.empty() ? "0" : joined(cycle)) << '\n';
  values.close();
  try {
    rtl_models::run_tool(folder, "command -v iverilog");
  } catch (const rtl_models::RtlError&) {
    refuse(plug, "Icarus Verilog, which would tell, is not installed");
  }
  try {
    rtl_models::run_tool(folder, icarus_command(design));
  } catch (const rtl_models::RtlError& error) {
    refuse(plug, fmt::format("Icarus Verilog does not read it: {}", last_words(error.what())));
  }
  std::istringstream shown;
  try {
    shown.str(rtl_models::run_tool(folder, fmt::format("timeout {} vvp -n replay.vvp", kSeconds)));
  } catch (const rtl_models::RtlError&) {
    refuse(plug, fmt::format("in Icarus Verilog it does not settle within {} s", kSeconds));
  }
  std::vector<std::string> lines;
  for (std::string line; std::getline(shown, line);) {
    if (line.find_first_not_of("01xz") == std::string::npos) lines.push_back(line);
  }
  return lines;
}

bool agree(const Bits& ours, const Bits& theirs, std::size_t& known) {
  bool same = ours.size() == theirs.size();
  for (std::size_t bit = 0; same && bit < ours.size(); ++bit) {
    const bool defined = theirs[bit] == '0' || theirs[bit] == '1';
    known += defined ? 1 : 0;
    same = !defined || ours[bit] == theirs[bit];
  }
  return same;
}

std::string inputs_of(const Stimulus& stimulus, std::size_t cycle) {
  std::string text;
  for (std::size_t i = 0; i < stimulus.inputs.size(); ++i)
    text += fmt::format(", {} {}", stimulus.inputs[i].name, stimulus.values[cycle][i]);
  return text;
}

}  // namespace

int replay_in_icarus(const Plug& plug, const rtl_models::Verilation& design, const fs::path& folder) {
  const Stimulus stimulus = stimulus_of(plug);
  const auto lines = icarus_lines(plug, stimulus, design, folder);
  std::vector<std::vector<Bits>> ours;
  try {
    ours = verilated_outputs(plug, stimulus);
  } catch (const microarch::InvariantViolation& fault) {
    refuse(plug, fmt::format("the verilated block fails: {}", fault.what()));
  }
  const std::size_t outputs = stimulus.outputs.size();
  std::vector<std::size_t> known(outputs);
  for (std::size_t line = 0; line < kCycles * outputs; ++line) {
    const std::size_t cycle = line / outputs;
    const std::size_t at = line % outputs;
    const std::string theirs = line < lines.size() ? lines[line] : "nothing";
    if (agree(ours[cycle][at], theirs, known[at])) continue;
    refuse(plug, fmt::format("Icarus Verilog disagrees in cycle {} after reset: {} is {} verilated and {} in Icarus{}",
                             cycle, stimulus.outputs[at].name, ours[cycle][at], theirs, inputs_of(stimulus, cycle)));
  }
  for (std::size_t at = 0; at < outputs; ++at) {
    const std::size_t bits = kCycles * static_cast<std::size_t>(stimulus.outputs[at].bits);
    if (known[at] * 2 < bits) {
      refuse(plug, fmt::format("in Icarus Verilog {} is unknown most of the time", stimulus.outputs[at].name));
    }
  }
  return kCycles;
}

}  // namespace trenza::cosim
