// Input buffer: the virtual channel FIFOs of one network input port.
//
// Ports    clk, reset
//          in_{valid, vc, flit, header}, in_route  the link, and the route of the arriving header (routing_unit)
//          pop      bit v: the front flit of VC v crosses the crossbar in this cycle (combinational, from the switch
//                   allocator)
//          flit     [v*64 +: 64]: front flit of VC v; registered; stale while the VC is empty
//          header   [v*64 +: 64]: header of the packet at the front of VC v; registered
//          request  [v*64 +: 64]: request word while a header waits at the front of VC v and its router delay is over,
//                   else 0; registered
//          route    [v*64 +: 64]: route word of the packet at the front of VC v; registered. With LOOKAHEAD request and route
//                   are those of the first packet that does not cross yet
//          credit   bit v: VC v returns a credit in this cycle (combinational from pop; escape VCs: with the tail)
// Latency  a flit on the link in cycle t is at the front of an empty VC in t + 1; its request is up in t +
//          ROUTER_DELAY.
// Reset    empties all VCs.
// Needs    flits that the credits of the VC cover, the flits of a packet in their order, and pops of stored flits only.
// verilator lint_off DECLFILENAME
module trenza_input_buffer #(
    parameter int VCS = 3,
    parameter int DEPTH = 8,  // flits of each VC
    parameter int ROUTER_DELAY = 1,  // cycles, at least 1
    parameter logic [31:0] ESCAPE_MASK = 32'd1,  // bit v: VC v is an escape VC
    parameter bit LOOKAHEAD = 1'b0  // packets reserve VCs
) (
    input  logic                clk,
    input  logic                reset,
    input  logic                in_valid,
    input  logic [        31:0] in_vc,
    input  trenza_pkg::flit_t   in_flit,
    input  trenza_pkg::header_t in_header,
    input  trenza_pkg::route_t  in_route,
    // verilator lint_off UNUSED
    // The word is 32 bits wide, however many VCs there are.
    input  logic [        31:0] pop,
    // verilator lint_on UNUSED
    output logic [  VCS*64-1:0] flit,
    output logic [  VCS*64-1:0] header,
    output logic [  VCS*64-1:0] request,
    output logic [  VCS*64-1:0] route,
    output logic [        31:0] credit
);
  logic [VCS-1:0] push;
  logic [VCS-1:0] header_in;  // the VC whose header begins its router delay
  logic [VCS-1:0] header_out;  // the VC whose header ends it
  logic [VCS-1:0] credits;

  assign header_in = trenza_pkg::is_head(in_flit) ? push : '0;
  assign credit = 32'(credits);

  generate
    if (ROUTER_DELAY <= 1) begin : undelayed
      assign header_out = header_in;
    end else begin : delayed
      logic [(ROUTER_DELAY-1)*VCS-1:0] stages;  // the newest in the low bits

      always_ff @(posedge clk) begin
        if (reset) stages <= '0;
        else stages <= (stages << VCS) | ((ROUTER_DELAY - 1) * VCS)'(header_in);
      end
      assign header_out = stages[(ROUTER_DELAY-2)*VCS+:VCS];
    end

    for (genvar v = 0; v < VCS; v++) begin : vc
      assign push[v] = in_valid && in_vc == v;
      trenza_input_vc #(
          .DEPTH (DEPTH),
          .ESCAPE(ESCAPE_MASK[v]),
          .LOOKAHEAD(LOOKAHEAD)
      ) queue (
          .push(push[v]),
          .push_flit(in_flit),
          .push_header(in_header),
          .push_route(in_route),
          .ready(header_out[v]),
          .pop(pop[v]),
          .flit(flit[v*64+:64]),
          .header(header[v*64+:64]),
          .request(request[v*64+:64]),
          .route(route[v*64+:64]),
          .credit(credits[v]),
          .*
      );
    end
  endgenerate
endmodule
