// A FIFO whose level has one bit too few: a full one shows 0 where DEPTH is a power of two.
module level_fifo #(
    parameter int W = 64,
    parameter int DEPTH = 16
) (
    input  logic                     clk,
    input  logic                     rst,
    input  logic                     push,
    input  logic [            W-1:0] din,
    input  logic                     pop,
    output logic [            W-1:0] dout,
    output logic                     full,
    output logic                     empty,
    output logic [$clog2(DEPTH)-1:0] level
);
  localparam int B = $clog2(DEPTH + 1);
  logic [W-1:0] mem[DEPTH];
  logic [B-1:0] n;
  logic [$clog2(DEPTH)-1:0] r, w;
  assign full = n == B'(DEPTH);
  assign empty = n == '0;
  assign dout = mem[r];
  assign level = n[$clog2(DEPTH)-1:0];
  always_ff @(posedge clk) begin
    if (rst) begin
      n <= '0;
      r <= '0;
      w <= '0;
    end else begin
      if (push) mem[w] <= din;
      if (push) w <= (int'(w) == DEPTH - 1) ? '0 : w + 1'b1;
      if (pop) r <= (int'(r) == DEPTH - 1) ? '0 : r + 1'b1;
      n <= n + B'(push) - B'(pop);
    end
  end
endmodule
