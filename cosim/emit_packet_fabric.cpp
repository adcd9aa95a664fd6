// The module trenza_fabric of the first machine.
#include <utility>

#include "cosim/emit_parts.h"
#include "cosim/fabric_text.h"
#include "cosim/rtl_blocks.h"
#include "microarch/ring_membership.h"
#include "rtl_models/router/router_twin.h"
#include "rtl_models/two_step_allocator/two_step_allocator_twin.h"

namespace trenza::cosim {

namespace {

using microarch::DrawPurpose;
using topologies::NodeId;

class PacketFabricText final : private FabricText {
 public:
  PacketFabricText(const topologies::Topology& topology, const microarch::FabricParameters& parameters)
      : FabricText(topology, parameters), allocation_(parameters, ports_) {}

  std::string text() {
    header();
    turn("turn", 8, allocation_.turns());
    for (NodeId node = 0; node < topology_.graph().nodes(); ++node) {
      link_wires(node);
      line("  logic [31:0] pop_injector_{};", node);
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

  void draws(NodeId n) {
    const int inputs = parameters_.inputs(ports_);
    std::vector<microarch::DrawPlace> selections;
    for (int i = 0; i < inputs; ++i) selections.push_back({DrawPurpose::selection, i});
    draws_of(n, "selection", selections, inputs);
    allocator_draws(n, "", allocation_);
    draws_of(n, "vc", rtl_models::vc_draws(parameters_, ports_), vc_draw_places());
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

  void router(NodeId n) {
    const rtl_models::RouterPlace place{topology_, parameters_, n};
    const std::string values = values_of(rtl_models::router_module(place, record_dimensions(topology_)));
    const int queues = parameters_.injection_queues();
    line("  trenza_router #({}) r_{} (", values, topology_.node_name(n));
    line("      .clk(clk), .reset(reset), .cycle(cycle), .continuing({{{}}}),", continuing_words(n));
    line("      .stride({}),", stride_bytes(allocation_, allocation_.shape().network_inputs(), n));
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

  microarch::Allocation allocation_;
};

}  // namespace

std::string emit_packet_fabric(const topologies::Topology& topology, const microarch::FabricParameters& parameters) {
  return PacketFabricText(topology, parameters).text();
}

}  // namespace trenza::cosim
