// The allocator `islip`: rounds of offers and acceptances by pointers (docs/microarchitecture.md, section 8).
//
// Ports    clk, reset
//          cells    bit r*OUTPUTS + o: row r asks for output o; the rows of injectors come last
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
    localparam int ROWS = NETWORK_ROWS + INJECTORS
) (
    input  logic                    clk,
    input  logic                    reset,
    input  logic [ROWS*OUTPUTS-1:0] cells,
    output logic [ROWS*OUTPUTS-1:0] matched
);
  localparam int ROW_BITS = ROWS > 1 ? $clog2(ROWS) : 1;
  localparam int OUTPUT_BITS = OUTPUTS > 1 ? $clog2(OUTPUTS) : 1;
  localparam int STEPS = 2 * ROUNDS;  // the rounds of the first pass, then those of the second
  localparam logic [ROWS-1:0] NETWORK = (ROWS'(1) << NETWORK_ROWS) - ROWS'(1);

  logic [OUTPUTS*ROW_BITS-1:0] grant_pointer;
  logic [ROWS*OUTPUT_BITS-1:0] accept_pointer;
  // What has been matched before a step, and what is matched in it. Each step reads what the one before it wrote.
  // verilator lint_off UNUSED
  logic [(STEPS+1)*ROWS-1:0] rows_taken  /*verilator split_var*/;
  logic [(STEPS+1)*OUTPUTS-1:0] outputs_taken  /*verilator split_var*/;
  // verilator lint_on UNUSED
  logic [(STEPS+1)*ROWS*OUTPUTS-1:0] so_far  /*verilator split_var*/;
  logic [STEPS*ROWS*OUTPUTS-1:0] accepted  /*verilator split_var*/;

  assign rows_taken[ROWS-1:0] = '0;
  assign outputs_taken[OUTPUTS-1:0] = '0;
  assign so_far[ROWS*OUTPUTS-1:0] = '0;
  assign matched = so_far[STEPS*ROWS*OUTPUTS+:ROWS*OUTPUTS];

  generate
    for (genvar s = 0; s < STEPS; s++) begin : step
      logic [ROWS*OUTPUTS-1:0] offered;
      logic [ROWS-1:0] in_question;
      assign in_question = (s < ROUNDS ? NETWORK : ~NETWORK) & ~rows_taken[s*ROWS+:ROWS];
      for (genvar o = 0; o < OUTPUTS; o++) begin : output_
        logic [ROWS-1:0] asking;
        logic [ROWS-1:0] first;
        for (genvar r = 0; r < ROWS; r++) begin : from
          assign asking[r] = cells[r*OUTPUTS+o] && in_question[r] && !outputs_taken[s*OUTPUTS+o];
          assign offered[r*OUTPUTS+o] = first[r];
        end
        trenza_from_pointer #(.SIZE(ROWS)) offer (
            .request(asking), .pointer(grant_pointer[o*ROW_BITS+:ROW_BITS]), .first
        );
      end
      for (genvar r = 0; r < ROWS; r++) begin : row
        trenza_from_pointer #(.SIZE(OUTPUTS)) accept (
            .request(offered[r*OUTPUTS+:OUTPUTS]),
            .pointer(accept_pointer[r*OUTPUT_BITS+:OUTPUT_BITS]),
            .first(accepted[(s*ROWS+r)*OUTPUTS+:OUTPUTS])
        );
        assign rows_taken[(s+1)*ROWS+r] =
            rows_taken[s*ROWS+r] || accepted[(s*ROWS+r)*OUTPUTS+:OUTPUTS] != '0;
      end
      assign so_far[(s+1)*ROWS*OUTPUTS+:ROWS*OUTPUTS] =
          so_far[s*ROWS*OUTPUTS+:ROWS*OUTPUTS] | accepted[s*ROWS*OUTPUTS+:ROWS*OUTPUTS];
      for (genvar o = 0; o < OUTPUTS; o++) begin : taken
        logic [ROWS-1:0] by;
        for (genvar r = 0; r < ROWS; r++) begin : from
          assign by[r] = accepted[(s*ROWS+r)*OUTPUTS+o];
        end
        assign outputs_taken[(s+1)*OUTPUTS+o] = outputs_taken[s*OUTPUTS+o] || by != '0;
      end
    end

    // Matches of the first round of a pass move the pointers.
    for (genvar o = 0; o < OUTPUTS; o++) begin : grant_side
      logic [ROWS-1:0] commit;
      for (genvar r = 0; r < ROWS; r++) begin : of_row
        assign commit[r] = accepted[r*OUTPUTS+o] || accepted[(ROUNDS*ROWS+r)*OUTPUTS+o];
      end
      trenza_pointer #(.SIZE(ROWS)) kept (
          .clk, .reset, .commit, .pointer(grant_pointer[o*ROW_BITS+:ROW_BITS])
      );
    end
    for (genvar r = 0; r < ROWS; r++) begin : accept_side
      trenza_pointer #(.SIZE(OUTPUTS)) kept (
          .clk,
          .reset,
          .commit(accepted[r*OUTPUTS+:OUTPUTS] | accepted[(ROUNDS*ROWS+r)*OUTPUTS+:OUTPUTS]),
          .pointer(accept_pointer[r*OUTPUT_BITS+:OUTPUT_BITS])
      );
    end
  endgenerate
endmodule
