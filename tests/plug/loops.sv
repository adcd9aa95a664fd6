// A ripple arbiter that goes around a ring of combinational cells: no signal depends on itself for any value of `base`,
// but the tools see a loop. WRONG: a difference between simulators, so that the replay has something to find.
module loops #(
    parameter N = 4,
    parameter WRONG = 0
) (
    input  wire          clk,
    input  wire          reset,
    input  wire  [N-1:0] req,
    input  wire          update,
    output wire  [N-1:0] gnt
);
  reg  [N-1:0] base;
  wire [N-1:0] token;  // into cell i: nobody before it asks
  wire [N-1:0] free;
  assign free  = base | token;
  assign token = {free[N-2:0] & ~req[N-2:0], free[N-1] & ~req[N-1]};
`ifdef VERILATOR
  assign gnt = WRONG != 0 && req == {N{1'b1}} ? {N{1'b0}} : req & free & ~({N{1'b0}});
`else
  assign gnt = req & free;
`endif
  always @(posedge clk)
    if (reset) base <= 1;
    else if (update && gnt != 0) base <= {gnt[N-2:0], gnt[N-1]};
endmodule
