// Arbiters with a reset, high: `kind` 0 round robin, 1 fixed priority (no history), 2 round robin that looks at no reset,
// 3 random by a register of its own, 4 fixed priority with a register at its outputs that has no reset.
module reset_kinds (
    input  logic       clk,
    input  logic       rst,
    input  logic [3:0] req,
    input  logic       ack,
    input  logic [2:0] kind,
    output logic [3:0] gnt
);
  logic [3:0] from;     // these go first
  logic [7:0] random;
  logic [3:0] late;
  logic [3:0] upper, now;
  always_comb begin
    upper = req & from;
    if (upper == '0) upper = req;
    now = upper & (~upper + 1'b1);
    gnt = kind == 3'd4 ? late : now;
  end
  always_ff @(posedge clk) begin
    random <= {random[6:0], random[7] ^ random[5] ^ random[4] ^ random[3]};
    if (kind == 3'd3) from <= random[3:0];
    else if (kind == 3'd1 || kind == 3'd4) from <= '0;
    else if (ack) from <= ~(now | (now - 1'b1));
    late <= now;
    if (rst && kind != 3'd2) from <= '0;
    if (rst && kind != 3'd2) random <= 8'd1;
  end
endmodule
