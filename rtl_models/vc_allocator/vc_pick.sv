// The pick of one input of a router: an ejection port at the destination, else an adaptive virtual channel (VC), else
// the escape channel (docs/microarchitecture.md, section 7).
//
// Ports    request      request word, 0 if none
//          route        route word
//          credits      [(port*VCS + vc)*32 +: 32]: credits of an output VC (flits; escape VC: slots)
//          most, most_vc, more   of trenza_port_credits, of the class of this input; read by `most_credits` only
//          admitted     bit (port*ESCAPE_VCS + e): the bubble rule lets this input into escape VC e of its class of a port
//          output_free  bit o: no packet crosses to output o
//          blocked      another VC of the port of this input crosses: nothing is picked
//          draw         the draw of this input and cycle
//          pick         pick word, 0 if nothing is picked; combinational
// Latency  0 cycles. No state.
// verilator lint_off DECLFILENAME
module trenza_vc_pick #(
    parameter int PORTS = 4,
    parameter int VCS = 3,  // of a channel
    parameter int FIRST_VC = 0,  // of the class of this input
    parameter int CLASS_VCS = 3,
    parameter int ESCAPE_VCS = 1,
    parameter int EJECTORS = 1,
    parameter int FIRST_EJECTOR = 0,  // that this input prefers
    parameter logic [trenza_pkg::NAME_BITS-1:0] SELECTION = "most_credits",  // dimension_order, random
    parameter bit ESCAPE_LAST_RESORT = 1'b0  // the escape is asked for only where no adaptive VC has the credits
) (
    // verilator lint_off UNUSED
    // The words are 64 bits wide, and no policy reads all.
    input  trenza_pkg::request_t        request,
    input  trenza_pkg::route_t          route,
    input  logic [    PORTS*VCS*32-1:0] credits,
    input  logic [        PORTS*32-1:0] most,
    input  logic [         PORTS*4-1:0] most_vc,
    input  logic [     PORTS*PORTS-1:0] more,
    input  logic [PORTS*ESCAPE_VCS-1:0] admitted,
    input  logic [  PORTS+EJECTORS-1:0] output_free,
    input  logic                        blocked,
    input  logic [                15:0] draw,
    // verilator lint_on UNUSED
    output trenza_pkg::pick_t           pick
);
  localparam int FIRST_ADAPTIVE = FIRST_VC + ESCAPE_VCS;
  localparam int END_VC = FIRST_VC + CLASS_VCS;

  logic [trenza_pkg::OUTPUT_BITS:0] ejecting;
  logic                requested;
  // verilator lint_off UNUSED
  // A router may have fewer ports.
  trenza_pkg::ports_t  productive;
  // verilator lint_on UNUSED
  logic [   PORTS-1:0] asked_ports;
  trenza_pkg::length_t length;
  logic                any_credited;
  logic                adaptive;
  trenza_pkg::output_t adaptive_output;
  trenza_pkg::vc_t     adaptive_vc;
  logic                ejects;
  trenza_pkg::output_t eject_output;
  logic                arrived;
  logic                escapes;
  trenza_pkg::port_t   escape_port;
  trenza_pkg::vc_t     escape_vc;
  trenza_pkg::output_t chosen_output;
  trenza_pkg::vc_t     chosen_vc;

  assign requested = trenza_pkg::request_valid(request);
  assign productive = trenza_pkg::route_ports(route);
  assign asked_ports = requested ? productive[PORTS-1:0] : '0;
  assign arrived = trenza_pkg::route_arrived(route);
  assign escape_port = trenza_pkg::route_escape_port(route);
  assign escape_vc = trenza_pkg::route_escape_vc(route);
  assign length = trenza_pkg::request_flits(request);

  // {some ejection port is free; the output that it is}
  function automatic logic [trenza_pkg::OUTPUT_BITS:0] ejection(input logic [PORTS+EJECTORS-1:0] free);
    ejection = '0;
    for (int e = EJECTORS - 1; e >= 0; e--) begin
      if (free[PORTS+(FIRST_EJECTOR+e)%EJECTORS])
        ejection = {1'b1, trenza_pkg::OUTPUT_BITS'(PORTS + (FIRST_EJECTOR + e) % EJECTORS)};
    end
  endfunction

  function automatic logic escape_open(input trenza_pkg::port_t port, input trenza_pkg::vc_t vc,
                                       input logic [PORTS-1:0] free, input logic [PORTS*ESCAPE_VCS-1:0] open);
    escape_open = 1'b0;
    for (int p = 0; p < PORTS; p++) begin
      for (int e = 0; e < ESCAPE_VCS; e++) begin
        if (port == trenza_pkg::PORT_BITS'(p) && vc == trenza_pkg::VC_BITS'(e))
          escape_open = free[p] && open[p*ESCAPE_VCS+e];
      end
    end
  endfunction

  generate
    if (SELECTION == "most_credits") begin : most_credits
      trenza_most_credits_pick #(.PORTS(PORTS)) selection (
          .productive(asked_ports),
          .free(output_free[PORTS-1:0]),
          .flits(length),
          .most,
          .most_vc,
          .more,
          .draw,
          .credited(any_credited),
          .found(adaptive),
          .port(adaptive_output),
          .vc(adaptive_vc)
      );
    end else if (SELECTION == "dimension_order" || SELECTION == "random") begin : any_credits
      trenza_any_credits_pick #(
          .PORTS(PORTS),
          .VCS(VCS),
          .FIRST_ADAPTIVE(FIRST_ADAPTIVE),
          .END_VC(END_VC),
          .DRAWN(SELECTION == "random")
      ) selection (
          .productive(asked_ports),
          .free(output_free[PORTS-1:0]),
          .flits(length),
          .credits,
          .draw,
          .credited(any_credited),
          .found(adaptive),
          .port(adaptive_output),
          .vc(adaptive_vc)
      );
    end else begin : unknown
      trenza_no_such_selection selection ();  // tools say that there is none
    end
  endgenerate

  assign ejecting = ejection(output_free);
  assign {ejects, eject_output} = ejecting;
  assign escapes = escape_open(escape_port, escape_vc, output_free[PORTS-1:0], admitted) &&
      !(ESCAPE_LAST_RESORT && any_credited);

  assign chosen_output = arrived ? eject_output : adaptive ? adaptive_output : trenza_pkg::OUTPUT_BITS'(escape_port);
  assign chosen_vc = arrived ? '0 : adaptive ? adaptive_vc : trenza_pkg::VC_BITS'(FIRST_VC) + escape_vc;
  assign pick = requested && !blocked && (arrived ? ejects : adaptive || escapes) ?
      trenza_pkg::make_pick(request, chosen_output, chosen_vc) : '0;
endmodule
