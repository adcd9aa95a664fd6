// The grant is a register: it answers the requests of the cycle before. Acknowledged by the requester.
module registered_arbiter #(
    parameter PORTS = 4
) (
    input  wire              clk,
    input  wire              rst,
    input  wire [PORTS-1:0]  request,
    input  wire [PORTS-1:0]  penalty_n,  // who has waited long (active low), of one bit each
    input  wire              acknowledge,
    output reg  [PORTS-1:0]  grant,
    output reg               grant_valid
);
  reg  [PORTS-1:0] last;
  wire [PORTS-1:0] urgent = request & ~penalty_n;
  wire [PORTS-1:0] asking = urgent != 0 ? urgent : request;
  wire [PORTS-1:0] after = asking & ~(last | (last - 1'b1));
  wire [PORTS-1:0] from = after != 0 ? after : asking;

  always @(posedge clk) begin
    if (rst) begin
      grant <= 0;
      grant_valid <= 1'b0;
      last <= {1'b1, {PORTS - 1{1'b0}}};
    end else begin
      grant <= from & (~from + 1'b1);
      grant_valid <= from != 0;
      if (acknowledge) last <= grant;
    end
  end
endmodule
