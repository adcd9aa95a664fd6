// The allocator of a router, a matching of inputs and outputs, and its guard (docs/microarchitecture.md, section 8). The switch
// allocator and the matrix allocator have one; in a pipeline of two steps it is the second step (section 17).
//
// Ports    clk, reset
//          asks         bit i*OUTPUTS + o: input i asks for output o, which is free
//          word         [i*64 +: 64]: the request or the pick word of input i, which has its packet and its length
//          stride       of trenza_switch_allocator
//          output_draw, input_draw, turn   of trenza_matrix_allocator
//          made         bit i*OUTPUTS + o: of the grants those that are made; read with PARTIAL
//          grant        bit i*OUTPUTS + o: input i is granted output o; combinational
// State    that of the allocator, and with TRANSIT_GUARD the counts of the guard.
// Latency  0 cycles. Reset puts allocator and guard into their first state.
// verilator lint_off DECLFILENAME
module trenza_guarded_allocator #(
    parameter int NETWORK = 12,  // network inputs
    parameter int INJECTORS = 1,  // of all classes
    parameter int OUTPUTS = 5,
    parameter int VCS = 3,  // network inputs of a port
    parameter int PORT_ROWS = VCS,  // rows of a network port
    parameter logic [trenza_pkg::NAME_BITS-1:0] ALLOCATOR = "input_first",  // output_first, or one of trenza_matrix_match
    parameter int PARAMETER = 0,  // of trenza_matrix_match
    parameter logic [trenza_pkg::NAME_BITS-1:0] ARBITER = "random",  // a POLICY of trenza_arbiter
    parameter int MOST_FLITS = 16,  // of a packet; read by `deficit`
    parameter int TRANSIT_GUARD = 0,  // grants to traffic in transit, after which an injector goes first; 0: no guard
    parameter bit PARTIAL = 1'b0,
    localparam int INPUTS = NETWORK + INJECTORS,
    localparam int PORTS = NETWORK / VCS,
    localparam int SOURCES = PORTS + INJECTORS,
    localparam int ROUNDS = ALLOCATOR == "pim" ? PARAMETER : 1
) (
    input  logic                             clk,
    input  logic                             reset,
    input  logic [       INPUTS*OUTPUTS-1:0] asks,
    // verilator lint_off UNUSED
    // Each allocator leaves some of these alone.
    input  logic [            INPUTS*64-1:0] word,
    input  logic [  (PORTS+1)*SOURCES*8-1:0] stride,
    input  logic [    ROUNDS*OUTPUTS*16-1:0] output_draw,
    input  logic [     ROUNDS*INPUTS*16-1:0] input_draw,
    input  logic [                      7:0] turn,
    input  logic [       INPUTS*OUTPUTS-1:0] made,
    // verilator lint_on UNUSED
    output logic [       INPUTS*OUTPUTS-1:0] grant
);
  localparam int ROWS = PORTS * PORT_ROWS + INJECTORS;
  localparam logic [INPUTS-1:0] TRANSIT = (INPUTS'(1) << NETWORK) - INPUTS'(1);
  localparam bit GUARDED = TRANSIT_GUARD != 0;

  logic [OUTPUTS-1:0] guarded;
  // verilator lint_off UNUSED
  // Read by some allocators and arbiters.
  logic [INPUTS*32-1:0] packet;
  logic [INPUTS*trenza_pkg::LENGTH_BITS-1:0] flits;
  // verilator lint_on UNUSED

  // The outputs that some of these inputs ask for, or are granted.
  function automatic logic [OUTPUTS-1:0] outputs_of(input logic [INPUTS*OUTPUTS-1:0] matrix,
                                                    input logic [INPUTS-1:0] inputs);
    outputs_of = '0;
    for (int i = 0; i < INPUTS; i++) outputs_of = outputs_of | (inputs[i] ? matrix[i*OUTPUTS+:OUTPUTS] : '0);
  endfunction

  generate
    for (genvar i = 0; i < INPUTS; i++) begin : of_input
      assign packet[i*32+:32] = trenza_pkg::request_packet(word[i*64+:64]);
      assign flits[i*trenza_pkg::LENGTH_BITS+:trenza_pkg::LENGTH_BITS] = trenza_pkg::request_flits(word[i*64+:64]);
    end
    if (ALLOCATOR == "input_first") begin : input_first
      trenza_input_first #(
          .NETWORK(NETWORK),
          .INJECTORS(INJECTORS),
          .OUTPUTS(OUTPUTS),
          .VCS(VCS),
          .PORT_ROWS(PORT_ROWS),
          .ARBITER(ARBITER),
          .MOST_FLITS(MOST_FLITS),
          .PARTIAL(PARTIAL)
      ) allocator (
          .row_draw(input_draw[PORTS*PORT_ROWS*16-1:0]),
          .*
      );
    end else if (ALLOCATOR == "output_first") begin : output_first
      trenza_output_first #(
          .NETWORK(NETWORK),
          .INJECTORS(INJECTORS),
          .OUTPUTS(OUTPUTS),
          .VCS(VCS),
          .PORT_ROWS(PORT_ROWS),
          .ARBITER(ARBITER),
          .MOST_FLITS(MOST_FLITS),
          .GUARDED(GUARDED),
          .PARTIAL(PARTIAL)
      ) allocator (
          .row_draw(input_draw[ROWS*16-1:0]),
          .*
      );
    end else begin : over_cells
      trenza_matrix_match #(
          .NETWORK(NETWORK),
          .INJECTORS(INJECTORS),
          .OUTPUTS(OUTPUTS),
          .VCS(VCS),
          .PORT_ROWS(PORT_ROWS),
          .ALLOCATOR(ALLOCATOR),
          .PARAMETER(PARAMETER),
          .GUARDED(GUARDED),
          .PARTIAL(PARTIAL)
      ) allocator (
          .row_draw(input_draw[ROUNDS*ROWS*16-1:0]),
          .*
      );
    end
    if (TRANSIT_GUARD == 0) begin : unguarded
      assign guarded = '0;
    end else begin : guard
      logic [INPUTS*OUTPUTS-1:0] in_force;
      assign in_force = PARTIAL ? made : grant;
      trenza_transit_guard #(
          .OUTPUTS(OUTPUTS),
          .GRANTS(TRANSIT_GUARD)
      ) of_outputs (
          .asked(outputs_of(asks, ~TRANSIT)),
          .transit(outputs_of(in_force, TRANSIT)),
          .injection(outputs_of(in_force, ~TRANSIT)),
          .*
      );
    end
  endgenerate
endmodule
