// A wavefront allocator for as many rows as columns, written most significant first: diagonals in turn, the first one
// moves on with every update.
module square_allocator #(
    parameter num_ports = 4
) (
    input  wire                             clk,
    input  wire                             reset_n,
    input  wire [0:num_ports*num_ports-1]   req,
    output reg  [0:num_ports*num_ports-1]   gnt,
    input  wire                             update
);
  reg [0:num_ports-1] row_free, col_free;
  reg [7:0] diagonal;
  integer d, r, c;

  always @* begin
    gnt = {num_ports * num_ports{1'b0}};
    row_free = {num_ports{1'b1}};
    col_free = {num_ports{1'b1}};
    c = 0;
    for (d = 0; d < num_ports; d = d + 1)
      for (r = 0; r < num_ports; r = r + 1) begin
        c = (d + diagonal + r) % num_ports;
        if (req[r*num_ports+c] && row_free[r] && col_free[c]) begin
          gnt[r*num_ports+c] = 1'b1;
          row_free[r] = 1'b0;
          col_free[c] = 1'b0;
        end
      end
  end

  always @(posedge clk or negedge reset_n)
    if (!reset_n) diagonal <= 0;
    else if (update) diagonal <= diagonal == num_ports - 1 ? 0 : diagonal + 1;
endmodule
