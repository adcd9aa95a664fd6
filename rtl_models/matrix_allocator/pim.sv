// The allocator `pim`: rounds of offers and acceptances by draws (docs/microarchitecture.md, section 8).
//
// Ports    cells        bit r*OUTPUTS + o: row r asks for output o; the rows of injectors come last
//          output_draw  [(k*OUTPUTS + o)*16 +: 16]: the draw of output o in round k of both passes
//          row_draw     [(k*ROWS + r)*16 +: 16]: that of row r
//          matched      bit r*OUTPUTS + o: row r is granted output o; combinational
// Latency  0 cycles. No state.
// verilator lint_off DECLFILENAME
module trenza_pim #(
    parameter int NETWORK_ROWS = 12,
    parameter int INJECTORS = 1,
    parameter int OUTPUTS = 5,
    parameter int ROUNDS = 1,
    localparam int ROWS = NETWORK_ROWS + INJECTORS
) (
    input  logic [     ROWS*OUTPUTS-1:0] cells,
    input  logic [ROUNDS*OUTPUTS*16-1:0] output_draw,
    input  logic [   ROUNDS*ROWS*16-1:0] row_draw,
    output logic [     ROWS*OUTPUTS-1:0] matched
);
  localparam int STEPS = 2 * ROUNDS;  // the rounds of the first pass, then those of the second
  localparam logic [ROWS-1:0] NETWORK = (ROWS'(1) << NETWORK_ROWS) - ROWS'(1);

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
      localparam int ROUND = s % ROUNDS;
      logic [ROWS*OUTPUTS-1:0] offered;
      logic [ROWS-1:0] in_question;
      assign in_question = (s < ROUNDS ? NETWORK : ~NETWORK) & ~rows_taken[s*ROWS+:ROWS];
      for (genvar o = 0; o < OUTPUTS; o++) begin : output_
        logic [ROWS-1:0] asking;
        logic [ROWS-1:0] drawn;
        for (genvar r = 0; r < ROWS; r++) begin : from
          assign asking[r] = cells[r*OUTPUTS+o] && in_question[r] && !outputs_taken[s*OUTPUTS+o];
          assign offered[r*OUTPUTS+o] = drawn[r];
        end
        trenza_random_arbiter #(.REQUESTERS(ROWS)) offer (
            .request(asking), .draw(output_draw[(ROUND*OUTPUTS+o)*16+:16]), .grant(drawn)
        );
      end
      for (genvar r = 0; r < ROWS; r++) begin : row
        trenza_random_arbiter #(.REQUESTERS(OUTPUTS)) accept (
            .request(offered[r*OUTPUTS+:OUTPUTS]),
            .draw(row_draw[(ROUND*ROWS+r)*16+:16]),
            .grant(accepted[(s*ROWS+r)*OUTPUTS+:OUTPUTS])
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
  endgenerate
endmodule
