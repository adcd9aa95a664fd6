// The allocator of the flit-level machine: a matching of inputs and outputs in one pass, in which all inputs take part alike,
// and each grant moves one flit (docs/microarchitecture-flit.md, sections 5 and 6). The VC allocator has one, the switch
// allocator one, or two where it speculates.
//
// Ports    clk, reset
//          asks         bit i*OUTPUTS + o: input i asks for output o
//          packet       [i*32 +: 32]: packet of input i
//          stride       [(o*SOURCES + s)*8 +: 8]: the stride at output o (PORTS: all outputs from there on) of port s, and
//                       from TRANSIT_INPUTS on of each input; constant; read by `stride`
//          output_draw  [(k*OUTPUTS + o)*16 +: 16]: the draw of output o in round k of this cycle; read by `random`
//                       arbiters, which have one round, and by `pim`
//          input_draw   [(k*ROWS + r)*16 +: 16]: that of row r. There may be fewer than inputs.
//          turn         the number of the cycle mod max(ROWS, OUTPUTS); read by `wavefront` without a pointer
//          made         bit i*OUTPUTS + o: of the grants those that are made; read with PARTIAL
//          grant        bit i*OUTPUTS + o: input i is granted output o; combinational
// State    arbiters or pointers.
// Latency  0 cycles. Compute (the combinational part) and commit (the state, at the edge) are separate. Without PARTIAL
//          every grant that is shown at an edge is made. Reset puts them into their first state.
// Rows     input v of port p is input p*VCS + v, and belongs to row p*PORT_ROWS + v mod PORT_ROWS.
// verilator lint_off DECLFILENAME
module trenza_one_pass_allocator #(
    parameter int INPUTS = 15,
    parameter int OUTPUTS = 5,
    parameter int VCS = 3,  // inputs of a port
    parameter int PORT_ROWS = VCS,  // rows of a port
    parameter logic [trenza_pkg::NAME_BITS-1:0] ALLOCATOR = "input_first",  // output_first, or one of trenza_matrix_match
    parameter int PARAMETER = 0,  // of trenza_matrix_match
    parameter logic [trenza_pkg::NAME_BITS-1:0] ARBITER = "random",  // a POLICY of trenza_arbiter
    parameter int MOST_FLITS = 16,  // of a packet; read by `deficit`
    parameter bit PARTIAL = 1'b0,
    parameter bit INPUT_PICKS = 1'b0,  // of trenza_input_first
    parameter int TRANSIT_INPUTS = INPUTS,  // of trenza_input_first
    localparam int PORTS = INPUTS / VCS,
    localparam int ROWS = PORTS * PORT_ROWS,
    localparam int SOURCES = TRANSIT_INPUTS / VCS + INPUTS - TRANSIT_INPUTS,
    localparam int ROUNDS = ALLOCATOR == "pim" ? PARAMETER : 1
) (
    input  logic                           clk,
    input  logic                           reset,
    input  logic [     INPUTS*OUTPUTS-1:0] asks,
    // verilator lint_off UNUSED
    // Each allocator leaves some of these alone.
    input  logic [          INPUTS*32-1:0] packet,
    input  logic [(PORTS+1)*SOURCES*8-1:0] stride,
    input  logic [  ROUNDS*OUTPUTS*16-1:0] output_draw,
    input  logic [   ROUNDS*INPUTS*16-1:0] input_draw,
    input  logic [                   15:0] turn,
    input  logic [     INPUTS*OUTPUTS-1:0] made,
    // verilator lint_on UNUSED
    output logic [     INPUTS*OUTPUTS-1:0] grant
);
  localparam logic [INPUTS*trenza_pkg::LENGTH_BITS-1:0] ONE_FLIT = {INPUTS{14'd1}};

  generate
    if (ALLOCATOR == "input_first") begin : input_first
      trenza_input_first #(
          .NETWORK(INPUTS),
          .INJECTORS(0),
          .OUTPUTS(OUTPUTS),
          .VCS(VCS),
          .PORT_ROWS(PORT_ROWS),
          .ARBITER(ARBITER),
          .MOST_FLITS(MOST_FLITS),
          .PARTIAL(PARTIAL),
          .INPUT_PICKS(INPUT_PICKS),
          .TRANSIT_INPUTS(TRANSIT_INPUTS)
      ) allocator (
          .flits(ONE_FLIT),
          .row_draw(input_draw[ROWS*16-1:0]),
          .guarded(OUTPUTS'(0)),
          .*
      );
    end else if (ALLOCATOR == "output_first") begin : output_first
      // Bit o*INPUTS + i.
      logic [OUTPUTS*INPUTS-1:0] request;
      logic [OUTPUTS*INPUTS-1:0] granted;
      logic [OUTPUTS*INPUTS-1:0] commit;
      logic [OUTPUTS*INPUTS*8-1:0] of_inputs;  // strides, bits [(o*INPUTS + i)*8 +: 8]; constant
      // Bit r*OUTPUTS + o.
      logic [ROWS*OUTPUTS-1:0] row_request;
      logic [ROWS*OUTPUTS-1:0] accepted;
      logic [ROWS*OUTPUTS-1:0] row_commit;
      for (genvar o = 0; o < OUTPUTS; o++) begin : output_
        for (genvar i = 0; i < INPUTS; i++) begin : from
          localparam int SOURCE = i < TRANSIT_INPUTS ? i / VCS : TRANSIT_INPUTS / VCS + i - TRANSIT_INPUTS;
          assign of_inputs[(o*INPUTS+i)*8+:8] = stride[((o<PORTS?o:PORTS)*SOURCES+SOURCE)*8+:8];
        end
      end
      trenza_transpose #(
          .ROWS(INPUTS),
          .COLUMNS(OUTPUTS)
      ) of_asks (
          .matrix(asks),
          .transposed(request)
      );
      trenza_transpose #(
          .ROWS(OUTPUTS),
          .COLUMNS(INPUTS)
      ) of_grants (
          .matrix(granted),
          .transposed(grant)
      );
      if (PARTIAL) begin : some_made
        trenza_transpose #(
            .ROWS(INPUTS),
            .COLUMNS(OUTPUTS)
        ) of_made (
            .matrix(made),
            .transposed(commit)
        );
        for (genvar o = 0; o < OUTPUTS; o++) begin : output_
          for (genvar r = 0; r < ROWS; r++) begin : of_row
            assign row_commit[r*OUTPUTS+o] = accepted[r*OUTPUTS+o] && commit[o*INPUTS+:INPUTS] != '0;
          end
        end
      end else begin : all_made
        assign commit = granted;
        assign row_commit = accepted;
      end
      trenza_output_first_pass #(
          .INPUTS(INPUTS),
          .FIRST(0),
          .COUNT(INPUTS),
          .VCS(VCS),
          .PORT_ROWS(PORT_ROWS),
          .OUTPUTS(OUTPUTS),
          .ARBITER(ARBITER),
          .MOST_FLITS(MOST_FLITS)
      ) pass (
          .flits(ONE_FLIT),
          .stride(of_inputs),
          .row_draw(input_draw[ROWS*16-1:0]),
          .asked(request),
          .row_asked(row_request),
          .grant(granted),
          .*
      );
    end else begin : over_cells
      trenza_matrix_match #(
          .NETWORK(INPUTS),
          .INJECTORS(0),
          .OUTPUTS(OUTPUTS),
          .VCS(VCS),
          .PORT_ROWS(PORT_ROWS),
          .ALLOCATOR(ALLOCATOR),
          .PARAMETER(PARAMETER),
          .PARTIAL(PARTIAL),
          .TURN_BITS(16)
      ) allocator (
          .row_draw(input_draw[ROUNDS*ROWS*16-1:0]),
          .guarded(OUTPUTS'(0)),
          .*
      );
    end
  endgenerate
endmodule
