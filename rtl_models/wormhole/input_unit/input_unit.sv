// Input unit: the virtual channels of an input port of a flit-level router, and the state of the packets at their fronts.
//
// Ports    clk, reset
//          in_{valid, vc, flit, header}, in_route_{ports, vcs}  the link, and the route of the arriving head
//                        (trenza_route_computation)
//          granted       [v*32 +: 32]: lane word: the output VC that VC v is allocated in this cycle
//          pop           bit v: the front flit of VC v crosses in this cycle (combinational, from the switch allocator)
//          flit          [v*64 +: 64]: front flit of VC v; stale while the VC is empty
//          header, route_ports, route_vcs  [v*64 +: 64]: of the head at the front of VC v; mean something only with a head
//          request       [v*64 +: 64]: request word of a head that waits for an output VC, else 0
//          hold          [v*32 +: 32]: lane word of the output VC of the front flit, if it may use the switch, else 0
//          credit        bit v: VC v returns a credit in this cycle (combinational: pop)
// Latency  a flit on the link in cycle t is at the front of an empty VC in t + 1, registered; with FALLS_THROUGH in t,
//          combinational. The request is up ROUTING_DELAY cycles later. An output VC that is allocated in t is held from t +
//          STEP_DELAY on, t + 1 at the earliest.
// Reset    empties all VCs.
// Needs    flits that the credits of the VC cover, the flits of a packet in their order, allocations for heads that wait,
//          and pops of flits that hold an output VC.
// verilator lint_off DECLFILENAME
module trenza_input_unit #(
    parameter int VCS = 4,
    parameter int DEPTH = 8,  // flits of each VC
    parameter int ROUTING_DELAY = 0,  // cycles
    parameter int STEP_DELAY = 0,  // cycles from the VC allocation to the first request of the switch
    parameter bit FALLS_THROUGH = 1'b0
) (
    input  logic                          clk,
    input  logic                          reset,
    input  logic                          in_valid,
    input  logic [                  31:0] in_vc,
    input  trenza_pkg::flit_t             in_flit,
    input  trenza_pkg::header_t           in_header,
    input  trenza_worm_pkg::route_ports_t in_route_ports,
    input  trenza_worm_pkg::route_vcs_t   in_route_vcs,
    input  logic [            VCS*32-1:0] granted,
    // verilator lint_off UNUSED
    // The word is 32 bits wide, however many VCs there are.
    input  logic [                  31:0] pop,
    // verilator lint_on UNUSED
    output logic [            VCS*64-1:0] flit,
    output logic [            VCS*64-1:0] header,
    output logic [            VCS*64-1:0] request,
    output logic [            VCS*64-1:0] route_ports,
    output logic [            VCS*64-1:0] route_vcs,
    output logic [            VCS*32-1:0] hold,
    output logic [                  31:0] credit
);
  logic [VCS-1:0] push;

  assign credit = 32'(pop[VCS-1:0]);

  generate
    for (genvar v = 0; v < VCS; v++) begin : vc
      assign push[v] = in_valid && in_vc == v;
      trenza_input_unit_vc #(
          .DEPTH(DEPTH),
          .ROUTING_DELAY(ROUTING_DELAY),
          .STEP_DELAY(STEP_DELAY),
          .FALLS_THROUGH(FALLS_THROUGH)
      ) queue (
          .push(push[v]),
          .push_flit(in_flit),
          .push_header(in_header),
          .push_ports(in_route_ports),
          .push_vcs(in_route_vcs),
          .granted(granted[v*32+:32]),
          .pop(pop[v]),
          .flit(flit[v*64+:64]),
          .header(header[v*64+:64]),
          .request(request[v*64+:64]),
          .route_ports(route_ports[v*64+:64]),
          .route_vcs(route_vcs[v*64+:64]),
          .hold(hold[v*32+:32]),
          .*
      );
    end
  endgenerate
endmodule
