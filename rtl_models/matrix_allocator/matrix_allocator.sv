// Matrix allocator: stands in the place of the VC allocator where the allocator looks at everything that each header
// could be granted (docs/microarchitecture.md, section 8). Its picks are a matching, so the switch allocator grants all
// of them.
//
// Ports    clk, reset
//          request, route, credits, admitted, output_free, input_busy, draw   of trenza_vc_allocator
//          output_draw  [(k*OUTPUTS + o)*16 +: 16]: the draw of output o in round k of this cycle; read by `random`
//                       arbiters, which have one round, and by `pim`
//          input_draw   [(k*ROWS + r)*16 +: 16]: that of row r. There may be fewer than inputs.
//          stride       of trenza_switch_allocator; read by `output_first` with `stride` arbiters
//          turn         the number of the cycle mod max(ROWS, OUTPUTS); read by `wavefront` without a pointer
//          pick         [i*64 +: 64]: pick word of input i if it is matched, else 0; combinational
// State    arbiters or pointers, and with TRANSIT_GUARD the counts of the guard.
// Latency  0 cycles from request to pick. Compute (the combinational part) and commit (arbiters, pointers and guard, at the
//          edge) are separate: every pick that is shown at an edge is granted. Reset puts them into their first state.
// Inputs   VC v of network port p is input p*VCS + v, injector j of class c is input PORTS*VCS + c*INJECTORS + j.
// Rows     the crossbar inputs: VC v of network port p uses row p*PORT_ROWS + v mod PORT_ROWS; then every injector.
// verilator lint_off DECLFILENAME
module trenza_matrix_allocator #(
    parameter int PORTS = 4,
    parameter int CLASSES = 1,
    parameter int ESCAPE_VCS = 1,  // of a class: its first VCs
    parameter int CLASS_VCS = 3,  // of a class
    parameter int INJECTORS = 1,  // of a class
    parameter int EJECTORS = 1,
    parameter logic [trenza_pkg::NAME_BITS-1:0] ALLOCATOR = "output_first",  // or one of trenza_matrix_match
    parameter int PARAMETER = 0,  // of trenza_matrix_match
    parameter logic [trenza_pkg::NAME_BITS-1:0] ARBITER = "random",  // a POLICY of trenza_arbiter
    parameter int MOST_FLITS = 16,  // of a packet; read by `deficit`
    parameter int TRANSIT_GUARD = 0,  // grants to traffic in transit, after which an injector goes first; 0: no guard
    parameter logic [trenza_pkg::NAME_BITS-1:0] SELECTION = "most_credits",  // of trenza_lane_pick
    parameter int PORT_ROWS = CLASSES * CLASS_VCS,  // crossbar inputs of a network port
    parameter bit ESCAPE_LAST_RESORT = 1'b0,  // an escape is asked for only where no adaptive VC has the credits
    localparam int VCS = CLASSES * CLASS_VCS,
    localparam int QUEUES = CLASSES * INJECTORS,
    localparam int INPUTS = PORTS * VCS + QUEUES,
    localparam int OUTPUTS = PORTS + EJECTORS,
    localparam int ROUNDS = ALLOCATOR == "pim" ? PARAMETER : 1
) (
    input  logic                                  clk,
    input  logic                                  reset,
    input  logic [                 INPUTS*64-1:0] request,
    input  logic [                 INPUTS*64-1:0] route,
    input  logic [              PORTS*VCS*32-1:0] credits,
    input  logic [PORTS*CLASSES*ESCAPE_VCS*64-1:0] admitted,
    input  logic [                          63:0] output_free,
    input  logic [                          63:0] input_busy,
    input  logic [                 INPUTS*16-1:0] draw,
    input  logic [         ROUNDS*OUTPUTS*16-1:0] output_draw,
    input  logic [          ROUNDS*INPUTS*16-1:0] input_draw,
    input  logic [                           7:0] turn,
    input  logic [(PORTS+1)*(PORTS+QUEUES)*8-1:0] stride,
    output logic [                 INPUTS*64-1:0] pick
);
  // verilator lint_off UNUSED
  // The order of the ports of an input is for those that pick among ports.
  logic [              INPUTS*PORTS-1:0] productive;
  logic [        INPUTS*PORTS*PORTS-1:0] more;
  // verilator lint_on UNUSED
  logic [          INPUTS*PORTS*VCS-1:0] adaptive;
  logic [              INPUTS*PORTS-1:0] escape;
  logic [INPUTS*trenza_pkg::VC_BITS-1:0] escape_vc;
  logic [           INPUTS*EJECTORS-1:0] ejector;
  logic [            INPUTS*OUTPUTS-1:0] asks;
  logic [            INPUTS*OUTPUTS-1:0] grant;

  trenza_candidates #(
      .PORTS(PORTS),
      .CLASSES(CLASSES),
      .ESCAPE_VCS(ESCAPE_VCS),
      .CLASS_VCS(CLASS_VCS),
      .INJECTORS(INJECTORS),
      .EJECTORS(EJECTORS),
      .SELECTION(SELECTION),
      .ESCAPE_LAST_RESORT(ESCAPE_LAST_RESORT)
  ) candidates (.*);

  trenza_guarded_allocator #(
      .NETWORK(PORTS * VCS),
      .INJECTORS(QUEUES),
      .OUTPUTS(OUTPUTS),
      .VCS(VCS),
      .PORT_ROWS(PORT_ROWS),
      .ALLOCATOR(ALLOCATOR),
      .PARAMETER(PARAMETER),
      .ARBITER(ARBITER),
      .MOST_FLITS(MOST_FLITS),
      .TRANSIT_GUARD(TRANSIT_GUARD)
  ) allocator (
      .word(request),
      .made((INPUTS * OUTPUTS)'(0)),
      .*
  );

  generate
    for (genvar i = 0; i < INPUTS; i++) begin : input_
      for (genvar p = 0; p < PORTS; p++) begin : port
        assign asks[i*OUTPUTS+p] = escape[i*PORTS+p] || adaptive[(i*PORTS+p)*VCS+:VCS] != '0;
      end
      assign asks[i*OUTPUTS+PORTS+:EJECTORS] = ejector[i*EJECTORS+:EJECTORS];
      trenza_granted_pick #(
          .PORTS(PORTS),
          .VCS(VCS),
          .EJECTORS(EJECTORS),
          .SELECTION(SELECTION)
      ) of_input (
          .request(request[i*64+:64]),
          .grant(grant[i*OUTPUTS+:OUTPUTS]),
          .adaptive(adaptive[i*PORTS*VCS+:PORTS*VCS]),
          .escape(escape[i*PORTS+:PORTS]),
          .escape_vc(escape_vc[i*trenza_pkg::VC_BITS+:trenza_pkg::VC_BITS]),
          .draw(draw[i*16+:16]),
          .pick(pick[i*64+:64])
      );
    end
  endgenerate
endmodule
