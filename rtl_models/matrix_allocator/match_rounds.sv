// Rounds of offers and acceptances over the request matrix, in two passes, in three with a guard, or in one without injectors
// (docs/microarchitecture.md, section 8): those of `islip`, which choose by pointers, and those of `pim`, which choose by
// draws.
//
// Ports    cells           bit r*OUTPUTS + o: row r asks for output o; the rows of injectors come last
//          guarded         bit o: column o is open to the pass of the guard; read with GUARDED
//          grant_pointer   by output, accept_pointer by row: the first that they choose from; read unless DRAWN
//          output_draw     [(k*OUTPUTS + o)*16 +: 16]: the draw of output o in round k of every pass; read if DRAWN
//          row_draw        [(k*ROWS + r)*16 +: 16]: that of row r
//          matched         bit r*OUTPUTS + o: row r is granted output o; combinational
//          early           those that were matched in the first round of their pass
// Latency  0 cycles. No state.
// verilator lint_off DECLFILENAME
module trenza_match_rounds #(
    parameter int NETWORK_ROWS = 12,
    parameter int INJECTORS = 1,  // 0: one pass
    parameter int OUTPUTS = 5,
    parameter int ROUNDS = 1,
    parameter bit DRAWN = 1'b0,
    parameter bit GUARDED = 1'b0,
    localparam int ROWS = NETWORK_ROWS + INJECTORS,
    localparam int ROW_BITS = ROWS > 1 ? $clog2(ROWS) : 1,
    localparam int OUTPUT_BITS = OUTPUTS > 1 ? $clog2(OUTPUTS) : 1
) (
    input  logic [       ROWS*OUTPUTS-1:0] cells,
    // verilator lint_off UNUSED
    // Pointers or draws, not both.
    input  logic [            OUTPUTS-1:0] guarded,
    input  logic [   OUTPUTS*ROW_BITS-1:0] grant_pointer,
    input  logic [   ROWS*OUTPUT_BITS-1:0] accept_pointer,
    input  logic [  ROUNDS*OUTPUTS*16-1:0] output_draw,
    input  logic [     ROUNDS*ROWS*16-1:0] row_draw,
    // verilator lint_on UNUSED
    output logic [       ROWS*OUTPUTS-1:0] matched,
    output logic [       ROWS*OUTPUTS-1:0] early
);
  localparam int PASSES = GUARDED ? 3 : INJECTORS == 0 ? 1 : 2;
  localparam int STEPS = PASSES * ROUNDS;  // the rounds of the first pass, then those of the next
  localparam int TRANSIT = GUARDED ? 1 : 0;  // the pass of network inputs; the others are of injectors
  localparam logic [ROWS-1:0] NETWORK = (ROWS'(1) << NETWORK_ROWS) - ROWS'(1);

  // What has been matched before a step, and what is matched in it. Each step reads what the one before it wrote.
  // verilator lint_off UNUSED
  logic [(STEPS+1)*ROWS-1:0] rows_taken  /*verilator split_var*/;
  logic [(STEPS+1)*OUTPUTS-1:0] outputs_taken  /*verilator split_var*/;
  // verilator lint_on UNUSED
  logic [(STEPS+1)*ROWS*OUTPUTS-1:0] so_far  /*verilator split_var*/;
  logic [STEPS*ROWS*OUTPUTS-1:0] accepted  /*verilator split_var*/;

  // By columns, bit o*ROWS + r; without injectors, where there may be many outputs: a bit of each row and output is too much
  // text for a simulator then.
  // verilator lint_off UNUSED
  logic [OUTPUTS*ROWS-1:0] columns;
  // verilator lint_on UNUSED

  generate
    if (INJECTORS == 0) begin : transposed
      trenza_transpose #(
          .ROWS(ROWS),
          .COLUMNS(OUTPUTS)
      ) of_cells (
          .matrix(cells),
          .transposed(columns)
      );
    end else begin : not_transposed
      assign columns = '0;
    end
  endgenerate

  assign rows_taken[ROWS-1:0] = '0;
  assign outputs_taken[OUTPUTS-1:0] = '0;
  assign so_far[ROWS*OUTPUTS-1:0] = '0;
  assign matched = so_far[STEPS*ROWS*OUTPUTS+:ROWS*OUTPUTS];
  assign early = accepted[0+:ROWS*OUTPUTS] | accepted[TRANSIT*ROUNDS*ROWS*OUTPUTS+:ROWS*OUTPUTS] |
      accepted[(PASSES-1)*ROUNDS*ROWS*OUTPUTS+:ROWS*OUTPUTS];

  generate
    for (genvar s = 0; s < STEPS; s++) begin : step
      localparam int ROUND = s % ROUNDS;
      localparam int PASS = s / ROUNDS;
      logic [ROWS*OUTPUTS-1:0] offered;
      // By columns, bit o*ROWS + r; without injectors.
      // verilator lint_off UNUSED
      logic [OUTPUTS*ROWS-1:0] offers;
      logic [OUTPUTS*ROWS-1:0] taking;
      // verilator lint_on UNUSED
      logic [ROWS-1:0] in_question;
      logic [OUTPUTS-1:0] shut;
      assign in_question = (PASS == TRANSIT ? NETWORK : ~NETWORK) & ~rows_taken[s*ROWS+:ROWS];
      assign shut = outputs_taken[s*OUTPUTS+:OUTPUTS] | (PASS < TRANSIT ? ~guarded : '0);
      for (genvar o = 0; o < OUTPUTS; o++) begin : output_
        logic [ROWS-1:0] asking;
        logic [ROWS-1:0] chosen;
        if (INJECTORS == 0) begin : by_columns
          assign asking = columns[o*ROWS+:ROWS] & in_question & {ROWS{!shut[o]}};
          assign offers[o*ROWS+:ROWS] = chosen;
        end else begin : by_bits
          for (genvar r = 0; r < ROWS; r++) begin : from
            assign asking[r] = cells[r*OUTPUTS+o] && in_question[r] && !shut[o];
            assign offered[r*OUTPUTS+o] = chosen[r];
          end
        end
        if (DRAWN) begin : by_draw
          trenza_random_arbiter #(.REQUESTERS(ROWS)) offer (
              .request(asking), .draw(output_draw[(ROUND*OUTPUTS+o)*16+:16]), .grant(chosen)
          );
        end else begin : by_pointer
          trenza_from_pointer #(.SIZE(ROWS)) offer (
              .request(asking), .pointer(grant_pointer[o*ROW_BITS+:ROW_BITS]), .first(chosen)
          );
        end
      end
      if (INJECTORS == 0) begin : transposed
        trenza_transpose #(
            .ROWS(OUTPUTS),
            .COLUMNS(ROWS)
        ) of_offers (
            .matrix(offers),
            .transposed(offered)
        );
        trenza_transpose #(
            .ROWS(ROWS),
            .COLUMNS(OUTPUTS)
        ) of_accepted (
            .matrix(accepted[s*ROWS*OUTPUTS+:ROWS*OUTPUTS]),
            .transposed(taking)
        );
      end else begin : not_transposed
        assign offers = '0;
        assign taking = '0;
      end
      for (genvar r = 0; r < ROWS; r++) begin : row
        if (DRAWN) begin : by_draw
          trenza_random_arbiter #(.REQUESTERS(OUTPUTS)) accept (
              .request(offered[r*OUTPUTS+:OUTPUTS]),
              .draw(row_draw[(ROUND*ROWS+r)*16+:16]),
              .grant(accepted[(s*ROWS+r)*OUTPUTS+:OUTPUTS])
          );
        end else begin : by_pointer
          trenza_from_pointer #(.SIZE(OUTPUTS)) accept (
              .request(offered[r*OUTPUTS+:OUTPUTS]),
              .pointer(accept_pointer[r*OUTPUT_BITS+:OUTPUT_BITS]),
              .first(accepted[(s*ROWS+r)*OUTPUTS+:OUTPUTS])
          );
        end
        assign rows_taken[(s+1)*ROWS+r] = rows_taken[s*ROWS+r] || accepted[(s*ROWS+r)*OUTPUTS+:OUTPUTS] != '0;
      end
      assign so_far[(s+1)*ROWS*OUTPUTS+:ROWS*OUTPUTS] =
          so_far[s*ROWS*OUTPUTS+:ROWS*OUTPUTS] | accepted[s*ROWS*OUTPUTS+:ROWS*OUTPUTS];
      for (genvar o = 0; o < OUTPUTS; o++) begin : taken
        logic [ROWS-1:0] by;
        if (INJECTORS == 0) begin : by_columns
          assign by = taking[o*ROWS+:ROWS];
        end else begin : by_bits
          for (genvar r = 0; r < ROWS; r++) begin : from
            assign by[r] = accepted[(s*ROWS+r)*OUTPUTS+o];
          end
        end
        assign outputs_taken[(s+1)*OUTPUTS+o] = outputs_taken[s*OUTPUTS+o] || by != '0;
      end
    end
  endgenerate
endmodule
