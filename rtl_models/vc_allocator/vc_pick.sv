// The pick of one input of a router: an ejection port at the destination, else an adaptive virtual channel (VC), else
// the escape channel (docs/microarchitecture.md, section 7).
//
// Ports    request      request word, 0 if none
//          route        route word
//          credits      [(port*VCS + vc)*32 +: 32]: credits of an output VC (flits; escape VC: slots)
//          most, most_vc, more   of trenza_port_credits, of the class of this input; read by selection 0 only
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
    parameter int SELECTION = 0,  // 0 most credits, 1 dimension order, 2 random
    parameter bit ESCAPE_DETOURS = 1'b0
) (
    // verilator lint_off UNUSED
    // The words are 64 bits wide, and no policy reads all.
    input  logic [            63:0] request,
    input  logic [            63:0] route,
    input  logic [PORTS*VCS*32-1:0] credits,
    input  logic [    PORTS*32-1:0] most,
    input  logic [     PORTS*4-1:0] most_vc,
    input  logic [ PORTS*PORTS-1:0] more,
    input  logic [PORTS*ESCAPE_VCS-1:0] admitted,
    input  logic [PORTS+EJECTORS-1:0] output_free,
    input  logic                    blocked,
    input  logic [            15:0] draw,
    // verilator lint_on UNUSED
    output logic [            63:0] pick
);
  localparam int FIRST_ADAPTIVE = FIRST_VC + ESCAPE_VCS;
  localparam int END_VC = FIRST_VC + CLASS_VCS;

  logic [PORTS-1:0] asked_ports;
  logic [     13:0] length;
  logic             any_credited;
  logic             adaptive;
  logic [      5:0] adaptive_output;
  logic [      3:0] adaptive_vc;
  logic [      6:0] ejecting;
  logic             ejects;
  logic [      5:0] eject_output;
  logic             escapes;
  logic [      7:0] escape_port;
  logic [      3:0] escape_vc;
  logic [      5:0] chosen_output;
  logic [      3:0] chosen_vc;

  assign asked_ports = request[63] ? route[PORTS-1:0] : '0;
  assign escape_port = route[39:32];
  assign escape_vc = route[44:41];
  assign length = request[45:32];

  // {some ejection port is free; the output that it is}
  function automatic logic [6:0] ejection(input logic [PORTS+EJECTORS-1:0] free);
    ejection = '0;
    for (int e = EJECTORS - 1; e >= 0; e--) begin
      if (free[PORTS+(FIRST_EJECTOR+e)%EJECTORS]) ejection = {1'b1, 6'(PORTS + (FIRST_EJECTOR + e) % EJECTORS)};
    end
  endfunction

  function automatic logic escape_open(input logic [7:0] port, input logic [3:0] vc, input logic [PORTS-1:0] free,
                                       input logic [PORTS*ESCAPE_VCS-1:0] open);
    escape_open = 1'b0;
    for (int p = 0; p < PORTS; p++) begin
      for (int e = 0; e < ESCAPE_VCS; e++) begin
        if (port == 8'(p) && vc == 4'(e)) escape_open = free[p] && open[p*ESCAPE_VCS+e];
      end
    end
  endfunction

  generate
    if (SELECTION == 0) begin : most_credits
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
    end else begin : any_credits
      trenza_any_credits_pick #(
          .PORTS(PORTS),
          .VCS(VCS),
          .FIRST_ADAPTIVE(FIRST_ADAPTIVE),
          .END_VC(END_VC),
          .DRAWN(SELECTION == 2)
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
    end
  endgenerate

  assign ejecting = ejection(output_free);
  assign {ejects, eject_output} = ejecting;
  assign escapes = escape_open(escape_port, escape_vc, output_free[PORTS-1:0], admitted) &&
      !(ESCAPE_DETOURS && any_credited);

  assign chosen_output = route[40] ? eject_output : adaptive ? adaptive_output : 6'(escape_port);
  assign chosen_vc = route[40] ? 4'd0 : adaptive ? adaptive_vc : 4'(FIRST_VC) + escape_vc;
  assign pick = request[63] && !blocked && (route[40] ? ejects : adaptive || escapes) ?
      {1'b1, 7'd0, chosen_output, chosen_vc, request[45:0]} : '0;
endmodule
