// Random choice by a draw from outside, combinational, without clock; and one that breaks every promise it can, as `fault`
// says: 1 two grants, 2 a grant without a request, 3 no grant, 4 another than the policy's, 5 the grant goes with
// the ack.
module ack_arbiter #(
    parameter N = 4
) (
    input  logic [ N-1:0] req,
    input  logic [  15:0] rand_i,
    input  logic          ack,
    input  logic [   2:0] fault,
    output logic [ N-1:0] gnt
);
  int asking;
  int rank;
  logic [N-1:0] chosen;
  always_comb begin
    asking = 0;
    for (int i = 0; i < N; i++) if (req[i]) asking = asking + 1;
    rank = asking == 0 ? 0 : int'(rand_i) % asking;
    chosen = '0;
    for (int i = 0; i < N; i++) begin
      if (req[i] && rank == 0) chosen[i] = 1'b1;
      if (req[i]) rank = rank - 1;
    end
    gnt = chosen;
    case (fault)
      3'd1: gnt = req;
      3'd2: gnt = req == '0 ? N'(1) : chosen;
      3'd3: gnt = '0;
      3'd4: gnt = req & (~req + 1'b1);
      3'd5: gnt = ack ? '0 : chosen;
      default: ;
    endcase
  end
endmodule
