// A greedy allocator of 3 rows and 2 columns, written most significant first; breaks its promises as `fault` says: 1 all
// that a row asks for, 2 the last column to the last row always, 3 the first column to all who ask, 4 nothing.
module faulty_allocator (
    input  logic [0:5] req,
    input  logic [2:0] fault,
    output logic [0:5] gnt
);
  logic [0:1] given;
  always_comb begin
    gnt = '0;
    given = '0;
    for (int r = 0; r < 3; r++) begin
      for (int c = 0; c < 2; c++) begin
        if (req[r*2+c] && !given[c] && (c == 0 || !gnt[r*2])) begin
          gnt[r*2+c] = 1'b1;
          given[c]   = 1'b1;
        end
      end
    end
    case (fault)
      3'd1: gnt = req;
      3'd2: gnt[5] = 1'b1;
      3'd3: gnt = req & 6'b101010;
      3'd4: gnt = '0;
      default: ;
    endcase
  end
endmodule
