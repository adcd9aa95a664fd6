// An arbiter with a loop that has two stable states: `ready` keeps itself low once a grant has made it so.
module locked_arbiter #(
    parameter int N = 12
) (
    input  logic         clk,
    input  logic         rst_n,
    input  logic [N-1:0] req,
    output logic [N-1:0] gnt,
    input  logic         ack
);
  logic stall, ready, active, valid;
  logic [1:0] cnt;
  logic [N-1:0] first;
  assign first = req & (~req + 1'b1);
  assign valid = active && cnt == 0;
  assign stall = active && !(valid && ready);
  assign ready = !stall;
  assign gnt = ready ? first : '0;
  always_ff @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      active <= 1'b0;
      cnt <= 0;
    end else if (ack) begin
      active <= 1'b1;
      cnt <= 2'd2;
    end else begin
      if (cnt != 0) cnt <= cnt - 1'b1;
      if (valid && ready) active <= 1'b0;
    end
  end
endmodule
