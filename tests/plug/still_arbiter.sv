// Fixed priority, the lowest first, combinational. Requester `deaf` - 1 is never granted; with `deaf` 127 nobody is.
module still_arbiter #(
    parameter int N = 4
) (
    input  logic [N-1:0] req,
    input  logic [  6:0] deaf,
    output logic [N-1:0] gnt
);
  logic [N-1:0] heard;
  always_comb begin
    for (int i = 0; i < N; i++) heard[i] = req[i] && deaf != 7'd127 && int'(deaf) != i + 1;
    gnt = heard & (~heard + 1'b1);
  end
endmodule
