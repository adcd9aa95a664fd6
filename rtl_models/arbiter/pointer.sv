// A pointer that moves behind what is granted.
//
// Ports    clk, reset
//          commit   bit i: i is granted in this cycle, one at most: at the edge the pointer moves behind it, cyclically
//          pointer  registered
// Latency  Reset puts it on 0.
// verilator lint_off DECLFILENAME
module trenza_pointer #(
    parameter int SIZE = 5,
    localparam int BITS = SIZE > 1 ? $clog2(SIZE) : 1
) (
    input  logic            clk,
    input  logic            reset,
    input  logic [SIZE-1:0] commit,
    output logic [BITS-1:0] pointer
);
  function automatic logic [BITS-1:0] behind(input logic [SIZE-1:0] winner);
    behind = '0;
    for (int i = 0; i < SIZE; i++) begin
      if (winner[i]) behind = i == SIZE - 1 ? '0 : BITS'(i) + BITS'(1);
    end
  endfunction

  always_ff @(posedge clk) begin
    if (reset) pointer <= '0;
    else if (commit != '0) pointer <= behind(commit);
  end
endmodule
