// What the header of one input could be granted: free ejection ports at the destination, else adaptive virtual channels
// (VCs), else the escape channel (docs/microarchitecture.md, section 7).
//
// Ports    request      request word, 0 if none
//          route        route word
//          credits      [(port*VCS + vc)*32 +: 32]: credits of an output VC (flits; escape VC: slots)
//          most, best   of trenza_port_credits, of the class of this input; read by `most_credits` only
//          admitted     bit (port*ESCAPE_VCS + e): the bubble rule lets this input into escape VC e of its class of a port
//          output_free  bit o: no packet crosses to output o
//          blocked      another VC of the port of this input crosses: it may not ask
//          productive   bit p: port p is on a shortest path, free or not; 0 for a header that does not ask
//          adaptive     bit port*VCS + vc: a grantable adaptive VC; with `most_credits` at each port only the best
//          escape       bit p: the escape channel is at port p, and is grantable; 0 where there are adaptive VCs
//          escape_vc    its VC in the channel
//          ejector      bit e: ejection port e is free, and this is the destination; then all others are 0
// Latency  0 cycles. No state.
// verilator lint_off DECLFILENAME
module trenza_input_candidates #(
    parameter int PORTS = 4,
    parameter int VCS = 3,  // of a channel
    parameter int FIRST_VC = 0,  // of the class of this input
    parameter int CLASS_VCS = 3,
    parameter int ESCAPE_VCS = 1,
    parameter int EJECTORS = 1,
    parameter logic [trenza_pkg::NAME_BITS-1:0] SELECTION = "most_credits",  // of trenza_lane_pick
    parameter bit ESCAPE_LAST_RESORT = 1'b0  // the escape is asked for only where no adaptive VC has the credits
) (
    // verilator lint_off UNUSED
    // The words are 64 bits wide, and no policy reads all.
    input  trenza_pkg::request_t        request,
    input  trenza_pkg::route_t          route,
    input  logic [    PORTS*VCS*32-1:0] credits,
    input  logic [        PORTS*32-1:0] most,
    input  logic [       PORTS*VCS-1:0] best,
    input  logic [PORTS*ESCAPE_VCS-1:0] admitted,
    // verilator lint_on UNUSED
    input  logic [  PORTS+EJECTORS-1:0] output_free,
    input  logic                        blocked,
    output logic [           PORTS-1:0] productive,
    output logic [       PORTS*VCS-1:0] adaptive,
    output logic [           PORTS-1:0] escape,
    output trenza_pkg::vc_t             escape_vc,
    output logic [        EJECTORS-1:0] ejector
);
  localparam int FIRST_ADAPTIVE = FIRST_VC + ESCAPE_VCS;
  localparam int END_VC = FIRST_VC + CLASS_VCS;

  logic asks;
  logic travels;  // asks, and not at its destination
  // verilator lint_off UNUSED
  // A router may have fewer ports.
  trenza_pkg::ports_t ports;
  // verilator lint_on UNUSED
  trenza_pkg::vc_t vc_of_class;
  logic [PORTS*VCS-1:0] credited;  // adaptive VCs with the credits, the port free or not

  assign asks = trenza_pkg::request_valid(request) && !blocked;
  assign travels = asks && !trenza_pkg::route_arrived(route);
  assign ports = trenza_pkg::route_ports(route);
  assign productive = travels ? ports[PORTS-1:0] : '0;
  assign ejector = asks && !travels ? output_free[PORTS+EJECTORS-1:PORTS] : '0;

  generate
    if (SELECTION == "most_credits") begin : best_vcs
      // A packet fits into a VC of a port if it fits into the one with most credits.
      function automatic logic [PORTS*VCS-1:0] fitting(input logic [PORTS-1:0] wanted, input logic [PORTS*32-1:0] have,
                                                       input logic [PORTS*VCS-1:0] vcs,
                                                       input trenza_pkg::length_t needed);
        fitting = '0;
        if (wanted != '0) begin
          for (int p = 0; p < PORTS; p++) begin
            if (wanted[p] && have[p*32+:32] >= 32'(needed)) fitting[p*VCS+:VCS] = vcs[p*VCS+:VCS];
          end
        end
      endfunction

      assign credited = fitting(productive, most, best, trenza_pkg::request_flits(request));
    end else begin : all_vcs
      function automatic logic [PORTS*VCS-1:0] fitting(input logic [PORTS-1:0] wanted,
                                                       input logic [PORTS*VCS*32-1:0] have,
                                                       input trenza_pkg::length_t needed);
        fitting = '0;
        if (wanted != '0) begin
          for (int p = 0; p < PORTS; p++) begin
            for (int v = FIRST_ADAPTIVE; v < END_VC; v++) begin
              fitting[p*VCS+v] = wanted[p] && have[(p*VCS+v)*32+:32] >= 32'(needed);
            end
          end
        end
      endfunction

      assign credited = fitting(productive, credits, trenza_pkg::request_flits(request));
    end
    for (genvar p = 0; p < PORTS; p++) begin : of_port
      assign adaptive[p*VCS+:VCS] = output_free[p] ? credited[p*VCS+:VCS] : '0;
    end
  endgenerate

  function automatic logic [PORTS-1:0] escape_open(input trenza_pkg::port_t port, input trenza_pkg::vc_t vc,
                                                   input logic [PORTS-1:0] free,
                                                   input logic [PORTS*ESCAPE_VCS-1:0] open);
    escape_open = '0;
    for (int p = 0; p < PORTS; p++) begin
      for (int e = 0; e < ESCAPE_VCS; e++) begin
        if (port == trenza_pkg::PORT_BITS'(p) && vc == trenza_pkg::VC_BITS'(e))
          escape_open[p] = free[p] && open[p*ESCAPE_VCS+e];
      end
    end
  endfunction

  assign vc_of_class = trenza_pkg::route_escape_vc(route);
  assign escape_vc = trenza_pkg::VC_BITS'(FIRST_VC) + vc_of_class;
  assign escape = travels && adaptive == '0 && !(ESCAPE_LAST_RESORT && credited != '0) ?
      escape_open(trenza_pkg::route_escape_port(route), vc_of_class, output_free[PORTS-1:0], admitted) : '0;
endmodule
