#include "cosim/fabric_text.h"

namespace trenza::cosim {

using topologies::NodeId;

void FabricText::link_wires(NodeId n) {
  line("\n  // Router r_{}", topology_.node_name(n));
  line("  logic [{1}-1:0] in_valid_{0}, out_valid_{0};", n, ports_);
  line("  logic [{1}-1:0] in_vc_{0}, out_vc_{0}, credit_in_{0}, credit_out_{0};", n, ports_ * 32);
  line("  logic [{1}-1:0] in_flit_{0}, in_header_{0}, out_flit_{0}, out_header_{0};", n, ports_ * 64);
}

void FabricText::channel(NodeId n, int port) {
  const auto& graph = topology_.graph();
  if (!graph.has_in(n, port)) {
    line(
        "  assign in_valid_{0}[{1}] = 1'b0, in_vc_{0}[{1}*32+:32] = '0, in_flit_{0}[{1}*64+:64] = '0, "
        "in_header_{0}[{1}*64+:64] = '0;",
        n, port);
  }
  if (!graph.has_out(n, port)) {
    line("  assign credit_in_{0}[{1}*32+:32] = '0;", n, port);
    return;
  }
  const topologies::Channel& to = graph.out(n, port);
  const int delay = parameters_.link_delay_of(port);
  if (delay == 0) {
    line("  assign in_valid_{2}[{3}] = out_valid_{0}[{1}], in_vc_{2}[{3}*32+:32] = out_vc_{0}[{1}*32+:32];", n, port,
         to.to, to.in_port);
    line(
        "  assign in_flit_{2}[{3}*64+:64] = out_flit_{0}[{1}*64+:64], in_header_{2}[{3}*64+:64] = "
        "out_header_{0}[{1}*64+:64];",
        n, port, to.to, to.in_port);
  } else {
    line("  trenza_link #(.DELAY({})) link_{}_{} (.clk(clk), .reset(reset),", delay, n, port);
    line(
        "      .in_valid(out_valid_{0}[{1}]), .in_vc(out_vc_{0}[{1}*32+:32]), .in_flit(out_flit_{0}[{1}*64+:64]), "
        ".in_header(out_header_{0}[{1}*64+:64]),",
        n, port);
    line(
        "      .out_valid(in_valid_{0}[{1}]), .out_vc(in_vc_{0}[{1}*32+:32]), .out_flit(in_flit_{0}[{1}*64+:64]), "
        ".out_header(in_header_{0}[{1}*64+:64]));",
        to.to, to.in_port);
  }
  const std::string back = fmt::format("credit_out_{}[{}*32+:32]", to.to, to.in_port);
  if (parameters_.credit_delay == 1) {
    line("  assign credit_in_{}[{}*32+:32] = {};", n, port, back);
  } else {
    line(
        "  trenza_credit_link #(.STAGES({})) credits_{}_{} (.clk(clk), .reset(reset), .credit_in({}), "
        ".credit_out(credit_in_{}[{}*32+:32]));",
        parameters_.credit_delay - 1, n, port, back, n, port);
  }
}

void FabricText::draws_of(NodeId n, const std::string& name, const std::vector<microarch::DrawPlace>& places,
                          int room) {
  const auto& sequence = microarch::DrawSequence::instance();
  line("  logic [{2}-1:0] {0}_draw_{1};", name, n, room * 16);
  int k = 0;
  for (const microarch::DrawPlace& place : places) {
    const auto phase = microarch::draw_phase(parameters_.seed, place.purpose, n, place.index);
    line(
        "  trenza_draw {0}_draw_{1}_{2} (.clk(clk), .reset(reset), .phase(16'h{3:04x}), "
        ".draw({0}_draw_{1}[{2}*16+:16]));",
        name, n, k++, sequence.at(0, phase));
  }
  if (k < room) line("  assign {0}_draw_{1}[{2}*16-1:{3}*16] = '0;", name, n, room, k);
}

void FabricText::turn(const std::string& name, int bits, int turns) {
  line("\n  logic [{}:0] {};", bits - 1, name);
  line("  always_ff @(posedge clk) {0} <= reset || {0} == {1}'d{2} ? {1}'d0 : {0} + {1}'d1;", name, bits, turns - 1);
}

std::string FabricText::values_of(const rtl_models::RtlModule& module) {
  std::string values;
  for (const auto& [name, value] : module.parameters)
    values += fmt::format("{}.{}({})", values.empty() ? "" : ", ", name, value);
  return values;
}

}  // namespace trenza::cosim
