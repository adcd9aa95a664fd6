// The allocator `islip`: rounds of offers and acceptances by pointers (docs/microarchitecture.md, section 8).
//
// Ports    clk, reset
//          cells    bit r*OUTPUTS + o: row r asks for output o; the rows of injectors come last
//          guarded  of trenza_match_rounds
//          made     bit r*OUTPUTS + o: of what is matched that which is made
//          matched  bit r*OUTPUTS + o: row r is granted output o; combinational
// State    a grant pointer for each output and an accept pointer for each row; matches of the first round of a pass move
//          them.
// Latency  0 cycles. Reset puts all pointers on 0.
// verilator lint_off DECLFILENAME
module trenza_islip #(
    parameter int NETWORK_ROWS = 12,
    parameter int INJECTORS = 1,
    parameter int OUTPUTS = 5,
    parameter int ROUNDS = 1,
    parameter bit GUARDED = 1'b0,
    localparam int ROWS = NETWORK_ROWS + INJECTORS
) (
    input  logic                    clk,
    input  logic                    reset,
    input  logic [ROWS*OUTPUTS-1:0] cells,
    input  logic [ROWS*OUTPUTS-1:0] made,
    input  logic [     OUTPUTS-1:0] guarded,
    output logic [ROWS*OUTPUTS-1:0] matched
);
  localparam int ROW_BITS = ROWS > 1 ? $clog2(ROWS) : 1;
  localparam int OUTPUT_BITS = OUTPUTS > 1 ? $clog2(OUTPUTS) : 1;

  logic [OUTPUTS*ROW_BITS-1:0] grant_pointer;
  logic [ROWS*OUTPUT_BITS-1:0] accept_pointer;
  logic [ROWS*OUTPUTS-1:0] early;
  logic [ROWS*OUTPUTS-1:0] moving;  // what moves pointers

  trenza_match_rounds #(
      .NETWORK_ROWS(NETWORK_ROWS),
      .INJECTORS(INJECTORS),
      .OUTPUTS(OUTPUTS),
      .ROUNDS(ROUNDS),
      .DRAWN(1'b0),
      .GUARDED(GUARDED)
  ) rounds (
      .output_draw((ROUNDS * OUTPUTS * 16)'(0)),
      .row_draw((ROUNDS * ROWS * 16)'(0)),
      .*
  );

  assign moving = early & made;
  generate
    for (genvar o = 0; o < OUTPUTS; o++) begin : grant_side
      logic [ROWS-1:0] commit;
      for (genvar r = 0; r < ROWS; r++) begin : of_row
        assign commit[r] = moving[r*OUTPUTS+o];
      end
      trenza_pointer #(.SIZE(ROWS)) kept (.clk, .reset, .commit, .pointer(grant_pointer[o*ROW_BITS+:ROW_BITS]));
    end
    for (genvar r = 0; r < ROWS; r++) begin : accept_side
      trenza_pointer #(.SIZE(OUTPUTS)) kept (
          .clk,
          .reset,
          .commit(moving[r*OUTPUTS+:OUTPUTS]),
          .pointer(accept_pointer[r*OUTPUT_BITS+:OUTPUT_BITS])
      );
    end
  endgenerate
endmodule
