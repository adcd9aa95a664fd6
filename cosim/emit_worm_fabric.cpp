// The module trenza_fabric of the flit-level machine.
#include <utility>

#include "cosim/emit_parts.h"
#include "cosim/fabric_text.h"
#include "microarch/index.h"
#include "microarch/wide_mask.h"
#include "microarch/wormhole/worm_switch_allocation.h"
#include "microarch/wormhole/worm_vc_allocation.h"
#include "rtl_models/twin/widths.h"
#include "rtl_models/wormhole/network_interface/worm_network_interface_twin.h"
#include "rtl_models/wormhole/route_computation/route_computation_twin.h"
#include "rtl_models/wormhole/router/worm_router_twin.h"

namespace trenza::cosim {

namespace {

using microarch::DrawPurpose;
using topologies::NodeId;

/// Only its numbers are of interest: any mask has room for the inputs.
using Allocation = microarch::BasicAllocation<microarch::WideMask<20>>;

class WormFabricText final : private FabricText {
 public:
  WormFabricText(const topologies::Topology& topology, const microarch::FabricParameters& parameters)
      : FabricText(topology, parameters),
        shape_(microarch::WormShape::of(parameters, ports_)),
        shown_(parameters.message_classes * rtl_models::shown_packets(parameters)),
        vc_allocation_(microarch::vc_allocation_spec(parameters, ports_)),
        switch_allocation_(microarch::switch_allocation_spec(parameters, ports_)) {}

  std::string text() {
    header();
    turn("vc_turn", rtl_models::kWormTurnBits, vc_allocation_.turns());
    turn("turn", rtl_models::kWormTurnBits, switch_allocation_.turns());
    for (NodeId node = 0; node < topology_.graph().nodes(); ++node) {
      link_wires(node);
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
    line("// Fabric: {}, {} flit-level routers. Generated.", topology_.name(), nodes);
    line("//");
    line("// Ports    clk, reset");
    line("//          by node n and packet j, k = n*{} + j: queued, packet, flits and first_header as of", shown_);
    line("//          trenza_worm_network_interface");
    line("//          by node n and local input VC v, k = n*{} + v: taken, first, likewise", shape_.vcs);
    line("//          by node n: sent_valid, sent_flit: the flit that the source sends in this cycle");
    line("//          by node n and ejection port e, k = n*{} + e: eject_valid, eject_flit: what leaves the network",
         shape_.ejectors);
    line("module trenza_fabric (");
    line("    input  logic clk,\n    input  logic reset,");
    line("    input  logic [{0}-1:0] queued,\n    input  logic [{0}*32-1:0] packet,", nodes * shown_);
    line("    input  logic [{0}*16-1:0] flits,\n    input  logic [{0}*64-1:0] first_header,", nodes * shown_);
    line("    output logic [{0}-1:0] taken,\n    output logic [{0}*8-1:0] first,", nodes * shape_.vcs);
    line("    output logic [{0}-1:0] sent_valid,\n    output logic [{0}*64-1:0] sent_flit,", nodes);
    line("    output logic [{0}-1:0] eject_valid,\n    output logic [{0}*64-1:0] eject_flit\n);",
         nodes * shape_.ejectors);
  }

  void draws(NodeId n) {
    std::vector<microarch::DrawPlace> requests;
    for (int i = 0; i < shape_.inputs(); ++i) requests.push_back({DrawPurpose::vc_request, i});
    draws_of(n, "request", requests, shape_.inputs());
    allocator_draws(n, "vc_", vc_allocation_);
    allocator_draws(n, "", switch_allocation_);
  }

  /// Words of `bits` bits, the first one lowest.
  template <class Words>
  static std::string joined(const Words& words, int bits) {
    std::string text;
    for (const auto& word : words) text = fmt::format("{}'h{:x}{}{}", bits, word, text.empty() ? "" : ", ", text);
    return text;
  }

  void straps(NodeId n) {
    const auto of = rtl_models::RouteStraps::of(topology_, n);
    line("      .to_dateline({{{}}}),", joined(of.to_dateline, 16));
    line("      .is_dateline({}'h{:x}), .same_ring({{{}}}),", ports_, of.is_dateline,
         joined(rtl_models::same_ring_straps({topology_, parameters_, n}), ports_));
    line("      .negative(1'b{:d}),", of.negative);
    line("      .stride({}),", stride_bytes(switch_allocation_, shape_.network_inputs(), n));
  }

  void router(NodeId n) {
    line("  trenza_worm_router #({}) r_{} (", values_of(rtl_models::worm_router_module({topology_, parameters_, n})),
         topology_.node_name(n));
    line("      .clk(clk), .reset(reset),");
    straps(n);
    line("      .in_valid(in_valid_{0}), .in_vc(in_vc_{0}), .in_flit(in_flit_{0}), .in_header(in_header_{0}),", n);
    line("      .in_route_ports({0}'d0), .in_route_vcs({0}'d0),", shape_.input_ports() * 64);
    line("      .credit_out(credit_out_{0}), .credit_in(credit_in_{0}),", n);
    line("      .out_valid(out_valid_{0}), .out_vc(out_vc_{0}), .out_flit(out_flit_{0}), .out_header(out_header_{0}),",
         n);
    line("      .request_draw(request_draw_{0}), .vc_output_draw(vc_output_draw_{0}),", n);
    line("      .vc_input_draw(vc_input_draw_{0}), .vc_turn(vc_turn),", n);
    line("      .output_draw(output_draw_{0}), .input_draw(input_draw_{0}), .turn(turn),", n);
    line("      .queued(queued[{0}*{1}+:{1}]), .packet(packet[{0}*{1}*32+:{1}*32]), .flits(flits[{0}*{1}*16+:{1}*16]),",
         n, shown_);
    line("      .first_header(first_header[{0}*{1}*64+:{1}*64]),", n, shown_);
    line("      .taken(taken[{0}*{1}+:{1}]), .first(first[{0}*{1}*8+:{1}*8]),", n, shape_.vcs);
    line("      .sent_valid(sent_valid[{0}]), .sent_flit(sent_flit[{0}*64+:64]),", n);
    line("      .ejected(eject_valid[{0}*{1}+:{1}]), .ejected_flit(eject_flit[{0}*{1}*64+:{1}*64]),", n,
         shape_.ejectors);
    line("      .sent_vc(), .sent_header(), .entering_valid(), .entering_vc(), .entering_flit(), .entering_header(),");
    line("      .flit(), .header(), .request(), .route_ports(), .route_vcs(), .hold(), .grant(), .wish(),");
    line("      .credits(), .held(), .allocated(), .released(), .select(), .charge(), .pop(),");
    line("      .eject_valid(), .eject_flit()\n  );");
  }

  microarch::WormShape shape_;
  int shown_;  // packets of the queues of a node
  Allocation vc_allocation_;
  Allocation switch_allocation_;
};

}  // namespace

std::string emit_worm_fabric(const topologies::Topology& topology, const microarch::FabricParameters& parameters) {
  return WormFabricText(topology, parameters).text();
}

}  // namespace trenza::cosim
