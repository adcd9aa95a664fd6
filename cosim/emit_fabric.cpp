// The module trenza_fabric.
#include <fmt/format.h>

#include <utility>

#include "cosim/emit_rtl.h"
#include "cosim/rtl_blocks.h"
#include "microarch/allocation.h"
#include "microarch/draws.h"
#include "microarch/ring_membership.h"
#include "rtl_models/arbiter/arbiter_module.h"
#include "rtl_models/router/router_twin.h"
#include "rtl_models/two_step_allocator/two_step_allocator_twin.h"

namespace trenza::cosim {

namespace {

using microarch::DrawPurpose;
using topologies::NodeId;

/// Writes one fabric.
class FabricText {
 public:
  FabricText(const topologies::Topology& topology, const microarch::FabricParameters& parameters)
      : topology_(topology),
        parameters_(parameters),
        ports_(topology.graph().ports()),
        allocation_(parameters, ports_) {}

  std::string text() {
    header();
    turn();
    for (NodeId node = 0; node < topology_.graph().nodes(); ++node) {
      wires(node);
      draws(node);
      router(node);
    }
    for (NodeId node = 0; node < topology_.graph().nodes(); ++node) {
      for (int port = 0; port < ports_; ++port) channel(node, port);
    }
    text_ += "endmodule\n";
    return std::move(text_);
  }

 private:
  template <class... Values>
  void line(fmt::format_string<Values...> form, Values&&... values) {
    text_ += fmt::format(form, std::forward<Values>(values)...) + "\n";
  }

  void header() {
    const NodeId nodes = topology_.graph().nodes();
    const int queues = parameters_.injection_queues();
    line("// Fabric: {}, {} routers. Generated.", topology_.name(), nodes);
    line("//");
    line("// Ports    clk, reset, cycle: number of the cycle, 0 in the first one after reset");
    line("//          by node n and element j, k = n*{} + j: queued, packet, flits, eligible and first_header as of",
         shown());
    line("//          trenza_network_interface");
    line("//          by node n and injector j, k = n*{} + j: taken, and popped [k]: a flit of the injector crosses",
         queues);
    line("//          by node n and ejection port e, k = n*{0} + e: eject_valid, eject_flit", parameters_.ejectors);
    line("module trenza_fabric (");
    line("    input  logic clk,\n    input  logic reset,\n    input  logic [63:0] cycle,");
    line("    input  logic [{0}-1:0] queued,\n    input  logic [{0}*32-1:0] packet,", nodes * shown());
    line("    input  logic [{0}*16-1:0] flits,\n    input  logic [{0}*64-1:0] eligible,", nodes * shown());
    line("    input  logic [{0}*64-1:0] first_header,", nodes * shown());
    line("    output logic [{0}-1:0] taken,\n    output logic [{0}-1:0] popped,", nodes * queues);
    line("    output logic [{0}-1:0] eject_valid,\n    output logic [{0}*64-1:0] eject_flit\n);",
         nodes * parameters_.ejectors);
  }

  /// Packets of the source queues of a node that its router sees.
  int shown() const { return (parameters_.two_steps() ? 2 : 1) * parameters_.injection_queues(); }
  /// Draws of output VCs: one that nothing reads where packets reserve nothing.
  int vc_draw_places() const { return parameters_.two_steps() ? ports_ * parameters_.vcs() : 1; }

  void wires(NodeId n) {
    line("\n  // Router r_{}", topology_.node_name(n));
    line("  logic [{1}-1:0] in_valid_{0}, out_valid_{0};", n, ports_);
    line("  logic [{1}-1:0] in_vc_{0}, out_vc_{0}, credit_in_{0}, credit_out_{0};", n, ports_ * 32);
    line("  logic [{1}-1:0] in_flit_{0}, in_header_{0}, out_flit_{0}, out_header_{0};", n, ports_ * 64);
    line("  logic [{1}-1:0] selection_draw_{0};", n, parameters_.inputs(ports_) * 16);
    line("  logic [{1}-1:0] output_draw_{0};", n, allocation_.draw_rounds() * allocation_.shape().outputs() * 16);
    line("  logic [{1}-1:0] input_draw_{0};", n, allocation_.draw_rounds() * parameters_.inputs(ports_) * 16);
    line("  logic [{1}-1:0] vc_draw_{0};", n, vc_draw_places() * 16);
    line("  logic [31:0] pop_injector_{0};", n);
  }

  void draws(NodeId n) {
    const int inputs = parameters_.inputs(ports_);
    std::vector<microarch::DrawPlace> selections;
    for (int i = 0; i < inputs; ++i) selections.push_back({DrawPurpose::selection, i});
    draws_of(n, "selection", selections, inputs);
    draws_of(n, "output", allocation_.output_draws(), allocation_.draw_rounds() * allocation_.shape().outputs());
    draws_of(n, "input", allocation_.row_draws(), allocation_.draw_rounds() * inputs);
    draws_of(n, "vc", rtl_models::vc_draws(parameters_, ports_), vc_draw_places());
  }

