// Verilator, with the flags of verilate(), against Icarus Verilog: random expressions and case logic on random inputs.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "rtl_models/twin/rtl_model.h"
#include "rtl_models/twin/verilation.h"
#include "tests/support/sanitizers.h"

namespace trenza::rtl_models {
namespace {

TRENZA_FILE_NOT_SANITIZED("it compiles SystemVerilog, and runs little else");

namespace fs = std::filesystem;

struct Input {
  const char* name;
  int bits;
  bool is_signed;
};

constexpr std::array<Input, 12> kInputs{{{"a", 1, false},
                                         {"b", 1, false},
                                         {"c", 1, false},
                                         {"d", 1, false},
                                         {"x", 3, false},
                                         {"y", 3, false},
                                         {"u", 8, false},
                                         {"v", 8, false},
                                         {"s", 8, true},
                                         {"t", 8, true},
                                         {"w", 33, false},
                                         {"z", 64, false}}};
constexpr int kVectors = 40;
constexpr int kOutputBits = 16;

/// Draws expressions. No operator of them can yield an unknown bit: there is no division, and no index out of range.
class Grammar {
 public:
  explicit Grammar(std::uint64_t seed) : random_(seed) {}

  std::uint64_t word() { return random_(); }
  std::uint64_t below(std::uint64_t n) { return random_() % n; }

  std::string expression(int depth) {
    if (depth == 0) return leaf();
    const auto inner = [&] { return expression(depth - 1); };
    switch (below(12)) {
      case 0:
      case 1:
        return fmt::format("(~{})", inner());
      case 2:
      case 3:
      case 4:
        return fmt::format("({} {} {})", inner(), one_of({"&", "|", "^", "~^"}), inner());
      case 5:
        return fmt::format("({} {} {})", inner(), one_of({"==", "!=", "<", "<=", ">", ">=", "&&", "||"}), inner());
      case 6:
        return fmt::format("({} {} {})", inner(), one_of({"+", "-", "*"}), inner());
      case 7:
        return fmt::format("({} {} {})", inner(), one_of({"<<", ">>", "<<<", ">>>"}),
                           one_of({"x", "y", "2'd1", "3'd5"}));
      case 8:
        return fmt::format("({} ? {} : {})", inner(), inner(), inner());
      case 9:
        return fmt::format("({}{})", one_of({"&", "|", "^", "~&", "~|", "~^", "!"}), inner());
      case 10:
        return below(2) == 0 ? fmt::format("{{{}, {}}}", inner(), inner())
                             : fmt::format("{{{}{{{}}}}}", 2 + below(2), inner());
      default:
        return fmt::format("{}({})", one_of({"$signed", "$unsigned"}), inner());
    }
  }

  /// A function of the inputs as a process that gives `output` its value.
  std::string process(const std::string& output) {
    if (below(2) == 0) {
      return fmt::format(
          "  always_comb begin\n    if ({}) {} = {};\n    else if ({}) {} = {};\n    else {} = {};\n  end\n",
          expression(2), output, expression(2), expression(2), output, expression(2), output, expression(2));
    }
    std::string text =
        fmt::format("  always_comb begin\n    case ({})\n", one_of({"x", "{a, b, c}", "y ^ x", "u[2:0]"}));
    for (std::uint64_t label = 0; label < 7; ++label) {
      if (below(3) != 0) text += fmt::format("      3'd{}: {} = {};\n", label, output, expression(2));
    }
    return text + fmt::format("      default: {} = {};\n    endcase\n  end\n", output, expression(2));
  }

 private:
  std::string one_of(const std::vector<std::string>& words) { return words[below(words.size())]; }

  std::string leaf() {
    const Input& input = kInputs[below(kInputs.size())];
    const int bits = input.bits;
    switch (bits == 1 ? 0 : below(8)) {
      case 1: {
        const std::uint64_t low = below(static_cast<std::uint64_t>(bits));
        return fmt::format("{}[{}:{}]", input.name, low + below(static_cast<std::uint64_t>(bits) - low), low);
      }
      case 2:
        return fmt::format("{}[{}]", input.name, bits >= 8 ? one_of({"x", "y", "2'd3"}) : "1");
      case 3:
        return fmt::format("8'd{}", below(256));
      case 4:
        return one_of({"1'b0", "1'b1", "4'sd3", "(-4'sd2)", "16'hf0f"});
      default:
        return input.name;
    }
  }

