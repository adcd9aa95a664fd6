// A round robin over N requesters that need not be a power of two. FAULT, of routers that are public: 2 the pointer goes to
// the next place in place of the one after the winner, 3 it stays at the winner.
module pointer_arbiter #(
    parameter int N = 5,
    parameter int FAULT = 0
) (
    input  logic         clk,
    input  logic         rst,
    input  logic [N-1:0] req,
    output logic [N-1:0] gnt,
    input  logic         ack
);
  localparam int B = $clog2(N);
  logic [B-1:0] p;
  int w;
  always_comb begin
    gnt = '0;
    w = -1;
    for (int k = 0; k < N; k++) begin
      if (w < 0 && req[(int'(p)+k)%N]) w = (int'(p) + k) % N;
    end
    if (w >= 0) gnt[w] = 1'b1;
  end
  always_ff @(posedge clk) begin
    if (rst) p <= '0;
    else if (ack) begin
      if (FAULT == 0) p <= (w == N - 1) ? '0 : B'(w + 1);
      else if (FAULT == 2) p <= (int'(p) == N - 1) ? '0 : p + 1'b1;
      else if (FAULT == 3) p <= B'(w);
    end
  end
endmodule
