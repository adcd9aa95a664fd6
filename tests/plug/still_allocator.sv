// Greedy from row 0 on, combinational. Row `deaf` - 1 is never granted.
module still_allocator #(
    parameter int SIDE = 4
) (
    input  logic [SIDE*SIDE-1:0] req,
    input  logic [          6:0] deaf,
    output logic [SIDE*SIDE-1:0] gnt
);
  logic [SIDE-1:0] given;
  logic [SIDE-1:0] row;
  always_comb begin
    given = '0;
    gnt = '0;
    for (int r = 0; r < SIDE; r++) begin
      row = int'(deaf) == r + 1 ? '0 : req[r*SIDE+:SIDE] & ~given;
      row = row & (~row + 1'b1);
      gnt[r*SIDE+:SIDE] = row;
      given = given | row;
    end
  end
endmodule