  std::mt19937_64 random_;
};

/// A module with an output for each function, and the values of its inputs.
struct Batch {
  std::vector<std::string> functions;
  std::vector<std::array<std::uint64_t, kInputs.size()>> vectors;
};

Batch draw(std::uint64_t seed, int functions) {
  Grammar grammar(seed);
  Batch batch;
  for (int f = 0; f < functions; ++f) {
    const std::string output = fmt::format("f{}", f);
    batch.functions.push_back(grammar.below(4) == 0
                                  ? grammar.process(output)
                                  : fmt::format("  always_comb {} = {};\n", output,
                                                grammar.expression(2 + static_cast<int>(grammar.below(3)))));
  }
  for (int v = 0; v < kVectors; ++v) {
    auto& vector = batch.vectors.emplace_back();
    for (std::size_t i = 0; i < kInputs.size(); ++i) vector[i] = grammar.word() >> (64 - kInputs[i].bits);
  }
  return batch;
}

std::string declared(const Input& input) {
  const std::string range = input.bits == 1 ? "" : fmt::format("[{}:0] ", input.bits - 1);
  return fmt::format("{}{}{}", input.is_signed ? "signed " : "", range, input.name);
}

std::string module_text(const Batch& batch) {
  std::string text = "module functions (\n";
  for (const Input& input : kInputs) text += fmt::format("    input wire {},\n", declared(input));
  for (std::size_t f = 0; f < batch.functions.size(); ++f)
    text +=
        fmt::format("    output reg [{}:0] f{}{}\n", kOutputBits - 1, f, f + 1 < batch.functions.size() ? "," : ");");
  for (const std::string& function : batch.functions) text += function;
  return text + "endmodule\n";
}

/// Sets all inputs in turn and writes each output in a line.
std::string bench_text(const Batch& batch) {
  std::string text = "module bench;\n";
  std::string ports;
  for (const Input& input : kInputs) {
    text += fmt::format("  reg {};\n", declared(input));
    ports += fmt::format("{0}.{1}({1})", ports.empty() ? "" : ", ", input.name);
  }
  std::string shown;
  for (std::size_t f = 0; f < batch.functions.size(); ++f) {
    text += fmt::format("  wire [{}:0] f{};\n", kOutputBits - 1, f);
    ports += fmt::format(", .f{0}(f{0})", f);
    shown += fmt::format("    $display(\"%h\", f{});\n", f);
  }
  text += fmt::format("  functions dut ({});\n  task show; begin\n{}  end endtask\n  initial begin\n", ports, shown);
  for (const auto& vector : batch.vectors) {
    for (std::size_t i = 0; i < kInputs.size(); ++i)
      text += fmt::format("    {} = {}'h{:x};", kInputs[i].name, kInputs[i].bits, vector[i]);
    text += "\n    #1 show;\n";
  }
  return text + "  end\nendmodule\n";
}

/// The functions in which the two differ, each with the first inputs that show it.
std::vector<std::string> differences(const Batch& batch) {
  fs::create_directories(rtl_cache());
  const Workshop workshop(rtl_cache());
  const fs::path& folder = workshop.path();
  write_text(folder / "functions.sv", module_text(batch));
  write_text(folder / "bench.sv", bench_text(batch));
  run_tool(folder, "iverilog -g2012 -o bench functions.sv bench.sv");
  std::istringstream expected(run_tool(folder, "vvp -n bench"));
  verilate(folder, {"functions", {}, {"functions.sv"}, true});
  RtlObject model(link_model(folder, compile_model(folder)));
  std::vector<std::string> texts(batch.functions.size());
  for (const auto& vector : batch.vectors) {
    for (std::size_t i = 0; i < kInputs.size(); ++i) model.port(kInputs[i].name).set_word(vector[i]);
    model.eval();
    for (std::size_t f = 0; f < batch.functions.size(); ++f) {
      std::string judged;
      if (!std::getline(expected, judged)) throw RtlError("Icarus Verilog stopped early");
      const std::string got = fmt::format("{:04x}", model.port(fmt::format("f{}", f)).word());
      if (got == judged || !texts[f].empty()) continue;
      texts[f] = fmt::format("{}got {}, Icarus {}, for", batch.functions[f], got, judged);
      for (std::size_t i = 0; i < kInputs.size(); ++i)
        texts[f] += fmt::format(" {} = {:x}", kInputs[i].name, vector[i]);
    }
  }
  std::vector<std::string> all;
  for (const std::string& text : texts) {
    if (!text.empty()) all.push_back(text);
  }
  return all;
}

void judge(std::uint64_t first_seed, int batches, int functions) {
  std::size_t wrong = 0;
  for (int b = 0; b < batches; ++b) {
    const std::vector<std::string> all = differences(draw(first_seed + static_cast<std::uint64_t>(b), functions));
    wrong += all.size();
    for (const std::string& text : all) ADD_FAILURE() << text;
  }
  std::cout << fmt::format("{} of {} functions differ from Icarus Verilog\n", wrong, batches * functions);
}

TEST(VerilatorExpressions, AreThoseOfIcarus) { judge(1, 1, 400); }

TEST(VerilatorExpressionsSlow, AreThoseOfIcarusInAHundredThousand) { judge(1000, 100, 1000); }

/// Equal functions that Verilator 5.006 computed as different ones with the flags -O3 -fno-dfg -fno-gate.
TEST(VerilatorExpressions, KnownToHaveBeenWrongAreRight) {
  Batch batch = draw(7, 1);
  batch.functions = {"  always_comb f0 = ((~a) ^ (b & c)) ^ (~d);\n", "  always_comb f1 = a ^ (b & c) ^ d;\n",
                     "  always_comb f2 = (x != y) & ~(a & b) & (c & d);\n", "  always_comb f3 = (~a) ^ (~(b & c));\n"};
  EXPECT_EQ(differences(batch), std::vector<std::string>{});
}

}  // namespace
}  // namespace trenza::rtl_models