  /// The draws of a port that has room for `room`.
  void draws_of(NodeId n, const char* name, const std::vector<microarch::DrawPlace>& places, int room) {
    const auto& sequence = microarch::DrawSequence::instance();
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

  /// The number of the cycle modulo the larger side of the request matrix.
  void turn() {
    line("\n  logic [7:0] turn;");
    line("  always_ff @(posedge clk) turn <= reset || turn == 8'd{} ? 8'd0 : turn + 8'd1;", allocation_.turns() - 1);
  }

  std::string continuing_words(NodeId n) const {
    std::string words;
    for (int port = 0; port < ports_; ++port) {
      for (int vc = 0; vc < parameters_.vcs(); ++vc) {
        if (!parameters_.is_escape(vc)) continue;
        words = fmt::format("64'h{:x}{}{}", microarch::continuing_inputs(topology_, parameters_, n, port, vc),
                            words.empty() ? "" : ", ", words);
      }
    }
    return words;
  }

  std::string stride_bytes(NodeId n) const {
    std::string bytes;
    rtl_models::for_each_stride(
        allocation_, allocation_.shape().network_inputs(), n,
        [&](std::size_t /*place*/, int stride) { bytes = fmt::format("{:02x}{}", stride, bytes); });
    return fmt::format("{}'h{}", bytes.size() * 4, bytes);
  }

  void router(NodeId n) {
    const rtl_models::RouterPlace place{topology_, parameters_, n};
    std::string values;
    for (const auto& [name, value] : rtl_models::router_module(place, record_dimensions(topology_)).parameters) {
      values += fmt::format("{}.{}({})", values.empty() ? "" : ", ", name, value);
    }
    const int queues = parameters_.injection_queues();
    line("  trenza_router #({}) r_{} (", values, topology_.node_name(n));
    line("      .clk(clk), .reset(reset), .cycle(cycle), .continuing({{{}}}),", continuing_words(n));
    line("      .stride({}),", stride_bytes(n));
    line("      .in_valid(in_valid_{0}), .in_vc(in_vc_{0}), .in_flit(in_flit_{0}), .in_header(in_header_{0}),", n);
    line("      .in_route({}'d0), .credit_out(credit_out_{}), .credit_in(credit_in_{}),", ports_ * 64, n, n);
    line("      .out_valid(out_valid_{0}), .out_vc(out_vc_{0}), .out_flit(out_flit_{0}), .out_header(out_header_{0}),",
         n);
    line("      .selection_draw(selection_draw_{0}), .output_draw(output_draw_{0}), .input_draw(input_draw_{0}),", n);
    line("      .vc_draw(vc_draw_{0}), .turn(turn),", n);
    line("      .queued(queued[{0}*{1}+:{1}]), .packet(packet[{0}*{1}*32+:{1}*32]), .flits(flits[{0}*{1}*16+:{1}*16]),",
         n, shown());
    line("      .eligible(eligible[{0}*{1}*64+:{1}*64]), .first_header(first_header[{0}*{1}*64+:{1}*64]),", n, shown());
    line("      .first_route({}'d0), .taken(taken[{}*{}+:{}]), .pop_injector(pop_injector_{}),", shown() * 64, n,
         queues, queues, n);
    line("      .eject_valid(eject_valid[{0}*{1}+:{1}]), .eject_flit(eject_flit[{0}*{1}*64+:{1}*64]),", n,
         parameters_.ejectors);
    line("      .flit(), .header(), .request(), .route(), .pick(), .reserved(), .credits(), .credits_taken(),");
    line("      .admitted(), .select(), .charge(), .pop(),");
    line("      .output_free(), .input_busy()\n  );");
    line("  assign popped[{0}*{1}+:{1}] = pop_injector_{0}[{1}-1:0];", n, queues);
  }

  /// The link that leaves `n` by `port`, or that there is none; and what no link drives.
  void channel(NodeId n, int port) {
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
    line("  trenza_link #(.DELAY({})) link_{}_{} (.clk(clk), .reset(reset),", parameters_.link_delay_of(port), n, port);
    line(
        "      .in_valid(out_valid_{0}[{1}]), .in_vc(out_vc_{0}[{1}*32+:32]), .in_flit(out_flit_{0}[{1}*64+:64]), "
        ".in_header(out_header_{0}[{1}*64+:64]),",
        n, port);
    line(
        "      .out_valid(in_valid_{0}[{1}]), .out_vc(in_vc_{0}[{1}*32+:32]), .out_flit(in_flit_{0}[{1}*64+:64]), "
        ".out_header(in_header_{0}[{1}*64+:64]));",
        to.to, to.in_port);
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

  const topologies::Topology& topology_;
  const microarch::FabricParameters& parameters_;
  int ports_;
  microarch::Allocation allocation_;
  std::string text_;
};

}  // namespace

std::string emit_fabric(const topologies::Topology& topology, const microarch::FabricParameters& parameters) {
  if (record_dimensions(topology) == 0) {
    throw EmitError(
        fmt::format("{} does not route by records; expected a network whose packets carry records", topology.name()));
  }
  return FabricText(topology, parameters).text();
}

}  // namespace trenza::cosim
