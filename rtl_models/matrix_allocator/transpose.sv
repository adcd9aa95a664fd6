// A matrix of bits by columns instead of by rows.
//
// Ports    matrix      bit r*COLUMNS + c
//          transposed  bit c*ROWS + r; combinational
// Latency  0 cycles. No state, and no gates.
// verilator lint_off DECLFILENAME
module trenza_transpose #(
    parameter int ROWS = 13,
    parameter int COLUMNS = 5
) (
    input  logic [ROWS*COLUMNS-1:0] matrix,
    output logic [ROWS*COLUMNS-1:0] transposed
);
  function automatic logic [ROWS*COLUMNS-1:0] by_columns(input logic [ROWS*COLUMNS-1:0] by_rows);
    by_columns = '0;
    for (int r = 0; r < ROWS; r++) begin
      for (int c = 0; c < COLUMNS; c++) by_columns[c*ROWS+r] = by_rows[r*COLUMNS+c];
    end
  endfunction

  assign transposed = by_columns(matrix);
endmodule
